// What people read when git or a base fails.

import { describe, expect, it } from 'vitest';
import { checkRef, remedy } from '../../../src/git/base.js';
import { splitBatch } from '../../../src/git/blobs.js';
import { gitFailure } from '../../../src/git/failure.js';

describe('gitFailure', () => {
  it.each([
    [{ exitCode: null, spawnCode: 'ENOENT', stderr: '' }, 'git is not installed, or not on PATH'],
    [{ exitCode: null, spawnCode: 'EACCES', stderr: '' }, 'git ls-files could not be started (EACCES)'],
    [{ exitCode: null, signal: 'SIGSEGV', stderr: '' }, 'git ls-files was ended by SIGSEGV'],
    [{ exitCode: 1, stderr: '\n' }, 'git ls-files failed (exit 1)'],
    [{ exitCode: 128, stderr: 'fatal: bad index\n' }, 'git ls-files failed (exit 128): bad index'],
  ])('%j', (end, message) => {
    const error = gitFailure(['-c', 'x=y', '--no-pager', 'ls-files', '-z'], end);
    expect(error).toMatchObject({ kind: 'scope', message });
  });

  it('the first line is the sentence, the rest git’s advice', () => {
    const error = gitFailure(['status'], { exitCode: 128, stderr: 'fatal: no\nTo fix:\n\n\tgit x\n' });
    expect(error.message).toBe('git status failed (exit 128): no');
    expect(error.hint).toBe('To fix: git x');
  });
});

describe('OC-16 remedy', () => {
  it.each([
    ['origin/main', false, ['origin'], 'git fetch origin +refs/heads/main:refs/remotes/origin/main'],
    ['up/a/b', true, ['origin', 'up'], 'git fetch --unshallow up +refs/heads/a/b:refs/remotes/up/a/b'],
    ['main', false, ['origin'], 'refs/remotes/origin/main (then name it origin/main)'],
    ['main', false, ['mine'], 'git fetch mine +refs/heads/main:refs/remotes/mine/main'],
    ['deadbeef', true, ['origin'], 'git fetch --unshallow origin deadbeef'],
    ['HEAD~20', true, ['origin'], 'fetch what is missing: git fetch --unshallow origin'],
    ['$(rm -rf .)', false, ['origin'], 'fetch what is missing: git fetch origin'],
    ['main', false, [], 'there is no remote'],
  ])('%s (shallow %s) of %j', (ref, shallow, remotes, expected) => {
    const told = remedy(ref, shallow, remotes, {});
    expect(told).toContain(expected);
    expect(told).not.toContain('rm');
  });
});

it('a ref that is empty, an option or no name is a usage error', () => {
  for (const ref of ['', '-', '--help', 'a\0b', 'a\nb'])
    expect(() => checkRef(ref)).toThrowError(expect.objectContaining({ kind: 'usage' }));
  for (const ref of ['main', 'HEAD~2', ':/text', 'v1.0^{commit}']) checkRef(ref);
});

describe('splitBatch', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  it('takes sizes at their word', () => {
    const found = splitBatch(bytes('aa blob 3\n\n\0\xff\nbb blob 0\n\ncc blob 9\ndd blob 1\n'));
    expect([...found].map(([oid, blob]) => [oid, Buffer.from(blob).toString('latin1')])).toEqual([
      ['aa', '\n\0\xff'],
      ['bb', ''],
      ['cc', 'dd blob 1'],
    ]);
  });
  it.each(['aa blob 3\nab', 'aa blob 3\nabcd\n', 'aa tree 3\nabc\n', 'aa missing\n', 'aa blob 3'])(
    '%j is an error',
    (output) => {
      expect(() => splitBatch(bytes(output))).toThrowError(expect.objectContaining({ kind: 'scope' }));
    },
  );
});
