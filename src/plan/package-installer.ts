// By what npm packages are installed where a server is rooted: the nearest lock file upward says it, else a package.json.

import type { RepoPath } from '../model/base.js';
import type { PackageInstaller } from '../platform/install-command.js';
import { type JudgedFolders, nearestWith } from './folders.js';

const lockFiles: Readonly<Record<string, PackageInstaller>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
};

export function packageInstallers(folders: JudgedFolders): (root: RepoPath) => Promise<PackageInstaller> {
  const nearestLock = nearestWith(folders, Object.keys(lockFiles));
  const nearestManifest = nearestWith(folders, ['package.json']);
  return async (root) => {
    const folder = await nearestLock(root);
    const names = folder === undefined ? new Set<string>() : await folders.names(folder);
    const installer = Object.entries(lockFiles).find(([name]) => names.has(name))?.[1];
    // In the top package of a workspace pnpm refuses to add anything without being told that it is meant.
    if (installer === 'pnpm' && names.has('pnpm-workspace.yaml')) return 'pnpm-workspace';
    if (installer !== undefined) return installer;
    return (await nearestManifest(root)) === undefined ? 'none' : 'npm';
  };
}
