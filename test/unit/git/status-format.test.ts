import { describe, expect, it } from 'vitest';
import { parseStatus } from '../../../src/git/status-format.js';

const head = '# branch.oid 1111\0# branch.head main\0';
const oid = (digit: string) => digit.repeat(40);

describe('parseStatus', () => {
  it('reads every kind of record; names are whatever is left', () => {
    const output = [
      '# branch.oid 1111',
      '# branch.head main',
      '# stash 2',
      `1 MM N... 100644 100644 100755 ${oid('a')} ${oid('b')} a b\n"c.fx`,
      `1 .A N... 000000 000000 100644 ${oid('0')} ${oid('0')} intent.fx`,
      `1 .T N... 100644 100644 120000 ${oid('a')} ${oid('a')} link.fx`,
      `1 A. S..U 000000 160000 160000 ${oid('0')} ${oid('c')} sub`,
      `u UU N... 100644 100644 100644 100644 ${oid('1')} ${oid('2')} ${oid('3')} both.fx`,
      '?  lead.fx',
      '? inner/',
      '',
    ].join('\0');
    expect(parseStatus(output)).toEqual({
      head: '1111',
      entries: [
        {
          kind: 'changed',
          path: 'a b\n"c.fx',
          index: 'M',
          disk: 'M',
          headMode: '100644',
          indexMode: '100644',
          diskMode: '100755',
          indexOid: oid('b'),
        },
        expect.objectContaining({ path: 'intent.fx', index: '.', disk: 'A' }),
        expect.objectContaining({ path: 'link.fx', disk: 'T', diskMode: '120000' }),
        expect.objectContaining({ path: 'sub', index: 'A', indexMode: '160000' }),
        { kind: 'unmerged', path: 'both.fx', diskMode: '100644' },
        { kind: 'untracked', path: ' lead.fx', nestedRepository: false },
        { kind: 'untracked', path: 'inner', nestedRepository: true },
      ],
    });
  });

  it('an unborn branch has no head', () => {
    expect(parseStatus('# branch.oid (initial)\0# branch.head main\0')).toEqual({ head: null, entries: [] });
  });

  it.each([
    ['nothing at all', ''],
    ['no header', '? a.fx\0'],
    ['a broken HEAD', '# branch.oid (initial)\0# branch.head (unknown)\0'],
    ['an unknown record', `${head}9 what\0`],
    ['an ignored file, which was not asked for', `${head}! a.fx\0`],
    ['a rename, which was switched off', `${head}1 R. N... 100644 100644 100644 ${oid('a')} ${oid('b')} a\0`],
    ['a record cut short', `${head}1 M. N... 100644 1006`],
    ['an empty name', `${head}? \0`],
  ])('%s is an error, never an empty status', (_, output) => {
    expect(() => parseStatus(output)).toThrowError(expect.objectContaining({ kind: 'scope' }));
  });
});
