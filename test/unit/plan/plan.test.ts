import { expect, test } from 'vitest';
import type { AbsPath, ContentHash } from '../../../src/model/base.js';
import type { ChangeEntry } from '../../../src/model/change.js';
import type { Config } from '../../../src/model/config.js';
import type { JudgedTree } from '../../../src/model/judged-tree.js';
import type { PlannedFile } from '../../../src/model/plan.js';
import type { FileClass } from '../../../src/plan/file-class.js';
import { type PlanInput, planCheck } from '../../../src/plan/plan.js';
import { configured, definition, repoPath, zeroConfig } from '../../support/definitions.js';
import { treeOf, type Workspace, workspace } from './workspace.js';

const entry = (path: string, more: Partial<ChangeEntry> = {}): ChangeEntry => ({
  path: repoPath(path),
  status: 'modified',
  mode: 'file',
  named: false,
  ...more,
});
const textOf = (path: string): FileClass => ({
  kind: 'text',
  hash: `sha256:${path}` as ContentHash,
  matchesDisk: true,
});

interface Setting {
  readonly entries: readonly ChangeEntry[];
  readonly config: Config;
  readonly space?: Workspace;
  readonly tree?: JudgedTree;
  readonly classes?: Readonly<Record<string, FileClass>>;
  readonly heads?: Readonly<Record<string, string>>;
  readonly more?: Partial<PlanInput>;
}

/** Programs are looked for in `bin` of the workspace. */
async function planOf({
  entries,
  config,
  space = workspace(),
  tree,
  classes = {},
  heads = {},
  more,
}: Setting) {
  const asked: string[] = [];
  const planned = await planCheck({
    changeSet: {
      root: space.root,
      scope: { kind: 'working-tree', base: null, head: null, description: '', mixed: [] },
      entries,
    },
    tree: tree ?? treeOf(space.root),
    store: {
      head: async (path) => heads[path],
      classify: async (path) => {
        asked.push(path);
        return classes[path] ?? { ...textOf(path), ...(tree?.overlays.has(path) && { matchesDisk: false }) };
      },
    },
    config,
    ignored: () => false,
    generated: () => false,
    failOnFor: () => 'error',
    allowedServers: () => undefined,
    env: { PATH: space.at('bin') },
    extraRoots: [],
    execPath: '/usr/bin/node' as AbsPath,
    resolveBundled: () => undefined,
    ...more,
  });
  return { ...planned, asked };
}

function withServers(...names: string[]): Workspace {
  const space = workspace();
  for (const name of names) space.program(`bin/${name}-ls`);
  return space;
}

/** `skipped no-server`, `unknown unmerged`, or the cells as `server@root` and `server reason`. */
function outline(file: PlannedFile | undefined): string {
  if (file?.kind === 'skipped') return `skipped ${file.reason}`;
  if (file?.kind === 'unknown') return `unknown ${file.cause.reason}`;
  return (file?.cells ?? [])
    .map((cell) => (cell.kind === 'session' ? cell.sessionKey : `${cell.server} ${cell.cause.reason}`))
    .join(', ');
}

const one = definition('one');
const two = definition('two');

test('every entry ends exactly once, by the first rule that decides', async () => {
  const unreadable: FileClass = { kind: 'unknown', cause: { reason: 'read-failed', detail: 'EACCES' } };
  const cases: readonly (readonly [ChangeEntry, string])[] = [
    [entry('../out.fx', { named: true }), 'unknown read-failed'],
    [entry('binary.fx'), 'skipped binary'],
    [entry('conflict.fx', { status: 'unmerged' }), 'unknown unmerged'],
    [entry('gen/a.fx'), 'skipped generated'],
    [entry('gen/b.fx', { named: true }), 'one@.'],
    [entry('gone.fx', { status: 'deleted' }), 'skipped deleted'],
    [entry('ign/a.fx'), 'skipped ignored'],
    [entry('ign/b.fx', { named: true }), 'one@.'],
    [entry('ign/conflict.fx', { status: 'unmerged' }), 'skipped ignored'],
    [entry('link.fx', { mode: 'symlink' }), 'skipped symlink'],
    [entry('locked.fx'), 'unknown read-failed'],
    [entry('new.fx', { status: 'untracked' }), 'one@.'],
    [entry('nothing.md'), 'skipped no-server'],
    [entry('sub', { mode: 'submodule' }), 'skipped submodule'],
    [entry('unread.md', { named: true }), 'unknown read-failed'],
  ];
  const { plan } = await planOf({
    entries: cases.map(([given]) => given),
    config: configured([one]),
    space: withServers('one'),
    classes: {
      'binary.fx': { kind: 'skipped', reason: 'binary' },
      'locked.fx': unreadable,
      'unread.md': unreadable,
    },
    more: {
      ignored: (path) => path.startsWith('ign/'),
      generated: (path) => path.startsWith('gen/'),
    },
  });
  expect(plan.files.map((file) => [file.path, outline(file)])).toEqual(
    cases.map(([{ path }, expected]) => [path, expected]),
  );
  expect(plan.sessions[0]?.documents.map(({ path }) => path)).toEqual(['gen/b.fx', 'ign/b.fx', 'new.fx']);
});

test('a file that nobody judges is not read, unless it was named', async () => {
  const { asked } = await planOf({
    entries: [entry('a.png'), entry('b.png', { named: true })],
    config: configured([one]),
  });
  expect(asked).toEqual(['b.png']);
});

test('all servers that match have a cell, and sessions are one per (server, root)', async () => {
  const space = withServers('one', 'two');
  for (const folder of ['p/a', 'p/b']) space.write(`${folder}/mark`);
  const rooted = definition('two', { rootMarkers: ['mark'], role: 'advisory' });
  const { plan } = await planOf({
    entries: [entry('p/a/x.fx'), entry('p/b/y.fx'), entry('z.fx')],
    config: configured([one, rooted]),
    space,
    more: { failOnFor: (path) => (path === 'z.fx' ? 'never' : 'warning') },
  });
  expect(plan.files.map(outline)).toEqual(['one@., two@p/a', 'one@., two@p/b', 'one@., two@.']);
  expect(plan.files[2]).toEqual({
    kind: 'judged',
    path: 'z.fx',
    contentHash: 'sha256:z.fx',
    failOn: 'never',
    cells: [
      { kind: 'session', server: 'one', role: 'required', sessionKey: 'one@.' },
      { kind: 'session', server: 'two', role: 'advisory', sessionKey: 'two@.' },
    ],
  });
  expect(plan.sessions.map(({ key, documents }) => [key, documents.map(({ path }) => path)])).toEqual([
    ['one@.', ['p/a/x.fx', 'p/b/y.fx', 'z.fx']],
    ['two@.', ['z.fx']],
    ['two@p/a', ['p/a/x.fx']],
    ['two@p/b', ['p/b/y.fx']],
  ]);
  expect(plan.sessions[2]).toMatchObject({
    root: space.at('p/a'),
    rootPath: 'p/a',
    command: { program: space.at('bin/two-ls'), args: ['--stdio'], from: 'path' },
    documents: [{ uri: `file://${space.at('p/a/x.fx')}`, languageId: 'fx', matchesDisk: true }],
    supporting: [],
  });
});

test('a configured server that is missing is an unknown cell with command, places and hint, never a skip', async () => {
  const { plan, uncovered } = await planOf({ entries: [entry('a.fx')], config: configured([one]) });
  expect(plan.files).toEqual([
    {
      kind: 'judged',
      path: 'a.fx',
      contentHash: 'sha256:a.fx',
      failOn: 'error',
      cells: [
        {
          kind: 'unknown',
          server: 'one',
          role: 'required',
          cause: {
            reason: 'not-started',
            detail: 'one: "one-ls" was not found; looked in node_modules/.bin, then PATH',
            hint: 'install one-ls',
          },
        },
      ],
    },
  ]);
  expect([plan.sessions, uncovered]).toEqual([[], []]);
});

test('zero config: nothing installed is a skip with why and hint, and uncovered', async () => {
  const { plan, uncovered } = await planOf({
    entries: [entry('a.fx'), entry('b.md')],
    config: zeroConfig([one]),
  });
  expect(plan.files).toEqual([
    {
      kind: 'skipped',
      path: 'a.fx',
      reason: 'no-server',
      detail: '"one-ls" was not found; looked in node_modules/.bin, then PATH',
      hint: 'install one-ls',
    },
    { kind: 'skipped', path: 'b.md', reason: 'no-server', detail: 'the catalogue has no server for it' },
  ]);
  expect(uncovered).toEqual([{ path: 'a.fx', language: 'ONE' }]);
  expect(plan.notes).toEqual([
    'one is not used in the repository root: "one-ls" was not found; looked in node_modules/.bin, then PATH',
  ]);
});

test('servers left out on request: an empty scope, not uncovered', async () => {
  const { plan, uncovered } = await planOf({
    entries: [entry('a.fx')],
    config: configured([one], { skipServers: ['one'] }),
  });
  expect(outline(plan.files[0])).toBe('skipped empty-scope');
  expect(uncovered).toEqual([]);
});

test('a server that lacks a program is unknown, in zero config too', async () => {
  const server = definition('one', { needsPrograms: [{ name: 'go', hint: 'install Go' }] });
  const { plan } = await planOf({
    entries: [entry('a.fx')],
    config: zeroConfig([server]),
    space: withServers('one'),
  });
  expect(plan.files[0]).toMatchObject({
    cells: [
      {
        cause: { reason: 'not-started', detail: 'one runs, but "go" is not on PATH', hint: 'install Go' },
      },
    ],
  });
});

test('a map of language ids without an answer is unknown, never plaintext', async () => {
  const server = definition('one', { languageId: { byExtension: { '.fy': 'fy' }, byName: {} } });
  const { plan } = await planOf({
    entries: [entry('a.fx')],
    config: configured([server]),
    space: withServers('one'),
  });
  expect(plan.files[0]).toMatchObject({
    cells: [{ cause: { reason: 'not-started', hint: 'add the extension to servers.one.languageId' } }],
  });
  expect(plan.sessions).toEqual([]);
});

test('a root that is not on the disk: of the configuration’s fault, or of the judged text alone', async () => {
  const space = withServers('one', 'two');
  const fixed = definition('one', { fixedRoot: repoPath('pkg') });
  const marked = definition('two', { rootMarkers: ['mark'] });
  const { plan } = await planOf({
    entries: [entry('pkg/a.fx')],
    config: configured([fixed, marked]),
    space,
    tree: treeOf(space.root, { 'pkg/mark': { onDisk: false }, 'pkg/a.fx': { onDisk: false } }),
  });
  expect(outline(plan.files[0])).toBe('one not-started, two disk-only');
});

test('what a bundled adapter drives is announced once, with everything else in the notes', async () => {
  const space = workspace(['own/node_modules/ts-adapter/cli.js', 'a/mark', 'b/mark']);
  space.package('own', 'ts-adapter', '5.3.0');
  space.package('.', 'typescript', '5.9.3');
  const adapter = definition('one', {
    rootMarkers: ['mark'],
    launch: {
      kind: 'candidates',
      candidates: [
        {
          bin: 'x',
          args: [],
          package: 'ts-adapter',
          needs: { name: 'typescript' },
          bundled: 'ts-adapter/cli.js',
        },
      ],
    },
  });
  const { plan, announcements } = await planOf({
    entries: [entry('a/x.fx'), entry('b/x.fx')],
    config: zeroConfig([adapter, two]),
    space,
    more: { resolveBundled: () => space.at('own/node_modules/ts-adapter/cli.js') },
  });
  expect(announcements).toEqual(["bundled ts-adapter 5.3.0 drives this project's typescript 5.9.3"]);
  expect(plan.notes[0]).toBe(announcements[0]);
  expect(plan.notes.slice(1)).toEqual([expect.stringMatching(/^two is not used/)]);
  expect(plan.sessions.map(({ key, command }) => [key, command.version])).toEqual([
    ['one@a', '5.9.3'],
    ['one@b', '5.9.3'],
  ]);
});

test('ten thousand files in a thousand folders are planned in linear time', async () => {
  const paths = Array.from({ length: 10_000 }, (_, index) => `d${index % 1000}/sub/f${index}.fx`);
  const others = Array.from({ length: 30 }, (_, index) =>
    definition(`other${index}`, { files: ['*.{a,b,c}', '*.q', 'lib/**/*.q'] }),
  );
  const { plan, asked } = await planOf({
    entries: paths.sort().map((path) => entry(path)),
    config: zeroConfig([...others, definition('one', { rootMarkers: ['mark', '*.proj'] })]),
    space: withServers('one'),
  });
  expect(plan.sessions[0]?.documents.length).toBe(10_000);
  // Each read once. Work that grows with the square of the files would not end within the tier's time limit.
  expect(asked.length).toBe(10_000);
});

test('staged text: documents and the overlays beside them, per session', async () => {
  const space = withServers('one');
  for (const folder of ['a', 'b']) space.write(`${folder}/mark`);
  const { plan } = await planOf({
    entries: [entry('a/x.fx'), entry('a/y.fx'), entry('b/z.fx')],
    config: configured([
      definition('one', { rootMarkers: ['mark'], overlay: 'full', overlayMissing: 'yes' }),
    ]),
    space,
    tree: treeOf(space.root, {
      'a/y.fx': { onDisk: false },
      'b/z.fx': { onDisk: true },
      'c/unstaged.fx': { onDisk: true },
      'c/README.md': { onDisk: true },
    }),
  });
  const paths = (documents: readonly { readonly path: string }[]) => documents.map(({ path }) => path);
  expect(
    plan.sessions.map(({ key, documents, supporting }) => [key, paths(documents), paths(supporting)]),
  ).toEqual([
    ['one@a', ['a/y.fx', 'a/x.fx'], ['b/z.fx', 'c/unstaged.fx']],
    ['one@b', ['b/z.fx'], ['a/y.fx', 'c/unstaged.fx']],
  ]);
  expect(plan.sessions[0]?.documents.map(({ matchesDisk }) => matchesDisk)).toEqual([false, true]);
});

test('staged text and a server that reads the disk: disk-only, with the server’s name', async () => {
  const space = withServers('one', 'two');
  const { plan } = await planOf({
    entries: [entry('a.fx')],
    config: configured([definition('one', { overlay: 'none' }), two]),
    space,
    tree: treeOf(space.root, { 'README.md': { onDisk: true } }),
  });
  expect(outline(plan.files[0])).toBe('one disk-only, two@.');
  expect(plan.files[0]).toMatchObject({
    cells: [
      {
        cause: {
          detail: 'one reads the disk, and the disk differs from the judged text in "README.md"',
        },
      },
      {},
    ],
  });
});

test('a script without an extension is judged for its first line; nobody reads other files for that', async () => {
  const shell = definition('shell', {
    interpreters: ['sh'],
    languageId: { default: 'sh', byExtension: {}, byName: {} },
  });
  const { plan, asked, uncovered } = await planOf({
    entries: ['LICENSE', 'bin/run', 'notes.md'].map((path) => entry(path)),
    config: configured([one], { catalogue: [shell] }),
    space: withServers('one', 'shell'),
    heads: { 'bin/run': '#!/bin/sh\n', LICENSE: 'Copyright', 'notes.md': '#!/bin/sh\n' },
  });
  expect(plan.files.map(outline)).toEqual(['skipped no-server', 'skipped no-server', 'skipped no-server']);
  expect(uncovered).toEqual([{ path: 'bin/run', language: 'SHELL' }]);
  expect(asked).toEqual([]);

  const judged = await planOf({
    entries: ['LICENSE', 'bin/run'].map((path) => entry(path)),
    config: configured([shell]),
    space: withServers('shell'),
    heads: { 'bin/run': '#!/bin/sh\n', LICENSE: 'Copyright' },
  });
  expect(judged.plan.files.map(outline)).toEqual(['skipped no-server', 'shell@.']);
  expect(judged.plan.sessions[0]?.documents[0]?.languageId).toBe('sh');
  expect(judged.asked).toEqual(['bin/run']);
});
