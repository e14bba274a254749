// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are written in plain strings

import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AbsPath, NonEmpty } from '../../../src/model/base.js';
import type { LaunchCandidate, PackageNeed, ServerDefinition } from '../../../src/model/server-definition.js';
import { locator } from '../../../src/plan/locate.js';
import type { ProgramSources } from '../../../src/plan/places.js';
import { definition, repoPath } from '../../support/definitions.js';
import { type Workspace, workspace } from './workspace.js';

const node = '/usr/bin/node' as AbsPath;

/** PATH is the folder `bin` beside the project, which is `repo`. */
function locateIn(space: Workspace, more: Partial<ProgramSources> = {}) {
  const locate = locator({
    env: { PATH: space.at('bin') },
    serverRoot: space.at('repo'),
    extraRoots: [],
    execPath: node,
    resolveBundled: () => undefined,
    ...more,
  });
  return (server: ServerDefinition, root = '.') => locate(server, repoPath(root));
}

const withCandidates = (...candidates: NonEmpty<LaunchCandidate>) =>
  definition('x', { launch: { kind: 'candidates', candidates } });
const withCommand = (...command: NonEmpty<string>) =>
  definition('x', { launch: { kind: 'command', command } });
const found = (program: AbsPath, from: string, more: object = {}) => ({
  kind: 'found',
  command: { program, args: ['--stdio'], from, ...more },
});

test('project before PATH before bundled, upward from the root', async () => {
  const space = workspace();
  const server = withCandidates({ bin: 'x-ls', args: ['--stdio'], bundled: 'x/cli.js' });
  const file = space.at('own/x/cli.js');
  const locate = () => locateIn(space, { resolveBundled: () => file })(server, 'packages/a');
  expect(await locate()).toMatchObject({
    command: { program: node, args: [file, '--stdio'], from: 'bundled' },
  });
  space.program('bin/x-ls');
  expect(await locate()).toMatchObject(found(space.at('bin/x-ls'), 'path'));
  space.program('repo/node_modules/.bin/x-ls');
  expect(await locate()).toMatchObject(found(space.at('repo/node_modules/.bin/x-ls'), 'project'));
  space.program('repo/packages/a/node_modules/.bin/x-ls');
  expect(await locate()).toMatchObject(found(space.at('repo/packages/a/node_modules/.bin/x-ls'), 'project'));
});

test('a linked work tree finds what the main one has installed, after its own', async () => {
  const space = workspace();
  const server = withCandidates({ bin: 'x-ls', args: ['--stdio'] });
  space.program('main/pkg/node_modules/.bin/x-ls');
  const locate = () => locateIn(space, { extraRoots: [space.at('main')] })(server, 'pkg');
  expect(await locate()).toMatchObject(found(space.at('main/pkg/node_modules/.bin/x-ls'), 'project'));
  space.program('repo/node_modules/.bin/x-ls');
  expect(await locate()).toMatchObject(found(space.at('repo/node_modules/.bin/x-ls'), 'project'));
});

test('what one place has of any candidate comes before the next place', async () => {
  const space = workspace();
  space.program('bin/first-ls');
  space.program('repo/node_modules/.bin/second-ls');
  const server = withCandidates(
    { bin: 'first-ls', args: ['--stdio'] },
    { bin: 'second-ls', args: ['--stdio'] },
  );
  expect(await locateIn(space)(server)).toMatchObject(
    found(space.at('repo/node_modules/.bin/second-ls'), 'project'),
  );
});

test('missing: the names and the places, no absolute path', async () => {
  const space = workspace();
  expect(await locateIn(space)(withCandidates({ bin: 'a', args: [] }, { bin: 'b', args: [] }))).toEqual({
    kind: 'missing',
    why: '"a" or "b" was not found; looked in node_modules/.bin, then PATH',
  });
});

test('a dangling link, a folder and a file without permission are no programs; the last is said', async () => {
  const space = workspace();
  const server = withCandidates({ bin: 'x-ls', args: ['--stdio'] });
  space.link('repo/node_modules/.bin/x-ls', '../gone/cli.js');
  space.write('repo/pkg/node_modules/.bin/x-ls/file');
  expect(await locateIn(space)(server, 'pkg')).toMatchObject({
    why: expect.stringContaining('was not found'),
  });
  space.write('bin/x-ls');
  expect(await locateIn(space)(server)).toEqual({
    kind: 'missing',
    why: '"x-ls" has no execute permission',
  });
  space.write('repo/other/node_modules/.bin/x-ls');
  expect(await locateIn(space)(server, 'other')).toEqual({
    kind: 'missing',
    why: '"other/node_modules/.bin/x-ls" has no execute permission',
  });
  chmodSync(space.at('bin/x-ls'), 0o755);
  expect(await locateIn(space)(server, 'other')).toMatchObject(found(space.at('bin/x-ls'), 'path'));
});

test('relative and empty entries of PATH are passed over', async () => {
  const space = workspace();
  space.program('repo/x-ls');
  const env = { PATH: `:.:bin:${space.at('bin')}` };
  const before = process.cwd();
  process.chdir(space.at('repo'));
  try {
    const server = withCandidates({ bin: 'x-ls', args: ['--stdio'] });
    expect(await locateIn(space, { env })(server)).toMatchObject({ kind: 'missing' });
    expect(await locateIn(space, { env: {} })(server)).toMatchObject({ kind: 'missing' });
  } finally {
    process.chdir(before);
  }
});

test('a configured command: bare words are looked up, others are paths from the repository root', async () => {
  const space = workspace();
  space.program('repo/tools/my-ls');
  space.program('bin/my-ls');
  space.program('elsewhere/my-ls');
  const locate = locateIn(space);
  expect(await locate(withCommand('my-ls', '--stdio'))).toMatchObject(found(space.at('bin/my-ls'), 'path'));
  expect(await locate(withCommand('./tools/my-ls', '--stdio'), 'pkg')).toMatchObject(
    found(space.at('repo/tools/my-ls'), 'absolute'),
  );
  expect(await locate(withCommand(space.at('elsewhere/my-ls'), '--stdio'))).toMatchObject(
    found(space.at('elsewhere/my-ls'), 'absolute'),
  );
});

test('a configured command that is not there: its name, never its arguments or an absolute path', async () => {
  const space = workspace(['repo/denied-ls']);
  const locate = locateIn(space);
  const why = async (...command: NonEmpty<string>) => {
    const location = await locate(withCommand(...command));
    return location.kind === 'missing' ? location.why : undefined;
  };
  expect(await why('no-such-ls', '--token=secret')).toBe(
    '"no-such-ls" was not found; looked in node_modules/.bin, then PATH',
  );
  expect(await why('./no/such-ls')).toBe('there is no file "no/such-ls"');
  expect(await why(space.at('outside/such-ls'))).toBe('there is no file "such-ls"');
  expect(await why('./denied-ls')).toBe('"denied-ls" has no execute permission');
});

const tsserver: PackageNeed = { name: 'typescript', below: 7, file: 'lib/tsserver.js', bin: 'tsc' };
const adapter: LaunchCandidate = {
  bin: 'ts-ls',
  args: ['--stdio'],
  package: 'ts-adapter',
  needs: tsserver,
  bundled: 'ts-adapter/cli.js',
};
const native: LaunchCandidate = {
  bin: 'tsc',
  args: ['--stdio'],
  package: 'typescript',
  needs: { name: 'typescript', min: 7 },
};

function withAdapter(): { space: Workspace; locate: ReturnType<typeof locateIn> } {
  const space = workspace(['own/node_modules/ts-adapter/cli.js']);
  space.package('own', 'ts-adapter', '5.3.0');
  const bundled = space.at('own/node_modules/ts-adapter/cli.js');
  const locate: ReturnType<typeof locateIn> = (server, root) =>
    locateIn(space, { resolveBundled: () => bundled })(server, root);
  return { space, locate };
}

test('an adapter: the version is that of the engine, and a note names both', async () => {
  const { space, locate } = withAdapter();
  space.package('repo', 'typescript', '5.9.3', ['lib/tsserver.js']);
  expect(await locate(withCandidates(adapter), 'packages/a')).toMatchObject({
    command: { from: 'bundled', version: '5.9.3' },
    note: "bundled ts-adapter 5.3.0 drives this project's typescript 5.9.3",
  });
  space.package('repo', 'ts-adapter', '4.0.0');
  space.program('repo/node_modules/.bin/ts-ls');
  expect(await locate(withCandidates(adapter))).toMatchObject({
    command: { from: 'project', version: '5.9.3' },
    note: "this project's ts-adapter 4.0.0 drives this project's typescript 5.9.3",
  });
});

test('the package of a program is found through its link as well', async () => {
  const { space, locate } = withAdapter();
  space.package('repo', 'typescript', '5.9.3', ['lib/tsserver.js']);
  space.package('lib', 'ts-adapter', '6.0.0');
  space.program('lib/node_modules/ts-adapter/cli.js');
  space.link('bin/ts-ls', '../lib/node_modules/ts-adapter/cli.js');
  expect(await locate(withCandidates(adapter))).toMatchObject({
    note: "PATH's ts-adapter 6.0.0 drives this project's typescript 5.9.3",
    own: { name: 'ts-adapter', version: '6.0.0' },
  });
});

test.each([
  ['7.0.2', [], 'it needs the package typescript (older than 7), and this project has 7.0.2'],
  ['5.9.3', [], 'typescript 5.9.3 of this project lacks lib/tsserver.js'],
  ['next', ['lib/tsserver.js'], 'it needs the package typescript (older than 7), and this project has next'],
])('a need that typescript %s does not meet', async (version, files, why) => {
  const { space, locate } = withAdapter();
  space.package('repo', 'typescript', version, files);
  expect(await locate(withCandidates(adapter))).toEqual({ kind: 'missing', why, wrong: tsserver });
});

test('a command that another package brings under the same name is not this server', async () => {
  const space = workspace();
  space.package('repo', 'pyright', '1.1.414');
  space.package('repo', 'basedpyright', '1.40.1');
  space.program('repo/node_modules/basedpyright/langserver.js');
  space.link('repo/node_modules/.bin/pyright-langserver', '../basedpyright/langserver.js');
  const pyright = withCandidates({ bin: 'pyright-langserver', args: [], package: 'pyright' });
  expect(await locateIn(space)(pyright)).toMatchObject({ kind: 'missing' });
});

test('without the package in the project, the one of a program on PATH counts; with it, only that', async () => {
  const { space, locate } = withAdapter();
  expect(await locate(withCandidates(adapter))).toEqual({
    kind: 'missing',
    why: 'it needs the package typescript (older than 7), and this project has none',
  });
  space.package('lib', 'typescript', '5.9.3', ['lib/tsserver.js']);
  space.program('lib/node_modules/typescript/bin/tsc');
  space.link('bin/tsc', '../lib/node_modules/typescript/bin/tsc');
  expect(await locate(withCandidates(adapter))).toMatchObject({
    note: "bundled ts-adapter 5.3.0 drives PATH's typescript 5.9.3",
  });
  expect(await locate(withCandidates(native))).toEqual({
    kind: 'missing',
    why: 'it needs the package typescript (7 or newer), and PATH has 5.9.3',
    wrong: native.needs,
  });
  space.package('repo', 'typescript', '7.0.2');
  space.program('repo/node_modules/.bin/tsc');
  expect(await locate(withCandidates(adapter))).toMatchObject({ kind: 'missing' });
  const own = await locate(withCandidates(native));
  expect(own).toMatchObject(found(space.at('repo/node_modules/.bin/tsc'), 'project', { version: '7.0.2' }));
  expect(own).not.toHaveProperty('note');
});

test('a manifest that is broken, or no object, is no package', async () => {
  const { space, locate } = withAdapter();
  for (const text of ['{', 'null', '[]', '{"version": 5}']) {
    space.write('repo/node_modules/typescript/package.json', text);
    expect(await locate(withCandidates(adapter)), text).toMatchObject({ kind: 'missing' });
  }
});

test('packages for placeholders: the need’s own, others upward, a missing one left out', async () => {
  const { space, locate } = withAdapter();
  space.package('repo', 'typescript', '5.9.3', ['lib/tsserver.js']);
  space.package('repo/pkg', '@s/plugin', '1.0.0');
  const server = {
    ...withCandidates(adapter),
    env: { A: '${package:@s/plugin}' },
    settings: { tsdk: '${package:typescript}/lib', other: '${package:gone}' },
  };
  expect(await locate(server, 'pkg')).toMatchObject({
    packages: {
      typescript: space.at('repo/node_modules/typescript'),
      '@s/plugin': space.at('repo/pkg/node_modules/@s/plugin'),
    },
  });
  const atRoot = await locate(server);
  expect(atRoot.kind === 'found' && Object.keys(atRoot.packages)).toEqual(['typescript']);
});

test('a program that the server cannot do without is looked for on the PATH it will have', async () => {
  const space = workspace();
  space.program('bin/x-ls');
  const go = { name: 'go', hint: 'install Go' };
  const server = { ...withCandidates({ bin: 'x-ls', args: ['--stdio'] }), needsPrograms: [go] };
  expect(await locateIn(space)(server)).toMatchObject({ kind: 'found', lacks: go });
  space.program('sdk/go');
  const own = { ...server, env: { PATH: space.at('sdk') } };
  expect(await locateIn(space)(own)).not.toHaveProperty('lacks');
  space.program('bin/go');
  expect(await locateIn(space)(server)).not.toHaveProperty('lacks');
});
