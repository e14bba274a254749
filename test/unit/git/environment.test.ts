import { delimiter } from 'node:path';
import { expect, it } from 'vitest';
import { anchoredToCaller, anchoredToTop, gitEnvironment } from '../../../src/git/environment.js';

it('keeps where the repository is and how git reads, drops what starts programs or traces', () => {
  const kept = gitEnvironment({
    PATH: '/bin',
    GIT_INDEX_FILE: '.git/index',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    GIT_EXTERNAL_DIFF: 'x',
    GIT_PAGER: 'x',
    GIT_EXEC_PATH: '/x',
    GIT_PREFIX: 'sub/',
    GIT_TRACE: '1',
    GIT_OPTIONAL_LOCKS: '1',
    EDITOR: 'x',
    PREFIX: '/x',
    UNSET: undefined,
  });
  expect(kept).toEqual({
    PATH: '/bin',
    GIT_INDEX_FILE: '.git/index',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    LANGUAGE: 'C',
  });
});

it('relative locations count from the caller, or from the top, as in git', () => {
  const env = {
    GIT_DIR: '../.git',
    GIT_INDEX_FILE: '.git/index',
    GIT_OBJECT_DIRECTORY: '/abs/objects',
    GIT_ALTERNATE_OBJECT_DIRECTORIES: ['alt', '/abs/alt'].join(delimiter),
  };
  expect(anchoredToTop(anchoredToCaller(env, '/top/sub'), '/top')).toEqual({
    GIT_DIR: '/top/.git',
    GIT_INDEX_FILE: '/top/.git/index',
    GIT_OBJECT_DIRECTORY: '/abs/objects',
    GIT_ALTERNATE_OBJECT_DIRECTORIES: ['/top/alt', '/abs/alt'].join(delimiter),
  });
  expect(anchoredToTop(anchoredToCaller({}, '/top'), '/top')).toEqual({});
});
