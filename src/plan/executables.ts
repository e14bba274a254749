// Where programs are: folders of executables, PATH as a shell reads it. Existence is not proof: a program found here is a
// file that may be executed; whether it runs shows at its start. Windows' wrappers are named in one place, `fileNames`.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { AbsPath } from '../model/base.js';
import type { Environment } from '../platform/environment.js';
import { absolutePath } from '../platform/paths.js';

export type ProgramSearch =
  | { readonly kind: 'found'; readonly program: AbsPath }
  | { readonly kind: 'not-executable'; readonly program: AbsPath }
  | { readonly kind: 'absent' };

/** The first folder that has the program decides, as in a shell; a file that may not be executed is passed over, but remembered. */
export async function findProgram(name: string, folders: readonly AbsPath[]): Promise<ProgramSearch> {
  let refused: ProgramSearch | undefined;
  for (const folder of folders) {
    for (const file of fileNames(name)) {
      const search = await checkProgram(absolutePath(join(folder, file), folder));
      if (search.kind === 'found') return search;
      if (search.kind === 'not-executable') refused ??= search;
    }
  }
  return refused ?? { kind: 'absent' };
}

/** Links are followed, so a dangling one is absent. */
export async function checkProgram(program: AbsPath): Promise<ProgramSearch> {
  const found = await stat(program).catch((): undefined => undefined);
  if (!found?.isFile()) return { kind: 'absent' };
  const executable = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  return executable ? { kind: 'found', program } : { kind: 'not-executable', program };
}

/** PATH's folders. Relative and empty entries mean the current folder, which may be anybody's: they are passed over. */
export function searchPath(env: Environment): readonly AbsPath[] {
  const path = env['PATH'] ?? env['Path'] ?? '';
  return path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .map((entry) => absolutePath(entry, entry));
}

/** A shell looks a word up only when it is bare. */
export function isBareWord(word: string): boolean {
  return !word.includes('/') && !(sep === '\\' && word.includes('\\'));
}

function fileNames(name: string): readonly string[] {
  return sep === '\\' ? [`${name}.exe`, `${name}.cmd`] : [name];
}
