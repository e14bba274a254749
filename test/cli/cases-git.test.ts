// OC-13, OC-15 and OC-17: the change set and the text that is judged, with real git. Nothing in the repository may change.

import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/base.js';
import { expectFile, expectRun } from '../support/expect-file.js';
import { on, push, type Script } from '../support/fake-server/script.js';
import { parseSarif, resultsOf, uriOf } from '../support/sarif.js';
import { type Run, type Scenario, scenario } from '../support/scenario.js';
import { repositoryIn, snapshotOf } from '../support/scenario-repo.js';
import type { TempRepo } from '../support/temp-repo.js';

type CheckedRepo = TempRepo & Pick<Scenario, 'check' | 'print'>;

/** A repository with a content-rule server; a check that touches anything in it fails. */
function repository(files: Readonly<Record<string, string>>, config = {}): CheckedRepo {
  const one = scenario({ files, server: 'pushes-truth', config });
  const repo = repositoryIn(one);
  const check: Scenario['check'] = async (settings) => {
    const before = snapshotOf(repo);
    const run = await one.check(settings);
    expect(snapshotOf(repo)).toEqual(before);
    return run;
  };
  return { ...repo, check, print: one.print };
}

describe('OC-13, the index is judged and not the disk', () => {
  it('1: staged bad, repaired on disk only', async () => {
    const repo = repository({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'x\nBAD\n');
    repo.write('a.fx', 'ok\n');
    const run = await repo.check({ scope: 'staged' });
    expectFile(run, 'a.fx').findings([{ line: 2, column: 1 }]);
    expectRun(run).exits(1);
    expectGivenText(repo, run, 'x\nBAD\n');
  });

  it('2: staged good, broken on disk only', async () => {
    const repo = repository({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'fine\n');
    repo.write('a.fx', 'BAD\nBAD\n');
    const run = await repo.check({ scope: 'staged' });
    expectFile(run, 'a.fx').clean();
    expectRun(run).exits(0);
    expectGivenText(repo, run, 'fine\n');
  });

  /** The hash the server logged is that of the blob in the index. */
  function expectGivenText(repo: TempRepo, run: Run, text: string): void {
    expect(repo.git('cat-file', 'blob', ':a.fx')).toBe(text);
    const [opened] = run.log().received('textDocument/didOpen', 'a.fx');
    const reported = run.report.files.find(({ path }) => path === 'a.fx')?.contentHash;
    expect(`sha256:${opened?.params?.textDocument?.sha256}`).toBe(reported);
    expect(run.log().notes('content-rule').at(-1)).toMatchObject({
      sha256: opened?.params?.textDocument?.sha256,
    });
    expect(reported).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
  }
});

describe('OC-03, 3: what a save would bring says nothing about staged text that is not on the disk', () => {
  const savesOnly: Script = {
    initialize: {
      kind: 'result',
      capabilities: { textDocumentSync: { openClose: true, change: 1, save: {} } },
    },
    handlers: [on('open', 'a.fx', push([])), on('save', 'a.fx', push([]))],
  };
  const staged = (entry: JsonObject) => {
    const one = scenario({ files: { 'a.fx': 'ok\n' }, servers: { fake: { script: savesOnly, entry } } });
    const repo = repositoryIn(one);
    repo.stage('a.fx', 'BAD\n');
    repo.write('a.fx', 'ok\n');
    return one;
  };

  it.each(['none', 'self'])('a server with overlay: %s saves a copy of the index', async (overlay) => {
    const one = staged({ overlay });
    const run = await one.check({ scope: 'staged' });
    const [saved, ...others] = run.log().received('textDocument/didSave', 'a.fx');
    expect(others).toEqual([]);
    expect(saved?.params?.textDocument?.uri).not.toContain(`file://${one.root}`);
  });

  it.each(['none', 'self'])('where no copy can be made, overlay: %s is not asked', async (overlay) => {
    const run = await staged({ overlay }).check({ scope: 'staged', env: { TMPDIR: '/proc' } });
    expectFile(run, 'a.fx').unknown('disk-only', /^fake reads .* cannot be written to the temporary folder/);
    expect(run.log().entries).toEqual([]);
    expectRun(run).exits(3);
  });

  it('no save is announced to a server with overlay: full', async () => {
    const run = await staged({ overlay: 'full' }).check({ scope: 'staged' });
    expect(run.log().received('textDocument/didOpen', 'a.fx')).toHaveLength(1);
    expect(run.log().received('textDocument/didSave')).toEqual([]);
  });
});

describe('OC-15, deleted, renamed and half-deleted files', () => {
  const base = {
    'x.fx': 'ok x\nand more\nlines of it\n',
    'z.fx': 'ok z\n',
    'm.fx': 'ok m\n',
    'conf.fx': 'ok conf\n',
    'ignored/old.fx': 'one\ntwo\nBAD\nfour\nfive\n',
  };
  const onBranch = () => {
    const repo = repository(base, { check: { ignore: ['ignored/**'] } });
    repo.git('checkout', '-q', '-b', 'f');
    return repo;
  };
  const settled = (run: Run) => {
    expect(`${run.stderr}${JSON.stringify(run.report)}`).not.toMatch(/ENOENT|ENOTDIR/);
    return run;
  };
  const expectGone = (run: Run, path: string) => {
    const file = run.report.files.find((one) => one.path === path);
    if (file !== undefined) expect(file).toMatchObject({ verdict: 'skipped', reason: 'deleted' });
  };

  it('1: changed, committed, then moved without staging', async () => {
    const repo = onBranch();
    repo.write('x.fx', `${base['x.fx']}more\n`);
    repo.git('commit', '-q', '-am', 'change');
    renameSync(join(repo.root, 'x.fx'), join(repo.root, 'y.fx'));
    const run = settled(await repo.check({ scope: { base: 'main' } }));
    expectGone(run, 'x.fx');
    expectFile(run, 'y.fx').clean();
    expectRun(run).exits(0);
  });

  it('2: removed in a commit', async () => {
    const repo = onBranch();
    repo.git('rm', '-q', 'z.fx');
    repo.git('commit', '-q', '-m', 'remove');
    const run = settled(await repo.check({ scope: { base: 'main' } }));
    expectGone(run, 'z.fx');
    expectRun(run).exits(0);
  });

  it('3: added to the index, removed from the disk', async () => {
    const repo = onBranch();
    repo.stage('n.fx', 'BAD n\n');
    rmSync(join(repo.root, 'n.fx'));
    const run = settled(await repo.check({ scope: 'staged' }));
    expectFile(run, 'n.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('4: edited in the index, removed from the disk', async () => {
    const repo = onBranch();
    repo.stage('m.fx', 'ok\nBAD\n');
    rmSync(join(repo.root, 'm.fx'));
    const run = settled(await repo.check({ scope: 'staged' }));
    expectFile(run, 'm.fx').findings([{ line: 2, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('5: a pure rename from an ignored folder into a checked one', async () => {
    const repo = onBranch();
    mkdirSync(join(repo.root, 'src'));
    repo.git('mv', 'ignored/old.fx', 'src/new.fx');
    const run = settled(await repo.check({ scope: 'staged' }));
    expectGone(run, 'ignored/old.fx');
    expectFile(run, 'src/new.fx').findings([{ line: 3, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('6: a file becomes a folder', async () => {
    const repo = onBranch();
    repo.git('mv', 'conf.fx', 'conf.tmp');
    mkdirSync(join(repo.root, 'conf.fx'));
    repo.git('mv', 'conf.tmp', 'conf.fx/index.fx');
    const run = settled(await repo.check({ scope: 'staged' }));
    expectGone(run, 'conf.fx');
    expectFile(run, 'conf.fx/index.fx').clean();
    expectRun(run).exits(0);
  });
});

describe('OC-17, names that git quotes or that look like something else', () => {
  const names = [
    'café.fx',
    'tab\tn.fx',
    'nl\nn.fx',
    '--output=pwn.fx',
    ':(top)evil.fx',
    'app/[id]/p.fx',
    'app/(auth)/l.fx',
    ' lead.fx',
    'quote"q.fx',
    'back\\slash.fx',
    'pct%41.fx',
    'hash#q?.fx',
  ];
  const staged = () => {
    const repo = repository({ 'README.md': 'text\n' });
    for (const name of names) repo.stage(name, 'BAD\n');
    return repo;
  };

  it('json: twelve files, twelve findings, names as they are', async () => {
    const run = await staged().check({ scope: 'staged' });
    expect(run.report.files.map(({ path }) => path).sort()).toEqual([...names].sort());
    for (const name of names) expectFile(run, name).findings([{ line: 1, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('named on the command line: literal too', async () => {
    const run = await staged().check({ paths: names });
    for (const name of names) expectFile(run, name).findings([{ line: 1, column: 1 }]);
  });

  it('sarif: valid URIs that name the same files', async () => {
    const printed = await staged().print('sarif', { scope: 'staged' });
    const uris = resultsOf(parseSarif(printed.stdout)).map((result) => uriOf(result) ?? '');
    expect(uris.map(decodeURIComponent).sort()).toEqual([...names].sort());
    for (const uri of uris) {
      expect(uri).toMatch(/^[A-Za-z0-9%._~!$&'()*+,;=@/-]+$/);
      expect(new URL(uri, 'file:///r/').pathname).toBe(`/r/${uri}`);
    }
  });

  it('text: one line for each, control characters escaped', async () => {
    const printed = await staged().print('text', { scope: 'staged' });
    const found = printed.stdout.split('\n').filter((line) => line.includes('BAD is not allowed'));
    expect(found).toHaveLength(12);
    expect(printed.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(found.filter((line) => /nl.+n\.fx:1:1/.test(line))).toHaveLength(1);
    expect(found.filter((line) => /tab.+n\.fx:1:1/.test(line))).toHaveLength(1);
    expect(printed.exitCode).toBe(1);
  });
});
