// Where the repository is, seen from the caller: its top folder, and the environment in which git may be run from there.
// Invariant: every later git call uses this environment and the top folder, whatever the caller's folder and variables were.
// Must stay loadable without simple-git.

import { access, lstat, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AbsPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import { absolutePath } from '../platform/paths.js';
import { anchoredToCaller, anchoredToTop, gitEnvironment } from './environment.js';
import { runGit } from './run-git.js';

export interface GitRequest {
  readonly cwd: string;
  readonly env: Environment;
  /** Ends running git processes. */
  readonly signal?: AbortSignal;
}

export interface Location {
  /** Top folder of the work tree, links resolved. */
  readonly root: AbsPath;
  /** The caller's folder, links resolved. */
  readonly cwd: AbsPath;
  /** For git processes started in `root`: location variables are absolute. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** @throws UserError `scope`: not a repository, no work tree, git refused or is missing, an inherited index that is not there. */
export async function locate(request: GitRequest): Promise<Location> {
  const cwd = await realFolder(request.cwd);
  const env = anchoredToCaller(gitEnvironment(request.env), cwd);
  const signal = request.signal ? { signal: request.signal } : {};
  const linked = await topOfLinkedWorkTree({ cwd, env, ...signal });
  const root = linked ?? (await topFolder({ cwd, env, ...signal }));
  const anchored = anchoredToTop(linked ? { ...env, GIT_WORK_TREE: linked } : env, root);
  await requireIndex(anchored['GIT_INDEX_FILE']);
  return { root, cwd, env: anchored, ...signal };
}

/** HEAD's commit; null on an unborn branch. */
export async function headCommit({ root, env }: Location): Promise<string | null> {
  try {
    return withoutNewline(
      await runGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: root, env }),
    );
  } catch {
    return null; // for the report only: nothing is decided by it
  }
}

/** The main work tree of a linked one, which has what git ignores (`node_modules`); none otherwise. */
export async function mainWorkTree({ root, env }: Location): Promise<readonly AbsPath[]> {
  // A file in place of the folder: a linked work tree, or a submodule.
  const entry = await lstat(absolutePath('.git', root)).catch(() => undefined);
  if (entry?.isFile() !== true) return [];
  const question = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const common = withoutNewline(await runGit(question, { cwd: root, env }));
  const main = absolutePath('..', common);
  return basename(common) === '.git' && main !== root ? [main] : [];
}

async function realFolder(path: string): Promise<AbsPath> {
  try {
    return absolutePath(await realpath(path), path);
  } catch {
    throw new UserError('scope', `the folder ${path} does not exist or cannot be entered`);
  }
}

async function topFolder(place: Parameters<typeof runGit>[1]): Promise<AbsPath> {
  const printed = await runGit(['rev-parse', '--show-toplevel'], place);
  return absolutePath(withoutNewline(printed), place.cwd);
}

/**
 * Hooks of a linked work tree get GIT_DIR without GIT_WORK_TREE, which makes git take any folder it is run from for the top:
 * from a sub-folder the whole index would look deleted. When the repository found without the variable is the same one,
 * its top folder is the right one.
 */
async function topOfLinkedWorkTree({ cwd, env, ...signal }: Parameters<typeof runGit>[1]) {
  const { GIT_DIR: gitDir, GIT_WORK_TREE: workTree, GIT_INDEX_FILE: _, ...others } = env;
  if (gitDir === undefined || workTree !== undefined) return undefined;
  const place = { cwd, env: others, ...signal };
  try {
    const [found, top] = await Promise.all([
      runGit(['rev-parse', '--absolute-git-dir'], place).then((text) => realpath(withoutNewline(text))),
      topFolder(place),
    ]);
    return found === (await realpath(gitDir)) ? top : undefined;
  } catch {
    return undefined; // nothing to be found here without the variable: it decides alone
  }
}

/** Git takes an index that does not exist for an empty one: every file would be deleted, and nothing left to judge. */
async function requireIndex(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  try {
    await access(path);
  } catch {
    throw new UserError('scope', `GIT_INDEX_FILE names ${path}, which cannot be read`, {
      hint: 'run lspcheck from the hook that git started, or unset the variable',
    });
  }
}

/** Exactly one: the name of the folder may end with newlines of its own. */
function withoutNewline(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
