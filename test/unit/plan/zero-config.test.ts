// The built-in entries on the repositories that people have: what the first run without a configuration chooses.

import { expect, test } from 'vitest';
import { catalogue } from '../../../src/catalogue/index.js';
import type { AbsPath } from '../../../src/model/base.js';
import { bundledResolver } from '../../../src/plan/bundled.js';
import { judgedFolders } from '../../../src/plan/folders.js';
import { locator } from '../../../src/plan/locate.js';
import { createSelector } from '../../../src/plan/select.js';
import { noHead, repoPath, zeroConfig } from '../../support/definitions.js';
import { treeOf, type Workspace, workspace } from './workspace.js';

/** `name from version` of each server chosen, or the kind of selection. PATH is the workspace's `bin`. */
async function chosenFor(space: Workspace, path: string) {
  const locate = locator({
    env: { PATH: space.at('bin') },
    serverRoot: space.root,
    extraRoots: [],
    execPath: '/usr/bin/node' as AbsPath,
    resolveBundled: bundledResolver(import.meta.url),
  });
  const folders = judgedFolders(treeOf(space.root));
  const { select } = createSelector({
    config: zeroConfig(catalogue),
    folders,
    locate,
    headOf: noHead,
    allowedServers: () => undefined,
  });
  const selection = await select(repoPath(path));
  if (selection.kind === 'uncovered') return `uncovered ${selection.language}`;
  if (selection.kind !== 'servers') return selection.kind;
  return selection.candidates.map(({ definition: { name }, location }) =>
    location.kind === 'found'
      ? [name, location.command.from, location.command.version].filter(Boolean).join(' ')
      : `${name} missing`,
  );
}

test('only typescript@5: the bundled adapter drives it', async () => {
  const space = workspace();
  space.package('.', 'typescript', '5.9.3', ['lib/tsserver.js']);
  space.program('node_modules/.bin/tsc');
  expect(await chosenFor(space, 'src/a.ts')).toEqual(['typescript bundled 5.9.3']);
});

test('typescript@7: its own server, also where the adapter is installed', async () => {
  const space = workspace();
  space.package('.', 'typescript', '7.0.2');
  space.package('.', 'typescript-language-server', '5.3.0');
  space.program('node_modules/.bin/tsc');
  space.program('node_modules/.bin/typescript-language-server');
  expect(await chosenFor(space, 'src/a.ts')).toEqual(['typescript-native project 7.0.2']);
});

test('no TypeScript at all: uncovered, though an adapter is bundled', async () => {
  expect(await chosenFor(workspace(), 'src/a.ts')).toBe('uncovered TypeScript');
});

test('eslint needs its config file beside or above, and runs with TypeScript', async () => {
  const space = workspace(['web/eslint.config.mjs']);
  space.package('.', 'typescript', '5.9.3', ['lib/tsserver.js']);
  space.package('.', 'vscode-langservers-extracted', '4.10.0');
  space.program('node_modules/.bin/vscode-eslint-language-server');
  expect(await chosenFor(space, 'web/a.js')).toEqual(['typescript bundled 5.9.3', 'eslint project 4.10.0']);
  expect(await chosenFor(space, 'api/a.js')).toEqual(['typescript bundled 5.9.3']);
});

test('a server on PATH, and a language without any', async () => {
  const space = workspace();
  space.program('bin/gopls');
  expect(await chosenFor(space, 'cmd/main.go')).toEqual(['gopls path']);
  expect(await chosenFor(space, 'app/a.py')).toBe('uncovered Python');
  expect(await chosenFor(space, 'notes.rst')).toBe('unhandled');
});
