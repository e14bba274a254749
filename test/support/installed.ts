// A repository with things installed beside what is tracked: packages, environments, build folders.

import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DiskRepo, type DiskSetup, diskRepository } from './disk-server.js';

/** A repository that ignores what is installed; `a.fx` is staged with a line `use NAME` for each name, and differs on disk. */
export function installed(
  files: Readonly<Record<string, string>>,
  uses: readonly string[],
  install: (repo: DiskRepo) => void,
  setup: DiskSetup = {},
): DiskRepo {
  const ignored = 'node_modules\n.venv\nvendor\nbuild\n';
  const repo = diskRepository({ 'a.fx': 'ok\n', '.gitignore': ignored, ...files }, setup);
  install(repo);
  repo.stage('a.fx', uses.map((name) => `use ${name}\n`).join('') || 'staged\n');
  repo.write('a.fx', 'the disk says BAD\n');
  return repo;
}

/** `to` relative to the link's folder. */
export function link({ root }: DiskRepo, at: string, to: string): void {
  mkdirSync(dirname(join(root, at)), { recursive: true });
  symlinkSync(to, join(root, at));
}
