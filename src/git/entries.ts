// From git's status and tree differences to change entries. Pure. What will exist in the judged tree is an entry to judge;
// what will not is `deleted`; nothing that git lists is left out (case OC-15).

import type { ChangeEntry, EntryMode, EntryStatus, MixedEntry } from '../model/change.js';
import { compareText } from '../model/diagnostic.js';
import { baseNameOf, gitPath } from '../platform/paths.js';
import type { ChangedEntry, ChangeLetter, Status, StatusEntry } from './status-format.js';

/** HEAD … disk. A path taken out of the index that is still on disk counts as untracked. */
export function workingTreeEntries(status: Status): readonly ChangeEntry[] {
  return sortedOnce(status.entries.map(onDisk));
}

/** HEAD … index. */
export function stagedEntries(status: Status): readonly ChangeEntry[] {
  return sortedOnce(status.entries.flatMap(staged));
}

/** One difference between two trees, as `diff-tree --raw` tells it. */
export interface TreeDifference {
  readonly path: string;
  readonly letter: string;
  readonly oldMode: string;
  readonly newMode: string;
}

/** `git diff-tree -r -z --raw --no-renames`: `:old new oid oid LETTER NUL path NUL`. */
export function parseTreeDifferences(output: string): readonly TreeDifference[] {
  const fields = output.split('\0');
  const differences: TreeDifference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, oldMode, newMode, letter] =
      /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])/.exec(fields[at] ?? '') ?? [];
    const path = fields[at + 1];
    if (oldMode === undefined || newMode === undefined || letter === undefined || !path) {
      throw new Error(`unexpected output of git diff-tree: ${fields[at]}`);
    }
    differences.push({ path, letter, oldMode, newMode });
  }
  return differences;
}

/** Commit … commit. `sparse`: paths kept out of the work tree. */
export function committedEntries(
  differences: readonly TreeDifference[],
  sparse: ReadonlySet<string>,
): readonly ChangeEntry[] {
  return sortedOnce(
    differences.map(({ path, letter, oldMode, newMode }): ChangeEntry => {
      const mode = modeOf(letter === 'D' ? oldMode : newMode);
      const entry = { path: gitPath(path), status: statusOf(letter), mode, named: false };
      return sparse.has(path) ? { ...entry, sparse: true } : entry;
    }),
  );
}

/** A base commit … disk: what the commits changed, then what the disk says of it. */
export function baseEntries(
  differences: readonly TreeDifference[],
  status: Status,
  sparse: ReadonlySet<string>,
): readonly ChangeEntry[] {
  const committed = committedEntries(differences, sparse);
  const added = new Set(committed.flatMap((entry) => (entry.status === 'added' ? [entry.path] : [])));
  const uncommitted = workingTreeEntries(status).map(
    (entry): ChangeEntry =>
      entry.status === 'modified' && added.has(entry.path) ? { ...entry, status: 'added' } : entry,
  );
  return sortedOnce([...committed, ...uncommitted]);
}

/**
 * What servers see on disk although the index lacks it, or the reverse. `stillOnDisk`: paths that the index deletes
 * and the disk still holds.
 */
export function mixedEntries(status: Status, stillOnDisk: ReadonlySet<string>): readonly MixedEntry[] {
  const mixed = status.entries.flatMap((entry): MixedEntry[] => {
    const { path } = entry;
    if (stillOnDisk.has(path)) return [{ path, why: 'absent-in-judged' }];
    if (entry.kind === 'untracked') return [{ path, why: 'untracked' }];
    if (entry.kind === 'unmerged' || entry.disk === '.') return [];
    if (entry.disk === 'A') return [{ path, why: 'untracked' }]; // intent to add: no text in the index yet
    if (entry.disk === 'D') return [{ path, why: 'deleted-on-disk' }];
    return isConfigFile(baseNameOf(path)) ? [{ path, why: 'config-unstaged' }] : [];
  });
  return [...new Map(mixed.map((entry) => [entry.path, entry])).values()].sort(byPath);
}

/** Files that servers read from the disk for themselves, whatever text was sent to them. */
export function isConfigFile(name: string): boolean {
  return configNames.has(name) || configPattern.test(name);
}

const configNames = new Set([
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'mypy.ini',
  'tox.ini',
  'pyrightconfig.json',
  'go.mod',
  'go.work',
  'Cargo.toml',
  'compile_commands.json',
  'compile_flags.txt',
  'CMakeLists.txt',
  'biome.json',
  'biome.jsonc',
  'deno.json',
  'deno.jsonc',
  '.clangd',
  '.clang-tidy',
  '.editorconfig',
]);
const configPattern = /^((ts|js)config.*\.json|.+\.config\.[^.]+|\.[a-z]+rc(\.[a-z]+)?)$/;

export function modeOf(gitMode: string): EntryMode {
  if (gitMode === '120000') return 'symlink';
  return gitMode === '160000' ? 'submodule' : 'file';
}

/** Each path once, the last word about it wins; code-unit order. */
export function sortedOnce(entries: readonly ChangeEntry[]): readonly ChangeEntry[] {
  return [...new Map(entries.map((entry) => [entry.path, entry])).values()].sort(byPath);
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return compareText(a.path, b.path);
}

function onDisk(entry: StatusEntry): ChangeEntry {
  const { path } = entry;
  switch (entry.kind) {
    case 'untracked':
      // Links are not told apart here: the text store sees them when it opens the file.
      return { path, status: 'untracked', mode: entry.nestedRepository ? 'submodule' : 'file', named: false };
    case 'unmerged':
      return { path, status: 'unmerged', mode: modeOf(entry.diskMode), named: false };
    case 'changed': {
      const gone = entry.diskMode === noMode;
      const mode = modeOf(gone ? firstMode(entry.indexMode, entry.headMode) : entry.diskMode);
      return { path, status: gone ? 'deleted' : diskStatus(entry), mode, named: false };
    }
  }
}

function staged(entry: StatusEntry): readonly ChangeEntry[] {
  if (entry.kind === 'unmerged') return [onDisk(entry)];
  return entry.kind === 'changed' && entry.index !== '.' ? [inIndex(entry)] : [];
}

function inIndex(entry: ChangedEntry): ChangeEntry {
  const mode = modeOf(firstMode(entry.indexMode, entry.headMode));
  return { path: entry.path, status: statusOf(entry.index), mode, named: false };
}

const noMode = '000000';

function firstMode(...modes: readonly string[]): string {
  return modes.find((mode) => mode !== noMode) ?? noMode;
}

function diskStatus({ index, disk }: ChangedEntry): EntryStatus {
  const letters: readonly ChangeLetter[] = [index, disk];
  if (letters.includes('A')) return 'added';
  return letters.includes('T') ? 'type-changed' : 'modified';
}

function statusOf(letter: string): EntryStatus {
  if (letter === 'A') return 'added';
  if (letter === 'D') return 'deleted';
  return letter === 'T' ? 'type-changed' : 'modified';
}
