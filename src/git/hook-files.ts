// Hook files of ours in a folder of hooks: written, taken away, recognised. A hook that was there before is kept beside ours, which
// runs it first, and put back afterwards. Each change is a rename: git never sees half a hook. The only writer into .git, and
// only because somebody asked for it by `lspcheck hook`.

import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AbsPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import { absolutePath } from '../platform/paths.js';

export const hookNames = ['pre-commit', 'pre-merge-commit', 'pre-push'] as const;
export type HookName = (typeof hookNames)[number];

export interface HookFile {
  readonly name: HookName;
  readonly file: AbsPath;
  readonly owner: 'ours' | 'other' | 'nobody';
  /** Flags that ours was installed with, as they stand in the script; empty when there are none. */
  readonly flags: string;
  /** The hook that was there before, kept beside it. */
  readonly kept: AbsPath;
  readonly hasKept: boolean;
}

/** In every script of ours, installed or copied. */
const mark = '# LSPCHECK=0 skips it, aloud.';
const beforeFlags = '# flags of `lspcheck hook install -- FLAGS`:\n';

export async function readHookFile(folder: AbsPath, name: HookName): Promise<HookFile> {
  const file = absolutePath(name, folder);
  const kept = absolutePath(`${name}.before-lspcheck`, folder);
  const [there, hasKept] = await Promise.all([exists(file), exists(kept)]);
  // A link that leads nowhere is somebody's too.
  const text = there ? await readFile(file, 'utf8').catch(() => '') : '';
  const owner = !there ? 'nobody' : text.includes(mark) ? 'ours' : 'other';
  const flags = /^set -- (.*)\n/.exec(text.split(beforeFlags)[1] ?? '')?.[1] ?? '';
  return { name, file, owner, flags, kept, hasKept };
}

/**
 * Writes our script, over an earlier one of ours. Any other hook is kept first.
 * @param script the text of hooks/pre-commit
 * @throws UserError `usage` when that place is taken, or the folder cannot be written.
 */
export async function installHook(hook: HookFile, script: string, flags: readonly string[]): Promise<void> {
  const { file, kept, owner, hasKept } = hook;
  if (owner === 'other' && hasKept)
    throw new UserError(
      'usage',
      `there is a hook ${basename(file)} that is not ours, and an older one in ${basename(kept)}`,
      {
        hint: 'keep one of the two, then install again',
      },
    );
  const line = flags.length === 0 ? '' : `set -- ${flags.map(quoted).join(' ')}\n`;
  await writing(file, async () => {
    await mkdir(absolutePath('..', file), { recursive: true });
    const beside = absolutePath(`${basename(file)}.${randomUUID()}.tmp`, absolutePath('..', file));
    try {
      await writeFile(
        beside,
        script.replace(beforeFlags, () => beforeFlags + line),
        { mode: 0o755, flag: 'wx' },
      );
      if (owner === 'other') await rename(file, kept);
      await rename(beside, file);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  });
}

/** Takes ours away and puts back what was there before; nothing of anybody else's is touched. */
export async function uninstallHook({ file, kept, owner, hasKept }: HookFile): Promise<void> {
  if (owner === 'other') return;
  await writing(file, async () => {
    if (hasKept) await rename(kept, file);
    else await rm(file, { force: true });
  });
}

async function writing(file: AbsPath, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new UserError('usage', `${file} cannot be written (${code})`);
  }
}

async function exists(path: AbsPath): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
