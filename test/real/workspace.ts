// Temporary repositories for tests with real servers: files, linked npm packages, git with a fixed identity.
// The PATH of everything started here holds only the named tools, so that a test sees the same servers on every machine.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { linkPackages } from '../../scripts/link-packages.mjs';

export const repository = dirname(dirname(import.meta.dirname));

/** Packages of this folder's package.json, under the name they get in a workspace (`typescript7` becomes `typescript`). */
export type PackageName =
  | '@biomejs/biome'
  | '@vtsls/language-server'
  | '@vue/language-server'
  | '@vue/typescript-plugin'
  | 'basedpyright'
  | 'bash-language-server'
  | 'eslint'
  | 'intelephense'
  | 'oxlint'
  | 'pyright'
  | 'svelte'
  | 'svelte-language-server'
  | 'typescript'
  | 'typescript7'
  | 'vscode-langservers-extracted'
  | 'vue'
  | 'yaml-language-server';

export type Env = Readonly<Record<string, string>>;

export interface Workspace {
  readonly root: string;
  readonly env: Env;
  write(path: string, text: string): void;
  /** Runs git in `cwd` (default: the root); answers stdout, throws with stderr. */
  git(args: readonly string[], cwd?: string): string;
}

export interface WorkspaceOptions {
  readonly packages?: readonly PackageName[];
  /** Programs on PATH besides node, git and the shell: looked for by name, or taken where an absolute path says. */
  readonly tools?: readonly string[];
}

/** A repository with one commit of `files` and linked, ignored packages; removed when the test has finished. */
export function makeWorkspace(
  files: Readonly<Record<string, string>>,
  options: WorkspaceOptions = {},
): Workspace {
  const temp = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-real-')));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const root = join(temp, 'work');
  const env = makeEnvironment(temp, options.tools ?? []);
  const workspace: Workspace = {
    root,
    env,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    git: (args, cwd = root) =>
      execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  };
  workspace.write('.gitignore', 'node_modules\n');
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
  linkPackages(root, options.packages ?? []);
  workspace.git(['init', '-q', '-b', 'main']);
  workspace.git(['add', '-A']);
  workspace.git(['commit', '-q', '-m', 'start']);
  return workspace;
}

/** Absolute path of a program on this machine's PATH, or undefined; an absolute path is its own, if there is such a file. */
export function findTool(name: string): string | undefined {
  if (isAbsolute(name)) return existsSync(name) ? name : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function makeEnvironment(temp: string, tools: readonly string[]): Env {
  const bin = join(temp, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  // A commit with a hook needs the shell and what shell scripts are made of.
  for (const tool of ['git', 'sh', 'env', 'dirname', 'readlink', 'uname', 'sed', 'cat', ...tools]) {
    const found = findTool(tool);
    if (found === undefined) throw new Error(`${tool} is not on PATH`);
    symlinkSync(found, join(bin, basename(tool)));
  }
  return {
    PATH: bin,
    HOME: process.env['HOME'] ?? temp,
    TMPDIR: tmpdir(),
    XDG_CONFIG_HOME: join(temp, 'config'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.invalid',
    GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.invalid',
    GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
  };
}
