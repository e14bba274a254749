import { describe, expect, it } from 'vitest';
import { nothingPushed, parseRefUpdates } from '../../../src/git/pre-push.js';

const a = 'a'.repeat(40);
const none = '0'.repeat(40);

describe('what git writes to a pre-push hook', () => {
  it('branches, tags, deletions, and a local ref as it was typed', () => {
    const text = [
      `refs/heads/main ${a} refs/heads/main ${none}`,
      `(delete) ${none} refs/heads/old ${a}`,
      `:/fix of the bug ${a} refs/heads/fix ${a}`,
      `HEAD~ ${'b'.repeat(64)} refs/tags/v1 ${'0'.repeat(64)}`,
      '',
    ].join('\n');
    expect(parseRefUpdates(text)).toEqual([
      { localOid: a, remoteRef: 'refs/heads/main', remoteOid: none },
      { localOid: none, remoteRef: 'refs/heads/old', remoteOid: a },
      { localOid: a, remoteRef: 'refs/heads/fix', remoteOid: a },
      { localOid: 'b'.repeat(64), remoteRef: 'refs/tags/v1', remoteOid: '0'.repeat(64) },
    ]);
    expect(parseRefUpdates('')).toEqual([]);
  });

  it.each(['origin', 'src/a.ts', `${a}`, `refs/heads/main ${a} refs/heads/main`, `x ${a} y ${a} z`, 'a\0b'])(
    '%j is something else: an error',
    (line) => {
      expect(() => parseRefUpdates(`${line}\n`)).toThrowError(expect.objectContaining({ kind: 'usage' }));
    },
  );

  it('nothing pushed, in words', () => {
    expect(nothingPushed([])).toBe('no ref is pushed');
    const gone = (remoteRef: string) => ({ localOid: none, remoteRef, remoteOid: a });
    expect(nothingPushed([gone('refs/heads/a/b'), gone('refs/tags/v1')])).toBe(
      'a/b is deleted; v1 is deleted',
    );
  });
});
