import { expect, test } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import type { Config } from '../../../src/model/config.js';
import type { ResolvedCommand } from '../../../src/model/plan.js';
import type { ServerDefinition } from '../../../src/model/server-definition.js';
import { judgedFolders } from '../../../src/plan/folders.js';
import type { Location } from '../../../src/plan/locate.js';
import { createSelector } from '../../../src/plan/select.js';
import { configured, definition, noHead, repoPath, zeroConfig } from '../../support/definitions.js';
import { treeOf, workspace } from './workspace.js';

type Where = ResolvedCommand['from'];

interface Setting {
  readonly config: Config;
  /** Server name → where it is found; others are missing. */
  readonly installed?: Readonly<Record<string, Where>>;
  readonly files?: readonly string[];
  readonly allowed?: readonly string[];
}

function selectorOf({ config, installed = {}, files = [], allowed }: Setting) {
  const locate = async ({ name }: ServerDefinition): Promise<Location> => {
    const from = installed[name];
    if (from === undefined) return { kind: 'missing', why: `"${name}-ls" was not found` };
    return { kind: 'found', packages: {}, command: { program: `/${name}` as AbsPath, args: [], from } };
  };
  const folders = judgedFolders(treeOf(workspace(files).root));
  return createSelector({ config, folders, locate, headOf: noHead, allowedServers: () => allowed });
}

/** `name@root`, `name@root missing`; or the kind of selection when no server is asked. */
async function selected(selector: ReturnType<typeof createSelector>, path = 'a.fx') {
  const selection = await selector.select(repoPath(path));
  if (selection.kind !== 'servers') return selection.kind;
  return selection.candidates.map(
    ({ definition: { name }, root, location }) =>
      `${name}@${root}${location.kind === 'missing' ? ' missing' : ''}`,
  );
}

const one = definition('one');
const two = definition('two');

test('configured: all that match run, a missing one is a candidate all the same, in order of declaration', async () => {
  const config = configured([two, one, definition('other', { files: ['*.fy'] })]);
  const selector = selectorOf({ config, installed: { one: 'path' } });
  expect(await selected(selector)).toEqual(['two@. missing', 'one@.']);
  expect(selector.notes()).toEqual([]);
});

test('configured: neither group nor activatesOn is asked', async () => {
  const config = configured([
    definition('a', { group: 'g', activatesOn: ['gone.json'] }),
    definition('b', { group: 'g' }),
  ]);
  expect(await selected(selectorOf({ config, installed: { a: 'path', b: 'path' } }))).toEqual(['a@.', 'b@.']);
});

test('a fixed root takes only files below it', async () => {
  const config = configured([definition('a', { fixedRoot: repoPath('pkg') }), one]);
  const selector = selectorOf({ config, installed: { a: 'path', one: 'path' } });
  expect(await selected(selector, 'pkg/s/a.fx')).toEqual(['a@pkg', 'one@.']);
  expect(await selected(selector, 'a.fx')).toEqual(['one@.']);
});

test('zero config: an entry runs when it is found and its config file is there or above', async () => {
  const linter = definition('linter', { activatesOn: ['linter.config.*'], rootMarkers: ['package.json'] });
  const config = zeroConfig([one, linter]);
  const files = ['packages/a/package.json', 'packages/linter.config.js', 'other/package.json'];
  const selector = selectorOf({ config, files, installed: { one: 'path', linter: 'path' } });
  expect(await selected(selector, 'packages/a/src/a.fx')).toEqual(['one@.', 'linter@packages/a']);
  expect(await selected(selector, 'other/a.fx')).toEqual(['one@.']);
  expect(selector.notes()).toEqual([
    'linter is not used in "other": none of linter.config.* is there or above',
  ]);
});

test('zero config: what is not installed does not run, and is said in the notes', async () => {
  const selector = selectorOf({ config: zeroConfig([one, two]), installed: { two: 'project' } });
  expect(await selected(selector)).toEqual(['two@.']);
  expect(selector.notes()).toEqual(['one is not used in the repository root: "one-ls" was not found']);
});

const group = ['first', 'second', 'third'].map((name) => definition(name, { group: 'job' }));

test.each<[Record<string, Where>, string]>([
  [{ first: 'path', second: 'path' }, 'first'],
  [{ first: 'path', second: 'project' }, 'second'],
  [{ first: 'bundled', third: 'path' }, 'third'],
  [{ first: 'bundled' }, 'first'],
  [{ first: 'project', second: 'project', third: 'project' }, 'first'],
])('of a group one runs: of %j it is %s', async (installed, winner) => {
  const selector = selectorOf({
    config: zeroConfig([...group, one]),
    installed: { ...installed, one: 'path' },
  });
  expect(await selected(selector)).toEqual([`${winner}@.`, 'one@.']);
  const losers = Object.keys(installed).filter((name) => name !== winner);
  for (const loser of losers) {
    expect(selector.notes()).toContain(
      `${loser} is not used in the repository root: ${winner} does the same job and was chosen`,
    );
  }
});

test.each<[Record<string, Where>, readonly string[]]>([
  [{}, ['first', 'one']],
  [{ second: 'path' }, ['one']],
  [{ one: 'path' }, ['first']],
  [{ third: 'bundled', one: 'path' }, []],
])('with %j installed, %j would run too if they were', async (installed, names) => {
  const selection = await selectorOf({ config: zeroConfig([...group, one]), installed }).select(
    repoPath('a.fx'),
  );
  const missing = 'missing' in selection ? selection.missing : undefined;
  expect(missing?.map(({ definition: { name } }) => name)).toEqual(names);
});

test('zero config, nothing installed: the language of the first entry, why, and what installs it', async () => {
  const inactive = definition('inactive', { activatesOn: ['gone.json'], language: 'Never' });
  const selector = selectorOf({ config: zeroConfig([inactive, one, two]) });
  expect(await selector.select(repoPath('a.fx'))).toEqual({
    kind: 'uncovered',
    language: 'ONE',
    why: '"one-ls" was not found',
    hint: 'install one-ls',
    missing: [one, two].map((which) => ({
      definition: which,
      root: '.',
      location: { kind: 'missing', why: `"${which.name}-ls" was not found` },
    })),
  });
});

test('entries whose config file is absent leave nothing uncovered', async () => {
  const config = zeroConfig([definition('inactive', { activatesOn: ['gone.json'] })]);
  expect(await selected(selectorOf({ config, installed: { inactive: 'path' } }))).toBe('unhandled');
  expect(await selected(selectorOf({ config }), 'a.unknown')).toBe('unhandled');
});

test('configured, but not for this language: the catalogue’s entry is named as what could', async () => {
  const config = configured([definition('other', { files: ['*.fy'] })], {
    catalogue: [definition('inactive', { activatesOn: ['gone.json'] }), one],
  });
  const selector = selectorOf({ config });
  expect(await selector.select(repoPath('a.fx'))).toEqual({
    kind: 'uncovered',
    language: 'ONE',
    why: 'no configured server handles it, one of the catalogue could',
    hint: 'add "one: {}" to servers in the configuration',
    missing: [],
  });
  expect(await selected(selector, 'a.unknown')).toBe('unhandled');
});

test('--server, --skip-server and overrides narrow; what they leave out is not uncovered', async () => {
  const installed = { one: 'path', two: 'path' } as const;
  const servers = [one, two];
  const all = { installed, config: configured(servers, { catalogue: servers }) };
  expect(await selected(selectorOf({ ...all, allowed: ['two'] }))).toEqual(['two@.']);
  expect(await selected(selectorOf({ ...all, allowed: [] }))).toBe('left-out');
  for (const make of [configured, zeroConfig]) {
    const config = (more: Partial<Config>) => make(servers, more);
    expect(await selected(selectorOf({ installed, config: config({ onlyServers: ['two'] }) }))).toEqual([
      'two@.',
    ]);
    expect(await selected(selectorOf({ installed, config: config({ skipServers: ['one'] }) }))).toEqual([
      'two@.',
    ]);
    expect(await selected(selectorOf({ installed, config: config({ skipServers: ['one', 'two'] }) }))).toBe(
      'left-out',
    );
    expect(await selected(selectorOf({ installed, config: config({ onlyServers: ['elsewhere'] }) }))).toBe(
      'left-out',
    );
  }
});

test('zero config: a server asked for by --server is chosen, so a missing one is no skip', async () => {
  const config = zeroConfig([...group, one], { onlyServers: ['second'] });
  expect(await selected(selectorOf({ config, installed: { first: 'path' } }))).toEqual(['second@. missing']);
  expect(await selected(selectorOf({ config, installed: { second: 'bundled' } }))).toEqual(['second@.']);
});

test('zero config: skipping one of a group lets the next one run', async () => {
  const config = zeroConfig(group, { skipServers: ['first'] });
  expect(await selected(selectorOf({ config, installed: { first: 'path', second: 'path' } }))).toEqual([
    'second@.',
  ]);
});

test('one missing, another skipped on request: still uncovered, since nobody chose that', async () => {
  const config = zeroConfig([one, two], { skipServers: ['two'] });
  expect(await selected(selectorOf({ config, installed: { two: 'path' } }))).toBe('uncovered');
});
