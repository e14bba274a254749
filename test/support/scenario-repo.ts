// A scenario's workspace as a git repository, with the environment that lspcheck and hooks get too; and snapshots that show
// whether anything in it was touched.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { neutralEnvironment } from './run-cli.js';
import type { Scenario } from './scenario.js';
import { repoAt, type TempRepo } from './temp-repo.js';

const environment = neutralEnvironment({
  GIT_OPTIONAL_LOCKS: '0',
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 'a@example.test',
});

/** The workspace becomes a repository on `main` whose first commit holds everything that is there. */
export function repositoryIn(scenario: Scenario): TempRepo {
  const repo = repoAt(scenario.root, environment);
  repo.git('init', '-q', '-b', 'main');
  repo.git('add', '.');
  repo.git('commit', '-q', '-m', 'base');
  return repo;
}

export interface GitResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git to its end, whatever its status. */
export function tryGit(cwd: string, args: readonly string[]): GitResult {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, env: environment, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Everything that lspcheck must leave alone: working files, index bytes, configuration, refs, stash, locks. */
export function snapshotOf({ root, git }: TempRepo): Readonly<Record<string, string>> {
  const gitFolder = resolve(root, git('rev-parse', '--git-dir').trim());
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(root, '.git') + sep))
    .sort();
  return {
    ...Object.fromEntries(files.map((file) => [file, sha(file)])),
    index: sha(join(gitFolder, 'index')),
    config: sha(join(gitFolder, 'config')),
    status: git('status', '--porcelain=v2', '-z'),
    refs: git('for-each-ref'),
    stash: git('stash', 'list'),
    locks: readdirSync(gitFolder)
      .filter((name) => name.endsWith('.lock'))
      .join(),
  };
}

function sha(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'absent';
}
