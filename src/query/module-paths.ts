// Where a module that a text names lies in the repository, by its name alone: JavaScript's and TypeScript's relative imports,
// Python's dotted names, PHP's fully qualified ones. Pure; `files` are the repository's. The likeliest comes first.

import type { RepoPath } from '../model/base.js';
import { parentOf } from '../platform/paths.js';
import type { TextLanguage } from './import-statements.js';

export interface ModuleQuestion {
  /** `./a.js`, `pkg.mod.Name`, `.mod`, `App\Models\User`. */
  readonly specifier: string;
  /** The file that names it. */
  readonly from: RepoPath;
  readonly language: TextLanguage;
}

export function modulePaths(
  { specifier, from, language }: ModuleQuestion,
  files: FileIndex,
): readonly RepoPath[] {
  switch (language) {
    case 'javascript':
      return javascriptPaths(specifier, from, files);
    case 'python':
      return pythonPaths(specifier, from, files);
    case 'php':
      return phpPaths(specifier, from, files);
  }
}

export interface FileIndex {
  has(path: string): boolean;
  /** Files whose path is this or ends with a slash and this, those nearest to `from` first. */
  endingWith(tail: string, from: RepoPath): readonly RepoPath[];
}

export function fileIndex(files: readonly RepoPath[]): FileIndex {
  const known = new Set<string>(files);
  const byName = new Map<string, RepoPath[]>();
  for (const path of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return {
    has: (path) => known.has(path),
    endingWith(tail, from) {
      const name = tail.slice(tail.lastIndexOf('/') + 1);
      const fitting = (byName.get(name) ?? []).filter((path) => path === tail || path.endsWith(`/${tail}`));
      return fitting.sort((a, b) => shared(b, from) - shared(a, from) || a.length - b.length);
    },
  };
}

const endings = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
  '.astro',
];
/** TypeScript writes the name that the compiled file will have. */
const compiledFrom: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

function javascriptPaths(specifier: string, from: RepoPath, files: FileIndex): readonly RepoPath[] {
  if (!/^\.\.?(\/|$)/.test(specifier)) return [];
  const base = joined(parentOf(from), specifier.replace(/[?#].*$/, ''));
  if (base === undefined) return [];
  const ending = /\.[cm]?jsx?$/.exec(base)?.[0];
  const stem = ending === undefined ? base : base.slice(0, -ending.length);
  const sources = ending === undefined ? [] : (compiledFrom[ending] ?? []).map((source) => stem + source);
  const whole = base === '' ? [] : [base, ...sources, ...endings.map((one) => base + one)];
  const index = endings.map((one) => (base === '' ? `index${one}` : `${base}/index${one}`));
  return existing([...whole, ...index], files);
}

/** A package's folder, a module, or a name in a module: the longest that there is. */
function pythonPaths(specifier: string, from: RepoPath, files: FileIndex): readonly RepoPath[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  const found: RepoPath[] = [];
  // One folder's name is shared by many: of a long name at least two parts must fit.
  const least = dots > 0 ? 0 : parts.length > 2 ? 2 : 1;
  for (let length = parts.length; length >= least; length -= 1) {
    const tail = parts.slice(0, length).join('/');
    if (dots > 0) {
      const base = joined(parentOf(from), `${'../'.repeat(dots - 1)}${tail}`);
      if (base === undefined) continue;
      const inside = base === '' ? '' : `${base}/`;
      found.push(
        ...existing([`${base}.py`, `${base}.pyi`, `${inside}__init__.py`, `${inside}__init__.pyi`], files),
      );
    } else {
      const names = [`${tail}.py`, `${tail}/__init__.py`, `${tail}.pyi`, `${tail}/__init__.pyi`];
      found.push(...names.flatMap((name) => files.endingWith(name, from)));
    }
    if (found.length > 0) break;
  }
  return [...new Set(found)];
}

/** By PSR-4's habit: the namespace's last parts are folders. The more of them, the better. */
function phpPaths(specifier: string, from: RepoPath, files: FileIndex): readonly RepoPath[] {
  if (/\.(php|phtml|inc)$/.test(specifier)) {
    const base = joined(parentOf(from), specifier.replace(/^\//, ''));
    return base === undefined
      ? []
      : [...existing([base], files), ...files.endingWith(specifier.replace(/^[./]+/, ''), from)];
  }
  const parts = specifier.split('\\').filter((part) => part !== '');
  for (let first = 0; first < parts.length; first += 1) {
    const found = files.endingWith(`${parts.slice(first).join('/')}.php`, from);
    if (found.length > 0) return found;
  }
  return [];
}

function existing(paths: readonly string[], files: FileIndex): readonly RepoPath[] {
  // What the index has is a path of the repository.
  return paths.filter((path) => files.has(path)) as readonly string[] as readonly RepoPath[];
}

/** Relative to the root, empty for the root itself; undefined when it leads out. */
function joined(folder: RepoPath, relative: string): string | undefined {
  const parts = folder === '.' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** How many folders two paths have in common. */
function shared(a: string, b: string): number {
  const others = b.split('/');
  const parts = a.split('/');
  const count = parts.findIndex((part, index) => part !== others[index]);
  return count < 0 ? parts.length : count;
}
