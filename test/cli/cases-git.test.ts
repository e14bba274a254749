// OC-13, OC-15 and OC-17: the change set and the text that is judged, with real git. Nothing in the repository may change.

import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { git, initRepository, repositorySnapshot } from '../support/git-in.js';
import type { CheckSettings } from '../support/hosts.js';
import { parseSarif, resultsOf, uriOf } from '../support/sarif.js';
import { type Run, type Scenario, scenario } from '../support/scenario.js';

/** A repository with a content-rule server. */
function repository(files: Readonly<Record<string, string>>, config = {}): Scenario {
  const one = scenario({ files, server: 'pushes-truth', config });
  initRepository(one.root);
  return one;
}

async function checkUntouched(one: Scenario, settings: CheckSettings): Promise<Run> {
  const before = repositorySnapshot(one.root);
  const run = await one.check(settings);
  expect(repositorySnapshot(one.root)).toEqual(before);
  return run;
}

describe('OC-13, the index is judged and not the disk', () => {
  it('1: staged bad, repaired on disk only', async () => {
    const one = repository({ 'a.fx': 'ok\n' });
    one.write('a.fx', 'x\nBAD\n');
    git(one.root, 'add', 'a.fx');
    one.write('a.fx', 'ok\n');
    const run = await checkUntouched(one, { scope: 'staged' });
    expectFile(run, 'a.fx').findings([{ line: 2, column: 1 }]);
    expectRun(run).exits(1);
    expectGivenText(run, 'x\nBAD\n');
  });

  it('2: staged good, broken on disk only', async () => {
    const one = repository({ 'a.fx': 'ok\n' });
    one.write('a.fx', 'fine\n');
    git(one.root, 'add', 'a.fx');
    one.write('a.fx', 'BAD\nBAD\n');
    const run = await checkUntouched(one, { scope: 'staged' });
    expectFile(run, 'a.fx').clean();
    expectRun(run).exits(0);
    expectGivenText(run, 'fine\n');
  });

  /** The hash the server logged is that of the blob in the index. */
  function expectGivenText(run: Run, text: string): void {
    expect(git(run.root, 'cat-file', 'blob', ':a.fx')).toBe(text);
    const [opened] = run.log().received('textDocument/didOpen', 'a.fx');
    const reported = run.report.files.find(({ path }) => path === 'a.fx')?.contentHash;
    expect(`sha256:${opened?.params?.textDocument?.sha256}`).toBe(reported);
    expect(run.log().notes('content-rule').at(-1)).toMatchObject({
      sha256: opened?.params?.textDocument?.sha256,
    });
    expect(reported).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
  }
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
    const one = repository(base, { check: { ignore: ['ignored/**'] } });
    git(one.root, 'checkout', '-q', '-b', 'f');
    return one;
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
    const one = onBranch();
    one.write('x.fx', `${base['x.fx']}more\n`);
    git(one.root, 'commit', '-q', '-am', 'change');
    renameSync(join(one.root, 'x.fx'), join(one.root, 'y.fx'));
    const run = settled(await checkUntouched(one, { scope: { base: 'main' } }));
    expectGone(run, 'x.fx');
    expectFile(run, 'y.fx').clean();
    expectRun(run).exits(0);
  });

  it('2: removed in a commit', async () => {
    const one = onBranch();
    git(one.root, 'rm', '-q', 'z.fx');
    git(one.root, 'commit', '-q', '-m', 'remove');
    const run = settled(await checkUntouched(one, { scope: { base: 'main' } }));
    expectGone(run, 'z.fx');
    expectRun(run).exits(0);
  });

  it('3: added to the index, removed from the disk', async () => {
    const one = onBranch();
    one.write('n.fx', 'BAD n\n');
    git(one.root, 'add', 'n.fx');
    rmSync(join(one.root, 'n.fx'));
    const run = settled(await checkUntouched(one, { scope: 'staged' }));
    expectFile(run, 'n.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('4: edited in the index, removed from the disk', async () => {
    const one = onBranch();
    one.write('m.fx', 'ok\nBAD\n');
    git(one.root, 'add', 'm.fx');
    rmSync(join(one.root, 'm.fx'));
    const run = settled(await checkUntouched(one, { scope: 'staged' }));
    expectFile(run, 'm.fx').findings([{ line: 2, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('5: a pure rename from an ignored folder into a checked one', async () => {
    const one = onBranch();
    mkdirSync(join(one.root, 'src'));
    git(one.root, 'mv', 'ignored/old.fx', 'src/new.fx');
    const run = settled(await checkUntouched(one, { scope: 'staged' }));
    expectGone(run, 'ignored/old.fx');
    expectFile(run, 'src/new.fx').findings([{ line: 3, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('6: a file becomes a folder', async () => {
    const one = onBranch();
    git(one.root, 'mv', 'conf.fx', 'conf.tmp');
    mkdirSync(join(one.root, 'conf.fx'));
    git(one.root, 'mv', 'conf.tmp', 'conf.fx/index.fx');
    const run = settled(await checkUntouched(one, { scope: 'staged' }));
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
    const one = repository({ 'README.md': 'text\n' });
    for (const name of names) {
      mkdirSync(dirname(join(one.root, name)), { recursive: true });
      one.write(name, 'BAD\n');
    }
    git(one.root, 'add', '.');
    return one;
  };

  it('json: twelve files, twelve findings, names as they are', async () => {
    const run = await checkUntouched(staged(), { scope: 'staged' });
    expect(run.report.files.map(({ path }) => path).sort()).toEqual([...names].sort());
    for (const name of names) expectFile(run, name).findings([{ line: 1, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('named on the command line: literal too', async () => {
    const run = await checkUntouched(staged(), { paths: names });
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
