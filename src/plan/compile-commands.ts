// Compile commands made for the repository, for a tree that lies elsewhere: a path that the tree has is named there, every
// other one (generated headers, the build folder's own) stays where it is. Taken along as they are, they would make clangd
// read the disk's headers, and the verdict silently wrong (seen). Pure.

import type { AbsPath, RepoPath } from '../model/base.js';
import { type Move, movePaths } from '../platform/moved-paths.js';
import { absoluteOf, absolutePath, repoPathOf } from '../platform/paths.js';

export type Moved =
  | { readonly kind: 'moved'; readonly text: string; readonly folders: ReadonlySet<RepoPath> }
  /** A clause. */
  | { readonly kind: 'unfit'; readonly why: string };

/**
 * `compile_commands.json`; undefined when it is no such thing (then clangd does not take it either).
 * `folders`: working folders that the tree may lack.
 */
export function moveDatabase(text: string, move: Move): Moved | undefined {
  const entries = parsed(text);
  if (entries === undefined) return undefined;
  const folders = new Set<RepoPath>();
  const moved: unknown[] = [];
  for (const entry of entries) {
    const { directory, file, command, arguments: list, ...rest } = entry;
    if (typeof directory !== 'string' || typeof file !== 'string') return undefined;
    const given = Array.isArray(list) ? list.map(String) : splitCommand(String(command ?? ''));
    if (given.slice(1).some((argument) => argument.startsWith('@')))
      return { kind: 'unfit', why: 'compile_commands.json names files that hold further arguments' };
    const from = absolutePath(directory, move.root);
    const inside = repoPathOf(move.root, from);
    if (inside !== undefined) folders.add(inside);
    moved.push({
      directory: inside === undefined ? from : absoluteOf(move.tree, inside),
      file: movePath(file, from, move),
      arguments: moveArguments(given, from, move),
      ...rest,
    });
  }
  return { kind: 'moved', text: JSON.stringify(moved, null, 1), folders };
}

/** `compile_flags.txt`: an argument a line, relative to its folder. */
export function moveFlags(text: string, folder: AbsPath, move: Move): string {
  const lines = text.split(/\r?\n/);
  return moveArguments(lines, folder, move).join('\n');
}

/** Followed by a path as the next argument. */
const beforePath = new Set([
  ...['-I', '-isystem', '-iquote', '-idirafter', '-include', '-imacros', '-F', '-iframework', '-isysroot'],
  ...['-cxx-isystem', '-c-isystem', '-iprefix', '-B', '--sysroot', '-resource-dir', '-include-pch'],
]);
const joined = /^(-I|-isystem|-iquote|-idirafter|-F|-iframework|-B|-{1,2}[A-Za-z][\w-]*=)(?=.)/;

function moveArguments(given: readonly string[], from: AbsPath, move: Move): readonly string[] {
  return given.map((argument, at) => {
    if (at > 0 && beforePath.has(given[at - 1] ?? '')) return movePath(argument, from, move);
    const [, flag] = joined.exec(argument) ?? [];
    const value = flag === undefined ? argument : argument.slice(flag.length);
    if (flag?.startsWith('-I') || flag?.startsWith('-i') || flag === '-F')
      return `${flag}${movePath(value, from, move)}`;
    if ((argument !== '' && !argument.startsWith('-')) || value.startsWith('/')) {
      const place = repoPathOf(move.root, absolutePath(value, from));
      if (place !== undefined && move.has(place)) return `${flag ?? ''}${absoluteOf(move.tree, place)}`;
    }
    return movePaths(argument, move);
  });
}

function movePath(path: string, from: AbsPath, { root, tree, has }: Move): string {
  const absolute = absolutePath(path, from);
  const inside = repoPathOf(root, absolute);
  return inside !== undefined && has(inside) ? absoluteOf(tree, inside) : absolute;
}

function parsed(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/** As the database's specification has it: shell words, where quotes and backslashes alone are special. */
function splitCommand(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? [];
  return words.map((word) =>
    word.replace(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
      (_, plain?: string, double?: string, single?: string) =>
        plain ?? single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? '',
    ),
  );
}
