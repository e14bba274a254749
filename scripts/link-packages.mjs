// Lays out a node_modules folder as npm would have installed it, from the packages of test/real (or another folder): links,
// and their commands in .bin. Only the packages named: what else lies beside them must not be found by the servers' rivals.

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { realServers } from './setup.mjs';

export function linkPackages(folder, names, installed = realServers) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of names) {
    const source = join(installed, 'node_modules', name);
    // An alias (typescript7) is installed under the package's own name.
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    mkdirSync(join(modules, manifest.name, '..'), { recursive: true });
    symlinkSync(source, join(modules, manifest.name), 'junction');
    const { bin = {} } = manifest;
    const commands = typeof bin === 'string' ? { [manifest.name]: bin } : bin;
    for (const [command, file] of Object.entries(commands)) {
      symlinkSync(join('..', manifest.name, file), join(modules, '.bin', command));
    }
  }
}
