import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CiEvent, readCiEvent } from '../../../src/git/ci-event.js';
import { githubEnvironment, gitlabEnvironment } from '../../support/ci-event.js';
import { tempFolder } from '../../support/temp-repo.js';

const oid = (digit: string) => digit.repeat(40);
const none = oid('0');
const oids = {
  base: oid('a'),
  head: oid('b'),
  merge: oid('c'),
  before: oid('d'),
  after: oid('e'),
  target: oid('f'),
};

describe('OC-16 what a CI says of its event', () => {
  it.each<[string, () => Readonly<Record<string, string>>, CiEvent]>([
    [
      'pull_request',
      () => githubEnvironment('pull_request', oids),
      { kind: 'merge', name: 'GitHub pull_request', base: oids.base, head: oids.head, target: 'main' },
    ],
    [
      'merge_group',
      () => githubEnvironment('merge_group', oids),
      { kind: 'merge', name: 'GitHub merge_group', base: oids.base, head: oids.head, target: 'main' },
    ],
    [
      'push',
      () => githubEnvironment('push', { ...oids, ref: 'refs/heads/feat/x' }),
      {
        kind: 'push',
        name: 'GitHub push',
        before: oids.before,
        branch: 'feat/x',
        defaultBranch: 'main',
        forced: false,
      },
    ],
    [
      'push of a new branch, forced',
      () => githubEnvironment('push', { ...oids, before: none, ref: 'refs/heads/feat' }, { forced: true }),
      {
        kind: 'push',
        name: 'GitHub push',
        before: undefined,
        branch: 'feat',
        defaultBranch: 'main',
        forced: true,
      },
    ],
    [
      'push of a tag',
      () => githubEnvironment('push', { ...oids, before: none, ref: 'refs/tags/v1' }),
      { kind: 'all', name: 'GitHub push of the tag v1' },
    ],
    ['schedule', () => githubEnvironment('schedule'), { kind: 'all', name: 'GitHub schedule' }],
    [
      'workflow_dispatch',
      () => githubEnvironment('workflow_dispatch'),
      { kind: 'all', name: 'GitHub workflow_dispatch' },
    ],
    [
      'GitLab merge request',
      () => gitlabEnvironment('gitlab_merge_request', oids),
      { kind: 'merge', name: 'GitLab merge_request_event', base: oids.base, head: oids.head, target: 'main' },
    ],
    [
      'GitLab merged results',
      () => gitlabEnvironment('gitlab_merged_results', oids),
      { kind: 'merge', name: 'GitLab merge_request_event', base: oids.base, head: oids.head, target: 'main' },
    ],
    [
      'GitLab push',
      () => gitlabEnvironment('gitlab_push', { ...oids, branch: 'feat' }),
      {
        kind: 'push',
        name: 'GitLab push',
        before: oids.before,
        branch: 'feat',
        defaultBranch: 'main',
        forced: false,
      },
    ],
    [
      'GitLab schedule',
      () => gitlabEnvironment('gitlab_schedule', oids),
      { kind: 'all', name: 'GitLab schedule' },
    ],
    [
      'GitLab, started by hand',
      () => ({ ...gitlabEnvironment('gitlab_schedule', oids), CI_PIPELINE_SOURCE: 'web' }),
      { kind: 'all', name: 'GitLab web' },
    ],
    [
      'GitLab tag',
      () => ({ ...gitlabEnvironment('gitlab_push', { ...oids, branch: '' }), CI_COMMIT_TAG: 'v1' }),
      { kind: 'all', name: 'GitLab push of the tag v1' },
    ],
  ])('%s', async (_name, env, event) => {
    expect(await readCiEvent(env())).toEqual(event);
  });

  it.each<[string, () => Readonly<Record<string, string>>]>([
    ['no CI that is known', () => ({ CI: 'true' })],
    ['an event that says nothing of a change', () => ({ GITHUB_EVENT_NAME: 'issues' })],
    [
      'a source that says nothing of a change',
      () => ({ GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'parent_pipeline' }),
    ],
  ])('%s: nothing is recognised', async (_name, env) => {
    expect(await readCiEvent(env())).toBeUndefined();
  });
});

describe('OC-16 an event that cannot be read is an error, never a guess', () => {
  const file = (content: string) => {
    const path = join(tempFolder(), 'event.json');
    writeFileSync(path, content);
    return { GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path };
  };
  it.each<[string, () => Readonly<Record<string, string>>, string]>([
    ['no file named', () => ({ GITHUB_EVENT_NAME: 'push' }), 'GITHUB_EVENT_PATH is not set'],
    [
      'no such file',
      () => ({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: '/nonexistent/e' }),
      'cannot be read',
    ],
    ['no JSON', () => file('{'), 'it is no JSON'],
    ['another form', () => file('[1]'), 'it has no ref'],
    ['no commit', () => file('{"ref":"refs/heads/a","before":"--output=x"}'), '"--output=x" is no commit'],
    [
      'a pull request without a base',
      () => githubEnvironment('pull_request', { ...oids, base: none }),
      `"${none}" is no commit`,
    ],
    [
      'a merge request without a base',
      () => ({ GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event' }),
      '"" is no commit',
    ],
  ])('%s', async (_name, env, message) => {
    await expect(readCiEvent(env())).rejects.toMatchObject({
      kind: 'scope',
      message: expect.stringContaining(message),
      hint: expect.stringContaining('--base'),
    });
  });
});
