// Thirty files of one language, in three kinds by turns: right, wrong in itself, wrong only in the light of the file before.
// What must be reported follows from the construction, so that no server is its own judge.

import { expect } from 'vitest';
import { check, outline } from './lspcheck.js';
import type { Workspace } from './workspace.js';

export interface Thirty {
  readonly files: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  /** The expected outline, one line per file. */
  readonly expected: readonly string[];
}

export interface Language {
  path(index: number): string;
  text(index: number, kind: FileKind): string;
  /** Outline after the path. */
  verdict(index: number, kind: FileKind): string;
}

export type FileKind = 'right' | 'wrong' | 'wrong-by-neighbour';

/** The first file is right: it has no neighbour. */
export function thirty(language: Language): Thirty {
  const all = Array.from({ length: 30 }, (_, index) => ({ index, kind: kindOf(index) }));
  return {
    files: Object.fromEntries(
      all.map(({ index, kind }) => [language.path(index), language.text(index, kind)]),
    ),
    paths: all.map(({ index }) => language.path(index)),
    expected: all.map(({ index, kind }) => `${language.path(index)} ${language.verdict(index, kind)}`),
  };
}

export function twoDigits(index: number): string {
  return String(index).padStart(2, '0');
}

/**
 * All at once gives what the construction says, and what each file gives alone.
 * Alone means a server start each: a fixed sample of five (all kinds), every file with LSPCHECK_DEEP=1.
 */
export async function expectAtOnceLikeOneByOne(workspace: Workspace, project: Thirty): Promise<void> {
  const { report } = await check(workspace, ['files', ...project.paths]);
  expect(outline(report)).toEqual(project.expected);
  const deep = process.env['LSPCHECK_DEEP'] === '1';
  const sample = deep ? project.paths : [0, 7, 14, 20, 29].map((index) => project.paths[index] ?? '');
  for (const path of sample) {
    const alone = await check(workspace, ['files', path]);
    expect(alone.report.files).toEqual(report.files.filter((file) => file.path === path));
  }
}

function kindOf(index: number): FileKind {
  const kinds: readonly FileKind[] = ['right', 'wrong', 'wrong-by-neighbour'];
  return kinds[index % 3] ?? 'right';
}
