// Failures of git for tests: what was thrown, and a `git` that misbehaves on purpose.

import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../../src/model/user-error.js';
import { type TempRepo, tempFolder } from './temp-repo.js';

/** The UserError that the work ends with; anything else fails the test. */
export async function errorOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, got ${String(error)}`);
  return error;
}

/** A `git` on PATH that does `instead` (shell) when its arguments hold `word`, else is the real one. */
export function pathWithGit(repo: TempRepo, word: string, instead: string): Record<string, string> {
  const folder = tempFolder();
  const path = repo.env['PATH'] ?? '';
  const script = `#!/bin/sh\ncase " $* " in *" ${word} "*) ${instead};; esac\nPATH='${path}' exec git "$@"\n`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  return { PATH: `${folder}${delimiter}${path}` };
}
