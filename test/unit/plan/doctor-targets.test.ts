import { expect, test } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import type { Config } from '../../../src/model/config.js';
import type { ServerDefinition } from '../../../src/model/server-definition.js';
import { astrayFolder } from '../../../src/plan/astray.js';
import { doctorTargets } from '../../../src/plan/doctor-targets.js';
import { judgedFolders } from '../../../src/plan/folders.js';
import type { Location } from '../../../src/plan/locate.js';
import { configured, definition, noHead, repoPath, zeroConfig } from '../../support/definitions.js';
import { treeOf, type Workspace, workspace } from './workspace.js';

const one = definition('one', { rootMarkers: ['project'] });
const two = definition('two', { files: ['*.fy'] });

interface Setting {
  readonly config: Config;
  readonly files: readonly string[];
  /** `name@root` or `name` → version; others are missing. */
  readonly installed?: Readonly<Record<string, string>>;
  readonly space?: Workspace;
  readonly env?: Readonly<Record<string, string>>;
}

function targetsOf({ config, files, installed = {}, space = workspace(files), env = {} }: Setting) {
  const locate = async ({ name }: ServerDefinition, root: string): Promise<Location> => {
    const version = installed[`${name}@${root}`] ?? installed[name];
    if (version === undefined) return { kind: 'missing', why: 'not found' };
    const command = { program: `/${name}` as AbsPath, args: [], from: 'path', version } as const;
    return { kind: 'found', packages: {}, command };
  };
  const judged = files.filter((path) => /\.f[xy]$/.test(path)).map(repoPath);
  const folders = judgedFolders(treeOf(space.root));
  return doctorTargets({ config, folders, locate, headOf: noHead, files: judged, env });
}

/** `name@root roots/files`, missing ones marked. */
async function outline(setting: Setting): Promise<readonly string[]> {
  return (await targetsOf(setting)).targets.map(
    ({ definition: { name }, root, roots, files, location }) =>
      `${name}@${root} ${roots}/${files}${location.kind === 'missing' ? ' missing' : ''}`,
  );
}

test('zero config: what files need, found or not, in order of declaration; nothing that no file needs', async () => {
  const config = zeroConfig([two, one, definition('three', { files: ['*.fz'] })]);
  const files = ['a.fx', 'b/c.fx', 'd.fy'];
  expect(await outline({ config, files, installed: { one: '1' } })).toEqual([
    'two@. 1/1 missing',
    'one@. 1/2',
  ]);
});

test('configured or named: also what no file needs, at the top', async () => {
  expect(await outline({ config: configured([one, two]), files: ['a.fx'] })).toEqual([
    'one@. 1/1 missing',
    'two@. 1/0 missing',
  ]);
  const named = zeroConfig([one, two], { onlyServers: ['two'] });
  expect(await outline({ config: named, files: ['a.fx'] })).toEqual(['two@. 1/0 missing']);
  const skipped = configured([one, two], { skipServers: ['one'] });
  expect(await outline({ config: skipped, files: ['a.fx', 'b.fy'] })).toEqual(['two@. 1/1 missing']);
});

test('one look per installation: in the root with the most files, which need not be the top', async () => {
  const files = ['a/project', 'a/1.fx', 'b/project', 'b/1.fx', 'b/2.fx', 'c/project', 'c/1.fx'];
  const same = { config: configured([one]), files, installed: { one: '1' } };
  expect(await outline(same)).toEqual(['one@b 3/4']);
  expect(await outline({ ...same, installed: { one: '1', 'one@c': '2' } })).toEqual([
    'one@b 2/3',
    'one@c 1/1',
  ]);
});

test('a sample is a file of that root in the language of the canary; without a canary any file', async () => {
  const byExtension = { '.fx': 'fx', '.fy': 'fy' };
  const given = {
    files: ['*.fx', '*.fy'],
    rootMarkers: ['project'],
    languageId: { byExtension, byName: {} },
  } as const;
  const canary = { fileName: 'c.fy', text: '', inEveryRun: false };
  const files = ['p/project', 'p/1.fx', 'p/2.fy', 'p/3.fy', 'q/project', 'q/0.fy'];
  const sampleFor = async (server: ServerDefinition) =>
    (await targetsOf({ config: configured([server]), files, installed: { one: '1' } })).targets[0]?.sample;
  expect(await sampleFor(definition('one', given))).toBe('p/1.fx');
  expect(await sampleFor(definition('one', { ...given, canary }))).toBe('p/2.fy');
  expect(
    await sampleFor(definition('one', { ...given, canary: { ...canary, fileName: 'c.fz' } })),
  ).toBeUndefined();
});

test('languages that nobody configured a server for are counted, unless only some servers are asked about', async () => {
  const config = configured([one], { catalogue: [one, two] });
  const setting = { config, files: ['a.fx', 'b.fy', 'c.fy'] };
  const { uncovered } = await targetsOf(setting);
  expect(uncovered).toEqual([
    { language: 'TWO', files: 2, hint: 'add "two: {}" to servers in the configuration' },
  ]);
  const narrowed = await targetsOf({ ...setting, config: { ...config, onlyServers: ['one'] } });
  expect(narrowed.uncovered).toEqual([]);
});

test('what a server expects beside itself is looked for at its root and above, and on PATH', async () => {
  const space = workspace(['deep/a.fx', 'deep/project', 'flags.txt', 'bin/x']);
  space.program('bin/tool');
  const why = { why: 'w', hint: 'h' };
  const expecting = definition('one', {
    rootMarkers: ['project'],
    expects: [
      { kind: 'file', anyOf: ['gone.json', 'flags.*'], ...why },
      { kind: 'file', anyOf: ['gone.json'], ...why },
      { kind: 'program', anyOf: ['none', 'tool'], ...why },
      { kind: 'program', anyOf: ['none'], ...why },
    ],
  });
  const env = { PATH: space.at('bin') };
  const { targets } = await targetsOf({ config: configured([expecting]), files: ['deep/a.fx'], space, env });
  expect(targets[0]?.unmet.map(({ anyOf }) => anyOf)).toEqual([['gone.json'], ['none']]);
});

test('a missing program off PATH is found where its tools put it, and named as a shell would', async () => {
  const space = workspace();
  const server = definition('x', { launch: { kind: 'command', command: ['x-ls', '--secret'] } });
  const env = { HOME: space.at('home'), GOBIN: space.at('gobin'), GOPATH: 'relative' };
  expect(await astrayFolder(server, env)).toBeUndefined();
  space.program('home/.cargo/bin/x-ls');
  expect(await astrayFolder(server, env)).toBe('$HOME/.cargo/bin');
  space.program('gobin/x-ls');
  expect(await astrayFolder(server, env)).toBe('$GOBIN');
  const byPath = definition('x', { launch: { kind: 'command', command: ['./x-ls'] } });
  expect(await astrayFolder(byPath, env)).toBeUndefined();
});
