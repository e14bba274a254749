import { describe, expect, it } from 'vitest';
import {
  baseEntries,
  isConfigFile,
  mixedEntries,
  parseTreeDifferences,
  stagedEntries,
  workingTreeEntries,
} from '../../../src/git/entries.js';
import type { ChangedEntry, ChangeLetter, Status, StatusEntry } from '../../../src/git/status-format.js';
import { gitPath } from '../../../src/platform/paths.js';

const file = '100644';
const none = '000000';

/** `XY path`, modes as git would give them for plain files. */
function changed(letters: string, path: string, modes: Partial<ChangedEntry> = {}): ChangedEntry {
  const [index, disk] = letters as unknown as [ChangeLetter, ChangeLetter]; // the test writes letters only
  const indexMode = index === 'D' || disk === 'A' ? none : file;
  return {
    kind: 'changed',
    path: gitPath(path),
    index,
    disk,
    headMode: index === 'A' || disk === 'A' ? none : file,
    indexMode,
    diskMode: disk === 'D' || index === 'D' ? none : file,
    indexOid: 'b'.repeat(40),
    ...modes,
  };
}
const untracked = (path: string): StatusEntry => ({
  kind: 'untracked',
  path: gitPath(path),
  nestedRepository: false,
});
const unmerged = (path: string): StatusEntry => ({ kind: 'unmerged', path: gitPath(path), diskMode: file });
const status = (...entries: readonly StatusEntry[]): Status => ({ head: '1', entries });
const told = (entries: ReturnType<typeof stagedEntries>) =>
  entries.map(({ status: word, path }) => `${word} ${path}`);

describe('each pair of letters, on disk and in the index', () => {
  it.each([
    ['M.', 'modified', 'modified'],
    ['.M', 'modified', undefined],
    ['MM', 'modified', 'modified'],
    ['MD', 'deleted', 'modified'],
    ['.D', 'deleted', undefined],
    ['D.', 'deleted', 'deleted'],
    ['A.', 'added', 'added'],
    ['AM', 'added', 'added'],
    ['AD', 'deleted', 'added'],
    ['.A', 'added', undefined],
    ['T.', 'type-changed', 'type-changed'],
    ['.T', 'type-changed', undefined],
    ['MT', 'type-changed', 'modified'],
  ])('%s', (letters, onDisk, inIndex) => {
    const one = status(changed(letters, 'a.fx'));
    expect(told(workingTreeEntries(one))).toEqual([`${onDisk} a.fx`]);
    expect(told(stagedEntries(one))).toEqual(inIndex === undefined ? [] : [`${inIndex} a.fx`]);
  });

  it('modes are those of the side that is judged', () => {
    const one = status(
      changed('MT', 'a', { diskMode: '120000' }),
      changed('T.', 'b', { indexMode: '120000', diskMode: '120000' }),
      changed('D.', 'sub', { headMode: '160000' }),
    );
    expect(workingTreeEntries(one).map(({ mode }) => mode)).toEqual(['symlink', 'symlink', 'submodule']);
    expect(stagedEntries(one).map(({ mode }) => mode)).toEqual(['file', 'symlink', 'submodule']);
  });
});

it('each path once, in code-unit order; untracked text wins over its deletion', () => {
  const one = status(changed('D.', 'é.fx'), changed('M.', 'Z.fx'), untracked('é.fx'), unmerged('a.fx'));
  expect(told(workingTreeEntries(one))).toEqual(['modified Z.fx', 'unmerged a.fx', 'untracked é.fx']);
  expect(told(stagedEntries(one))).toEqual(['modified Z.fx', 'unmerged a.fx', 'deleted é.fx']);
});

describe('a base', () => {
  const zero = '0'.repeat(40);
  const record = (letter: string, path: string, from = file, to = file) =>
    `:${from} ${to} ${zero} ${zero} ${letter}\0${path}\0`;

  it('commits and the disk together', () => {
    const output =
      record('A', 'new\n.fx', none) +
      record('M', 'm.fx') +
      record('D', 'gone.fx', file, none) +
      record('T', 'l.fx', file, '120000') +
      record('A', 'both.fx', none) +
      record('M', 'far.fx');
    const entries = baseEntries(
      parseTreeDifferences(output),
      status(changed('.D', 'm.fx'), changed('.M', 'both.fx'), untracked('gone.fx')),
      new Set(['far.fx']),
    );
    expect(told(entries)).toEqual([
      'added both.fx',
      'modified far.fx',
      'untracked gone.fx',
      'type-changed l.fx',
      'deleted m.fx',
      'added new\n.fx',
    ]);
    expect(entries.filter(({ sparse }) => sparse).map(({ path }) => path)).toEqual(['far.fx']);
    expect(entries.find(({ path }) => path === 'l.fx')?.mode).toBe('symlink');
  });

  it('nothing is nothing; what cannot be read is not', () => {
    expect(parseTreeDifferences('')).toEqual([]);
    expect(() => parseTreeDifferences('1234\0a.fx\0')).toThrow();
    expect(() => parseTreeDifferences(':100644 100644 0 0 M\0\0')).toThrow();
  });
});

it('mixed: what servers see and the index lacks, or the reverse', () => {
  const one = status(
    changed('.M', 'src/a.ts'),
    changed('.M', 'web/tsconfig.build.json'),
    changed('M.', 'package.json'),
    changed('.D', 'pyproject.toml'),
    changed('D.', 'kept.ts'),
    untracked('kept.ts'),
    untracked('new.ts'),
    changed('.A', 'intent.ts'),
    unmerged('both.ts'),
  );
  expect(mixedEntries(one, new Set(['kept.ts']))).toEqual([
    { path: 'intent.ts', why: 'untracked' },
    { path: 'kept.ts', why: 'absent-in-judged' },
    { path: 'new.ts', why: 'untracked' },
    { path: 'pyproject.toml', why: 'deleted-on-disk' },
    { path: 'web/tsconfig.build.json', why: 'config-unstaged' },
  ]);
});

it.each([
  ['tsconfig.json', true],
  ['tsconfig.base.json', true],
  ['jsconfig.json', true],
  ['eslint.config.mjs', true],
  ['.eslintrc', true],
  ['.eslintrc.json', true],
  ['go.mod', true],
  ['Cargo.toml', true],
  ['config.ts', false],
  ['app.ts', false],
  ['data.json', false],
  ['.gitignore', false],
])('%s is a config file: %s', (name, expected) => {
  expect(isConfigFile(name)).toBe(expected);
});
