// Brings a fresh clone to the point where the built command and the real servers exist; Node and npm are enough.
// Does only what is missing: a folder counts as installed when npm's own record of it holds every version of the lock file.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const realServers = join(root, 'test', 'real');
export const smokeServers = join(realServers, 'smoke');
export const parityCorpora = join(realServers, 'parity');
export const mcpBackends = join(realServers, 'backends');
export const hookManagers = join(realServers, 'managers');
export const ciValidators = join(realServers, 'ci');
export const reportReaders = join(realServers, 'reports');
export const cli = join(root, 'dist', 'cli.js');

/** Installs the root and the nested packages where needed, then builds `dist/`. Throws with the failing command. */
export function setUp() {
  // Half a gigabyte of servers that are only looked at briefly: CI's, and whoever asks for them. The corpora: the deep tier's.
  const smoke = process.env.LSPCHECK_SMOKE === '1' ? [smokeServers, mcpBackends] : [];
  const parity = process.env.LSPCHECK_DEEP === '1' ? [parityCorpora] : [];
  for (const folder of [root, realServers, hookManagers, ciValidators, reportReaders, ...smoke, ...parity]) {
    if (!isInstalled(folder)) runNpm(['ci', '--no-audit', '--no-fund'], folder);
  }
  runNpm(['run', '--silent', 'build'], root);
}

function isInstalled(folder) {
  const wanted = lockedVersions(join(folder, 'package-lock.json'));
  const present = lockedVersions(join(folder, 'node_modules', '.package-lock.json'));
  return [...wanted].every(([path, entry]) => entry.optional || present.get(path)?.version === entry.version);
}

/** Package folder → version and whether this platform may lack it; empty when there is no such file. */
function lockedVersions(file) {
  let packages;
  try {
    packages = JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return new Map();
  }
  const named = Object.entries(packages).filter(([path]) => path !== '');
  return new Map(
    named.map(([path, entry]) => [
      path,
      { version: entry.version, optional: entry.optional === true || entry.devOptional === true },
    ]),
  );
}

function runNpm(args, folder) {
  // npm is a .cmd file on Windows, which Node starts through a shell only.
  const done = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder}`);
}
