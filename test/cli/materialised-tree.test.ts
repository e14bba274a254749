// What lies in a materialised tree, seen by the server that is rooted there: the index, entry by entry, and nothing else.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DiskRepo, diskRepository } from '../support/disk-server.js';
import { expectFile, expectRun } from '../support/expect-file.js';

/** Staged `a.fx` differs from the disk, so that a tree is needed; `a.fx` uses the files named. */
function differing(repo: DiskRepo, ...uses: readonly string[]): DiskRepo {
  repo.stage('a.fx', uses.map((name) => `use ${name}\n`).join('') || 'staged\n');
  repo.write('a.fx', 'the disk says BAD\n');
  return repo;
}

const shaOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('entries of the index', () => {
  it('a file that the disk lacks is there', async () => {
    const repo = differing(diskRepository({ 'a.fx': 'ok\n' }), './new/b.fx');
    repo.stage('new/b.fx', 'BAD\n');
    rmSync(join(repo.root, 'new'), { recursive: true });
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: './new/b.fx is bad' }]);
    expectFile(run, 'new/b.fx').findings([{ line: 1, column: 1 }]);
    expectRun(run).exits(1);
  });

  it('a file that the index deletes is not there, though the disk has it; nor is one that was never added', async () => {
    const repo = differing(diskRepository({ 'a.fx': 'ok\n', 'old.fx': 'ok\n' }), './old.fx', './mine.fx');
    repo.git('rm', '-q', '--cached', 'old.fx');
    repo.write('mine.fx', 'untracked\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([
      { line: 1, column: 1, message: './old.fx is missing' },
      { line: 2, column: 1, message: './mine.fx is missing' },
    ]);
    expect([...run.tree.keys()]).toEqual(['a.fx', 'lspcheck.yml']);
  });

  it('one that is to be added some day is not there, and a sparse one neither', async () => {
    const repo = differing(diskRepository({ 'a.fx': 'ok\n', 'far/f.fx': 'ok\n', 'near.fx': 'ok\n' }));
    repo.write('intent.fx', 'later\n');
    repo.git('add', '-N', 'intent.fx');
    repo.git('update-index', '--skip-worktree', 'far/f.fx', 'near.fx');
    rmSync(join(repo.root, 'far'), { recursive: true });
    const run = await repo.checkStaged();
    expect([...run.tree.keys()]).toEqual(['a.fx', 'lspcheck.yml', 'near.fx']);
  });

  it('an executable is one, and no other file', async () => {
    const repo = differing(diskRepository({ 'a.fx': 'ok\n', 'run.sh': 'true\n', 'not.sh': 'true\n' }));
    chmodSync(join(repo.root, 'run.sh'), 0o755);
    repo.git('add', 'run.sh');
    chmodSync(join(repo.root, 'run.sh'), 0o644);
    chmodSync(join(repo.root, 'not.sh'), 0o755);
    const { tree } = await repo.checkStaged();
    expect([tree.get('run.sh')?.is, tree.get('not.sh')?.is]).toEqual(['executable', 'file']);
  });

  it('links lead to the same place in the tree, or to where they led outside of it', async () => {
    const repo = differing(
      diskRepository({ 'a.fx': 'ok\n', 'lib/b.fx': 'ok\n' }),
      ...['./link.fx', './folder/b.fx', './absolute.fx', './up.fx', './round/b.fx'],
    );
    writeFileSync(join(repo.root, '../shared.fx'), 'BAD\n');
    symlinkSync(join(repo.root, 'lib'), join(repo.root, '../back'));
    const links = {
      'link.fx': 'lib/b.fx',
      folder: 'lib',
      'absolute.fx': join(repo.root, 'lib/b.fx'),
      'up.fx': '../shared.fx',
      round: '../back',
      dangling: 'nowhere/at-all',
    };
    for (const [at, target] of Object.entries(links)) symlinkSync(target, join(repo.root, at));
    repo.git('add', ...Object.keys(links));
    repo.stage('lib/b.fx', 'staged\n');
    repo.write('lib/b.fx', 'BAD on the disk\n');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 4, column: 1, message: './up.fx is bad' }]);
    expect(run.tree.get('link.fx')).toMatchObject({ is: 'link', to: 'lib/b.fx' });
    expect(run.tree.get('absolute.fx')?.to).toBe(`${run.serverRoot}/lib/b.fx`);
    expect(run.tree.get('up.fx')?.to).toBe(realpathSync(join(repo.root, '../shared.fx')));
    expect(run.tree.get('dangling')?.to).toBe('nowhere/at-all');
    expect(run.reads.get('lib/b.fx')).toBe(shaOf('staged\n'));
  });

  it('a link on disk that is a file in the index is a file, and the other way round', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n', 'b.fx': 'text of b\n' });
    symlinkSync('a.fx', join(repo.root, 'link.fx'));
    repo.git('add', 'link.fx');
    repo.git('commit', '-q', '-m', 'link');
    rmSync(join(repo.root, 'link.fx'));
    repo.write('link.fx', 'now a file\n');
    rmSync(join(repo.root, 'b.fx'));
    symlinkSync('a.fx', join(repo.root, 'b.fx'));
    differing(repo);
    const { tree } = await repo.checkStaged();
    expect(tree.get('link.fx')).toMatchObject({ is: 'link', to: 'a.fx' });
    expect(tree.get('b.fx')).toMatchObject({ is: 'file', text: 'text of b\n' });
  });

  it('a submodule is as it is checked out', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n' });
    const sub = join(repo.root, 'sub');
    mkdirSync(sub);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: sub, env: { ...repo.env } });
    writeFileSync(join(sub, 's.fx'), 'BAD\n');
    execFileSync('git', ['add', '.'], { cwd: sub, env: { ...repo.env } });
    execFileSync('git', ['commit', '-q', '-m', 's'], { cwd: sub, env: { ...repo.env } });
    repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
    repo.git('commit', '-q', '-m', 'submodule');
    differing(repo, './sub/s.fx');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: './sub/s.fx is bad' }]);
    expect(run.tree.get('sub')).toMatchObject({ is: 'link', to: sub });
  });

  it('of an unmerged file our side is there; it is unknown itself', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n', 'c.fx': 'base\n' });
    repo.git('checkout', '-q', '-b', 'theirs');
    repo.commit({ 'c.fx': 'theirs\n' });
    repo.git('checkout', '-q', 'main');
    repo.commit({ 'c.fx': 'ours\n' });
    expect(() => repo.git('merge', '-q', 'theirs')).toThrow();
    differing(repo, './c.fx');
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').clean();
    expectFile(run, 'c.fx').unknown('unmerged');
    expect(run.tree.get('c.fx')?.text).toBe('ours\n');
    expectRun(run).exits(3);
  });

  it('no filter runs: line endings, idents and smudged text are as the blob has them', async () => {
    const repo = diskRepository({ 'a.fx': 'ok\n' });
    repo.write('.gitattributes', 'crlf.fx text eol=crlf\nid.fx ident\nsmudged.fx filter=loud\n');
    repo.git('config', 'core.autocrlf', 'true');
    repo.git('config', 'filter.loud.clean', 'cat');
    repo.git('config', 'filter.loud.smudge', `sh -c 'touch ${join(repo.temp, '../ran')}; tr a-z A-Z'`);
    repo.stage('.gitattributes', 'crlf.fx text eol=crlf\nid.fx ident\nsmudged.fx filter=loud\n');
    for (const name of ['crlf.fx', 'id.fx', 'smudged.fx']) repo.stage(name, `$Id$ of ${name}\n`);
    repo.git('commit', '-q', '-m', 'filtered');
    for (const name of ['crlf.fx', 'id.fx', 'smudged.fx']) rmSync(join(repo.root, name));
    repo.git('checkout', '--', '.');
    rmSync(join(repo.temp, '../ran'));
    expect(repo.read('crlf.fx')).toContain('\r\n');
    expect(repo.read('smudged.fx')).toBe('$ID$ OF SMUDGED.FX\r\n');
    differing(repo);
    const { tree } = await repo.checkStaged();
    for (const name of ['crlf.fx', 'id.fx', 'smudged.fx'])
      expect(tree.get(name)?.text).toBe(`$Id$ of ${name}\n`);
    expect(() => realpathSync(join(repo.temp, '../ran'))).toThrow();
  });

  it('a pointer to a large file stays one, and is skipped', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    const repo = differing(diskRepository({ 'a.fx': 'ok\n' }));
    repo.stage('big.fx', pointer);
    const run = await repo.checkStaged();
    expectFile(run, 'big.fx').skipped('lfs-pointer');
    expect(run.tree.get('big.fx')?.text).toBe(pointer);
  });

  it('names that git quotes, or that look like something else, are names', async () => {
    const names = [
      ...['café.fx', 'tab\tn.fx', 'nl\nn.fx', '--output=pwn.fx', ':(top)evil.fx', 'app/[id]/p.fx'],
      ...[' lead.fx', 'quote"q.fx', 'back\\slash.fx', 'pct%41.fx', 'hash#q?.fx', 'tail .fx', '-'],
    ];
    const repo = differing(diskRepository({ 'a.fx': 'ok\n' }));
    for (const name of names) repo.stage(name, `BAD ${name.length}\n`);
    for (const name of names) repo.write(name, 'ok\n');
    const run = await repo.checkStaged();
    for (const name of names.filter((one) => one.endsWith('.fx')))
      expectFile(run, name).findings([{ line: 1, column: 1 }]);
    expect([...run.tree.keys()]).toEqual(expect.arrayContaining(names));
  });

  it('nothing else: no .git, no build output that git ignores, nothing untracked', async () => {
    const repo = diskRepository({
      'a.fx': 'ok\n',
      '.gitignore': 'target/\ndist/\n*.log\n',
      'src/b.fx': 'ok\n',
    });
    for (const path of ['target/debug/x', 'dist/index.js', 'src/dist/out.js', 'some.log', 'notes/todo.fx'])
      repo.write(path, 'x\n');
    differing(repo);
    const run = await repo.checkStaged();
    expect([...run.tree.keys()].sort()).toEqual(['.gitignore', 'a.fx', 'lspcheck.yml', 'src', 'src/b.fx']);
  });

  it.each([
    ['.git/config', 'XXXX/config'],
    ['d/.GIT/config', 'd/XXXX/config'],
  ])(
    'an index that was made to hold %j is no tree, and nothing is written outside of one',
    async (odd, harmless) => {
      const repo = differing(diskRepository({ 'a.fx': 'ok\n' }));
      repo.stage(harmless, 'evil\n');
      rmSync(join(repo.root, harmless));
      const file = join(repo.root, '.git/index');
      writeFileSync(file, renamedIn(readFileSync(file), harmless, odd));
      const run = await repo.checkStaged();
      expectFile(run, 'a.fx').unknown('disk-only', /the index holds ".*", which may not be written anywhere/);
      expect(run.serverRoot).toBeUndefined();
    },
  );
});

/** An index with another name of the same length, and the checksum that belongs to it. */
function renamedIn(index: Buffer, name: string, other: string): Buffer {
  const changed = Buffer.from(index.toString('latin1').replace(name, other), 'latin1').subarray(0, -20);
  return Buffer.concat([changed, createHash('sha1').update(changed).digest()]);
}
