// --affected with a server that names users of a file when it is asked for references: how many are judged, what counts in them,
// and what a search comes to that does not reach its end. `use NAME` in a text is wrong when NAME holds BAD.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/base.js';
import { expectFile, expectRun, stretched } from '../support/expect-file.js';
import {
  E,
  full,
  type Handler,
  inStarts,
  on,
  type Script,
  type Step,
  times,
} from '../support/fake-server/script.js';
import { type CheckSettings, recordingHosts } from '../support/hosts.js';
import { type Run, scenario } from '../support/scenario.js';
import { repositoryIn } from '../support/scenario-repo.js';

/** The tool of the MCP server does not offer it. */
const hosts = recordingHosts;

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } };
const declaration = { name: 'dep', kind: 12, range, selectionRange: range };
const symbols = (value: Step & { do: 'result' }): Handler =>
  on('other', 'textDocument/documentSymbol', value);
const result = (value: readonly object[]): Step & { do: 'result' } => ({
  do: 'result',
  value: JSON.parse(JSON.stringify(value)),
});

/** The changed file has one declaration, which these files refer to; what happens first, or instead, comes before. */
function naming(users: readonly string[], ...before: readonly Handler[]): Script {
  return {
    initialize: {
      kind: 'result',
      capabilities: { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } },
    },
    contentRule: { by: 'pull', followsUses: true },
    handlers: [
      ...before,
      times(1, symbols(result([declaration]))),
      symbols(result([])),
      on('other', 'textDocument/references', result(users.map((name) => ({ uri: `{uri:${name}}`, range })))),
    ],
  };
}

const user = 'use dep.fx\n';

interface Setup {
  readonly users?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly server: Script;
  readonly config?: JsonObject;
}

/** `dep.fx` was good and is BAD now; the server is asked by the rules of pyright's entry. */
function changing({ users = [], files = {}, server, config = {} }: Setup) {
  const one = scenario({
    files: { 'dep.fx': 'good\n', ...Object.fromEntries(users.map((name) => [name, user])), ...files },
    servers: { pyright: { script: server } },
    config,
  });
  const repo = repositoryIn(one);
  one.write('dep.fx', 'BAD\n');
  const check = (settings: CheckSettings = {}): Promise<Run> =>
    one.check({ scope: 'working-tree', affected: true, ...settings });
  return { ...one, repo, check };
}

function search(run: Run) {
  expect(run.report.affected).toHaveLength(1);
  return run.report.affected?.[0];
}

/** Method, file name, and the new text of a change. */
function sentence(message: unknown): string {
  const { method, params } = JSON.parse(JSON.stringify(message));
  const name = params?.textDocument?.uri?.split('/').at(-1) ?? '';
  return [method, name, params?.contentChanges?.[0]?.text.trim() ?? ''].join(' ').trim();
}

const affectedPaths = (run: Run) => run.report.files.filter((file) => file.affected).map(({ path }) => path);

describe.concurrent.each(hosts)('what depends on the change (%s)', (host) => {
  it('is judged and marked, and only what is new in it counts', async () => {
    const run = await changing({
      server: naming(['old.fx', 'user.fx', 'fine.fx']),
      files: { 'user.fx': user, 'old.fx': `BAD\n${user}`, 'fine.fx': 'nothing\n', 'other.fx': 'BAD\n' },
    }).check({ host });
    expect(affectedPaths(run)).toEqual(['fine.fx', 'old.fx', 'user.fx']);
    expectFile(run, 'user.fx').findings([{ line: 1, column: 1, message: 'dep.fx is not allowed' }], {
      via: 'pull',
    });
    const statuses = run.report.files.map(({ path, diagnostics }) => [
      path,
      diagnostics.map(({ status }) => status),
    ]);
    expect(statuses).toEqual([
      ['dep.fx', ['active']],
      ['fine.fx', []],
      ['old.fx', ['existing', 'active']],
      ['user.fx', ['active']],
    ]);
    expect(search(run)).toEqual({
      ...{ server: 'pyright', root: '.', method: 'references', state: 'complete', judged: 3 },
    });
    expect(run.report.summary['affected']).toBe(3);
    expectRun(run).exits(1);
  });

  it.each(['changed-lines', 'new'] as const)('--only %s: the same in what did not change', async (only) => {
    const run = await changing({
      server: naming(['old.fx', 'user.fx']),
      files: { 'user.fx': user, 'old.fx': `BAD\n${user}` },
    }).check({ host, only });
    const statuses = run.report.files.map(({ path, diagnostics }) => [
      path,
      diagnostics.map(({ status }) => status),
    ]);
    expect(statuses).toEqual([
      ['dep.fx', ['active']],
      ['old.fx', ['existing', 'active']],
      ['user.fx', ['active']],
    ]);
  });

  it('is asked for on the text before the change, after the change was judged', async () => {
    const run = await changing({ users: ['user.fx'], server: naming(['user.fx']) }).check({ host });
    const methods = run
      .log('pyright')
      .entries.flatMap(({ dir, message }) => (dir === 'in' ? sentence(message) : []));
    const told = methods.filter((text) => /dep\.fx|references|user\.fx/.test(text));
    expect(told.slice(0, 8)).toEqual([
      'textDocument/didOpen dep.fx',
      'textDocument/diagnostic dep.fx',
      'textDocument/didChange dep.fx good',
      'textDocument/documentSymbol dep.fx',
      'textDocument/references dep.fx',
      'textDocument/documentSymbol user.fx',
      'textDocument/didChange dep.fx BAD',
      'textDocument/didOpen user.fx',
    ]);
  });

  it('is routed like what changed: ignored, generated, too large, not tracked', async () => {
    const one = changing({
      users: ['ignored.fx', 'made.fx', 'user.fx'],
      files: { 'large.fx': `${user}${'x'.repeat(3000)}\n`, '.gitattributes': 'made.fx linguist-generated\n' },
      server: naming(['ignored.fx', 'made.fx', 'large.fx', 'user.fx', 'loose.fx', 'gone.fx']),
      config: { check: { ignore: ['ignored.fx'], maxFileSize: '2kB' } },
    });
    one.repo.git('config', 'core.excludesFile', '/dev/null');
    one.write('.git/info/exclude', 'loose.fx\n');
    one.write('loose.fx', user);
    const run = await one.check({ host });
    expect(affectedPaths(run)).toEqual(['ignored.fx', 'large.fx', 'made.fx', 'user.fx']);
    expectFile(run, 'ignored.fx').skipped('ignored');
    expectFile(run, 'made.fx').skipped('generated');
    expectFile(run, 'large.fx').unknown('too-large');
    expectFile(run, 'user.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).incomplete();
  });

  it('on an unborn branch is nothing: there is no text before', async () => {
    const one = changing({ users: ['user.fx'], server: naming(['user.fx']) });
    one.repo.git('update-ref', '-d', 'HEAD');
    const run = await one.check({ host });
    expect(affectedPaths(run)).toEqual([]);
    expect(search(run)).toMatchObject({ state: 'complete', judged: 0 });
  });

  it('of what is staged: the index is judged, whatever the disk holds', async () => {
    const one = changing({ users: ['user.fx'], server: naming(['user.fx']) });
    one.repo.git('add', 'dep.fx');
    one.write('dep.fx', 'repaired\n');
    const run = await one.check({ host, scope: 'staged' });
    expectFile(run, 'user.fx').findings([{ line: 1, column: 1 }]);
    expect(affectedPaths(run)).toEqual(['user.fx']);
  });
});

describe.concurrent.each(hosts)('a file that is gone (%s)', (host) => {
  it('is looked for in texts where the server cannot be shown it; only what breaks is told', async () => {
    const one = changing({
      files: {
        'user.fx': 'use gone.fx\n',
        'mention.fx': 'gone is gone\n',
        'gone.fx': 'good\n',
        'none.fx': 'x\n',
      },
      server: {
        ...naming([]),
        // In the tree of the base, which a process of its own judges, the file is there.
        handlers: [inStarts(1, on('pull', 'user.fx', full([E(0, 4, 0, 11, 'no gone.fx')])))],
      },
    });
    one.repo.git('checkout', '-q', 'dep.fx');
    one.repo.git('rm', '-q', 'gone.fx');
    const run = await one.check({ host });
    expect(run.report.files.map(({ path, verdict }) => `${path} ${verdict}`)).toEqual([
      'gone.fx skipped',
      'user.fx findings',
    ]);
    expect(search(run)).toMatchObject({ state: 'partial', judged: 1 });
    expect(search(run)?.gaps?.map(({ kind }) => kind)).toEqual(['no-base', 'heuristic']);
  });
});

describe.concurrent.each(hosts)('a search that does not reach its end (%s)', (host) => {
  const references = 'textDocument/references';
  /** The change itself is good, so that nothing but the search decides. */
  const harmless = (server: Script) => {
    const one = changing({ users: ['user.fx'], server });
    one.write('dep.fx', 'better\n');
    return one;
  };
  const expectFailed = (run: Run, reason: string, detail: RegExp) => {
    expectFile(run, 'dep.fx').clean('pull');
    expect(search(run)).toMatchObject({ state: 'failed', reason, detail: expect.stringMatching(detail) });
    expectRun(run).incomplete();
    expectRun(run).exits(3);
  };

  it('the server ends: what was judged stays, and the run is incomplete', async () => {
    const run = await harmless(naming([], on('other', references, { do: 'exit', code: 9 }))).check({ host });
    expectFailed(run, 'exited', /code 9/);
    expect(affectedPaths(run)).toEqual([]);
  });

  it('--on-unknown warn: said, and let through', async () => {
    const server = naming([], on('other', references, { do: 'exit', code: 9 }));
    const run = await harmless(server).check({ host, onUnknown: 'warn' });
    expect(search(run)).toMatchObject({ state: 'failed', reason: 'exited' });
    expectRun(run).incomplete();
    expectRun(run).exits(0);
  });

  it('the deadline comes', async () => {
    const server = naming(
      [],
      on('other', references, { do: 'busy', ms: 60_000, where: 'child' }, { do: 'never' }),
    );
    const run = await harmless(server).check({ host, deadline: `${stretched(4000)}ms` });
    expectFailed(run, 'deadline', /the deadline came/);
  });

  it('the server rests and does not answer', async () => {
    const server = naming([], on('other', references, { do: 'never' }));
    const run = await harmless(server).check({ host, requestTimeout: '300ms', deadline: '30s' });
    expectFailed(run, 'still-busy', /at rest and has not answered/);
  });

  it('the server refuses', async () => {
    const server = naming([], on('other', references, { do: 'error', code: -32603, message: 'no index' }));
    const run = await harmless(server).check({ host });
    expectFailed(run, 'pull-failed', /refused .*no index.*-32603/);
  });

  it('the answer is no list', async () => {
    const run = await harmless(naming([], on('other', references, { do: 'result', value: 'none' }))).check({
      host,
    });
    expectFailed(run, 'pull-failed', /no list/);
  });

  it('it fails half-way: what was found is judged', async () => {
    const server = naming(
      ['user.fx'],
      symbols(result([declaration])),
      times(1, on('other', references, result([{ uri: '{uri:user.fx}', range }]))),
      on('other', references, { do: 'exit', code: 9 }),
    );
    const run = await harmless(server).check({ host });
    expect(search(run)).toMatchObject({ state: 'failed', reason: 'exited', judged: 1 });
    expectFile(run, 'user.fx').unknown('exited');
    expectRun(run).exits(3);
  });

  it('the server ends on a dependent: that one is unknown, the change stays judged', async () => {
    const server = naming(['user.fx'], on('open', 'user.fx', { do: 'exit', code: 9 }));
    const run = await harmless(server).check({ host });
    expectFile(run, 'dep.fx').clean('pull');
    expectFile(run, 'user.fx').unknown('exited', /code 9/);
    expectRun(run).exits(3);
  });
});

it('no more than 200 files are judged; the rest is named', async () => {
  const users = Array.from({ length: 203 }, (_, index) => `u${String(index).padStart(3, '0')}.fx`);
  const run = await changing({ users, server: naming(users) }).check({ host: 'engine', deadline: '1m' });
  expect(affectedPaths(run)).toEqual(users.slice(0, 200));
  expect(search(run)).toMatchObject({
    state: 'partial',
    judged: 200,
    cut: ['u200.fx', 'u201.fx', 'u202.fx'],
    gaps: [{ kind: 'limit' }],
  });
  expectRun(run).exits(1);
});

it('a server that nobody measured: in part, and no failure', async () => {
  const one = scenario({ files: { 'a.fx': 'good\n' }, server: { contentRule: { by: 'push' } } });
  repositoryIn(one);
  one.write('a.fx', 'better\n');
  const run = await one.check({ scope: 'working-tree', affected: true });
  expectFile(run, 'a.fx').clean();
  expect(search(run)).toMatchObject({
    method: 'unknown',
    state: 'partial',
    gaps: [{ kind: 'unsupported', detail: 'it cannot tell which files depend on others' }],
  });
  expectRun(run).complete();
  expectRun(run).exits(0);
});
