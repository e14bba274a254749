// The recipes of docs/hooks.md with the real tools, judged by the project's TypeScript: exactly what is committed counts, however
// the tool hides what is not, and the disk is afterwards as it was.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { linkPackages } from '../../scripts/link-packages.mjs';
import { cliPath } from '../support/run-cli.js';
import { tempFolder } from '../support/temp-repo.js';
import { lspcheck } from './lspcheck.js';
import { needTools } from './need.js';
import { tsconfig } from './typescript-files.js';
import { makeWorkspace, repository, type Workspace } from './workspace.js';

const managers = join(import.meta.dirname, 'managers');
const right = 'export const count: number = 3;\n';
const alsoRight = 'export const count: number = 4;\n';
const wrong = "export const count: number = 'three';\n";
const finding = /src\/a\.ts:1:14: error: .*\[typescript 2322\]/;

interface Manager {
  readonly name: string;
  /** What its own scripts are made of. */
  readonly tools?: readonly string[];
  readonly need?: (context: TestContext) => void;
  /** Configuration, before the first commit of it. */
  readonly files: Readonly<Record<string, string>>;
  /** What the person who cloned the repository runs; in a linked worktree only where `worktree` says so. */
  readonly install: (folder: string, run: (program: string, ...args: readonly string[]) => void) => void;
  /** Whether hooks run in a linked worktree without `install` there, and whether it needs packages of its own. */
  readonly worktree: { readonly hooksAreShared: boolean; readonly needsPackages: boolean };
}

const packages = (folder: string, names: readonly string[]) => {
  linkPackages(folder, ['typescript']);
  linkPackages(folder, names, managers);
  symlinkSync(cliPath, join(folder, 'node_modules/.bin/lspcheck'));
  symlinkSync(repository, join(folder, 'node_modules/lspcheck'));
};

const preCommitFlags =
  '        pass_filenames: false\n        always_run: true\n        require_serial: true\n';
const preCommitTools = (context: TestContext) =>
  needTools(context, ['pre-commit'], 'apt-get install pre-commit');

const all: readonly Manager[] = [
  {
    name: 'husky',
    tools: ['basename'],
    files: {
      '.husky/pre-commit': 'lspcheck changed --staged\n',
      '.husky/pre-push': 'lspcheck changed --pre-push\n',
    },
    install: (folder, run) => {
      packages(folder, ['husky']);
      run('husky');
    },
    worktree: { hooksAreShared: false, needsPackages: true },
  },
  {
    name: 'lint-staged',
    tools: ['basename'],
    files: {
      '.husky/pre-commit': 'lint-staged\n',
      // A function: the names of the files are not handed over.
      'lint-staged.config.mjs': "export default { '*': () => 'lspcheck changed --staged' };\n",
    },
    install: (folder, run) => {
      packages(folder, ['husky', 'lint-staged']);
      run('husky');
    },
    worktree: { hooksAreShared: false, needsPackages: true },
  },
  {
    name: 'lefthook',
    tools: ['tr'],
    files: {
      'lefthook.yml':
        'assert_lefthook_installed: true\npre-commit:\n  jobs:\n    - name: lspcheck\n      run: npx --no-install lspcheck changed --staged\n' +
        'pre-push:\n  jobs:\n    - name: lspcheck\n      run: npx --no-install lspcheck changed --pre-push\n      use_stdin: true\n',
    },
    install: (folder, run) => {
      packages(folder, ['lefthook']);
      run('lefthook', 'install');
    },
    worktree: { hooksAreShared: true, needsPackages: true },
  },
  {
    name: 'pre-commit, from this repository',
    tools: ['pre-commit', 'python3', 'bash'],
    need: preCommitTools,
    files: {}, // its configuration names a clone of its own
    install: (folder, run) => {
      packages(folder, []);
      run('pre-commit', 'install');
    },
    worktree: { hooksAreShared: true, needsPackages: false },
  },
  {
    name: 'pre-commit, with a local hook',
    tools: ['pre-commit', 'python3', 'bash'],
    need: preCommitTools,
    files: {
      '.pre-commit-config.yaml':
        'repos:\n  - repo: local\n    hooks:\n      - id: lspcheck\n        name: lspcheck\n        language: script\n' +
        `        entry: node_modules/lspcheck/hooks/pre-commit\n${preCommitFlags}`,
    },
    install: (folder, run) => {
      packages(folder, []);
      run('pre-commit', 'install');
    },
    worktree: { hooksAreShared: true, needsPackages: true },
  },
];

/** This repository's hook definition as a repository that pre-commit can clone; its configuration for the workspace. */
function hookRepository(env: Workspace['env']): string {
  const folder = join(tempFolder(), 'hooks-of-lspcheck');
  mkdirSync(join(folder, 'hooks'), { recursive: true });
  for (const file of ['.pre-commit-hooks.yaml', 'hooks/pre-commit'])
    copyFileSync(join(repository, file), join(folder, file));
  chmodSync(join(folder, 'hooks/pre-commit'), 0o755);
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'hooks');
  const rev = git('rev-parse', 'HEAD').trim();
  return `repos:\n  - repo: ${folder}\n    rev: ${rev}\n    hooks:\n      - id: lspcheck\n`;
}

interface Managed {
  readonly workspace: Workspace;
  commit(args?: readonly string[], cwd?: string): { committed: boolean; output: string };
  run(folder: string): (program: string, ...args: readonly string[]) => void;
}

/** A repository with the manager and its hook installed; a.ts and b.ts are right at HEAD. */
function managed(manager: Manager, context: TestContext): Managed {
  manager.need?.(context);
  const made = makeWorkspace(
    { ...tsconfig, 'src/a.ts': right, 'src/b.ts': "export const other: string = 'b';\n", ...manager.files },
    { tools: ['npx', ...(manager.tools ?? [])] },
  );
  const env = {
    ...made.env,
    HOME: tempFolder(),
    PRE_COMMIT_HOME: tempFolder(),
    NO_COLOR: '1',
    npm_config_cache: tempFolder(),
    npm_config_update_notifier: 'false',
  };
  const git: Workspace['git'] = (args, cwd = made.root) =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const workspace: Workspace = { ...made, env, git };
  if (Object.keys(manager.files).length === 0) {
    workspace.write('.pre-commit-config.yaml', hookRepository(env));
    workspace.git(['add', '.']);
    workspace.git(['commit', '-q', '-m', 'hooks']);
  }
  const run: Managed['run'] =
    (folder) =>
    (program, ...args) => {
      const path = `${join(folder, 'node_modules/.bin')}:${made.env['PATH']}`;
      execFileSync(program, args, { cwd: folder, env: { ...env, PATH: path }, stdio: 'pipe' });
    };
  manager.install(workspace.root, run(workspace.root));
  const head = (cwd: string) => execFileSync('git', ['rev-parse', 'HEAD'], { cwd, env, encoding: 'utf8' });
  return {
    workspace,
    run,
    commit: (args = [], cwd = workspace.root) => {
      const before = head(cwd);
      const done = spawnSync('git', ['commit', '-m', 'try', ...args], { cwd, env, encoding: 'utf8' });
      const committed = head(cwd) !== before;
      expect(done.status === 0).toBe(committed);
      return { committed, output: done.stdout + done.stderr };
    },
  };
}

describe.each(all)('OC-13 $name', (manager) => {
  test('bad in the index, repaired on the disk: blocked, and the repair is still there', (context) => {
    const { workspace, commit } = managed(manager, context);
    workspace.write('src/a.ts', wrong);
    workspace.git(['add', 'src/a.ts']);
    workspace.write('src/a.ts', right);
    workspace.write('src/b.ts', "export const other: string = 'edited';\n");
    workspace.write('src/untracked.ts', 'export const untracked = 1;\n');
    const attempt = commit();
    expect(attempt.output).toMatch(finding);
    expect(attempt.committed).toBe(false);
    expect(readFileSync(join(workspace.root, 'src/a.ts'), 'utf8')).toBe(right);
    expect(workspace.git(['status', '--porcelain'])).toBe('MM src/a.ts\n M src/b.ts\n?? src/untracked.ts\n');
  });

  test('good in the index, broken on the disk: let through', (context) => {
    const { workspace, commit } = managed(manager, context);
    workspace.write('src/a.ts', alsoRight);
    workspace.git(['add', 'src/a.ts']);
    workspace.write('src/a.ts', wrong);
    const attempt = commit();
    expect(attempt.output).not.toMatch(finding);
    expect(attempt.committed, attempt.output).toBe(true);
    expect(workspace.git(['show', 'HEAD:src/a.ts'])).toBe(alsoRight);
    expect(readFileSync(join(workspace.root, 'src/a.ts'), 'utf8')).toBe(wrong);
  });

  test('OC-14 commit -a and commit PATH: what they take, and nothing else', (context) => {
    const { workspace, commit } = managed(manager, context);
    workspace.write('src/a.ts', wrong);
    const bad = commit(['-a']);
    expect(bad.output).toMatch(finding);
    expect(bad.committed).toBe(false);

    workspace.git(['add', 'src/a.ts']);
    workspace.write('src/b.ts', "export const other: string = 'changed';\n");
    const good = commit(['src/b.ts']);
    expect(good.output).not.toMatch(finding);
    expect(good.committed, good.output).toBe(true);
    expect(workspace.git(['diff', '--name-only', 'HEAD~', 'HEAD'])).toBe('src/b.ts\n');
    const path = commit(['src/a.ts']);
    expect(path.output).toMatch(finding);
    expect(path.committed).toBe(false);

    workspace.write('src/a.ts', alsoRight);
    expect(commit(['-a']).committed).toBe(true);
  });

  test('OC-14 a linked worktree', async (context) => {
    const { workspace, commit, run } = managed(manager, context);
    const linked = join(workspace.root, '../linked');
    workspace.git(['worktree', 'add', '-q', '-b', 'side', linked]);
    const write = (text: string) => writeFileSync(join(linked, 'src/a.ts'), text);
    write(wrong);
    workspace.git(['add', 'src/a.ts'], linked);
    const { hooksAreShared, needsPackages } = manager.worktree;
    if (!hooksAreShared) {
      // The folder of hooks is not there, and git says nothing; `hook status` does.
      const status = await lspcheck(workspace, ['hook', 'status', 'pre-commit'], { cwd: linked });
      expect(status.exitCode).toBe(3);
      expect(status.stdout).toContain('It is missing here.');
      expect(commit([], linked).committed).toBe(true);
      workspace.git(['reset', '-q', '--soft', 'HEAD~'], linked);
    } else if (needsPackages) {
      expect(commit([], linked).committed).toBe(false); // nothing is let through unjudged
    }
    if (needsPackages) manager.install(linked, run(linked));
    write(right);
    const bad = commit([], linked);
    expect(bad.output).toMatch(finding);
    expect(bad.committed).toBe(false);

    write(alsoRight);
    workspace.git(['add', 'src/a.ts'], linked);
    write(wrong);
    const good = commit([], linked);
    expect(good.committed, good.output).toBe(true);
    expect(workspace.git(['show', 'side:src/a.ts'])).toBe(alsoRight);
  });
});

/** A push to a bare repository that is known as origin. */
function pusher({ workspace }: Managed) {
  const bare = join(tempFolder(), 'bare');
  workspace.git(['init', '-q', '--bare', bare]);
  workspace.git(['remote', 'add', 'origin', bare]);
  return (...refs: readonly string[]) => {
    const { root: cwd, env } = workspace;
    const done = spawnSync('git', ['push', 'origin', ...refs], { cwd, env, encoding: 'utf8' });
    return { status: done.status, output: done.stdout + done.stderr };
  };
}

function commitUnjudged({ workspace }: Managed, text: string): void {
  workspace.write('src/a.ts', text);
  workspace.git(['commit', '-q', '--no-verify', '-am', 'unjudged']);
}

describe('OC-16 pushes', () => {
  test.for(['husky', 'lefthook'])(
    '%s: a bad one is blocked, a good one and one of nothing go through',
    (name, context) => {
      const one = managed(named(name), context);
      const push = pusher(one);
      commitUnjudged(one, wrong);
      const bad = push('main');
      expect(bad.output).toMatch(finding);
      expect(bad.status).not.toBe(0);
      commitUnjudged(one, alsoRight);
      const good = push('main');
      expect(good.status, good.output).toBe(0);
      const nothing = push('main');
      expect(nothing.status, nothing.output).toBe(0);
    },
  );

  test('lefthook without use_stdin keeps the refs to itself: blocked, and what is missing is said', (context) => {
    const one = managed(named('lefthook'), context);
    const push = pusher(one);
    const configuration = readFileSync(join(one.workspace.root, 'lefthook.yml'), 'utf8');
    one.workspace.write('lefthook.yml', configuration.replace('      use_stdin: true\n', ''));
    const { status, output } = push('main');
    expect(status).not.toBe(0);
    expect(output).toContain('use_stdin: true');
  });

  test('pre-commit: a range, the first push, and a later one', (context) => {
    const one = managed(named('pre-commit, from this repository'), context);
    const { workspace, run } = one;
    run(workspace.root)('pre-commit', 'install', '--hook-type', 'pre-push');
    const range = (from: string, to: string) => {
      const args = ['run', '--from-ref', from, '--to-ref', to];
      const done = spawnSync('pre-commit', args, {
        cwd: workspace.root,
        env: workspace.env,
        encoding: 'utf8',
      });
      return { status: done.status, output: done.stdout + done.stderr };
    };
    commitUnjudged(one, wrong);
    const wrongRange = range('HEAD~1', 'HEAD');
    expect(wrongRange.output).toMatch(finding);
    expect(wrongRange.status).toBe(1);
    expect(range('HEAD', 'HEAD~1')).toMatchObject({ status: 0 });

    const push = pusher(one);
    const first = push('main'); // of everything: pre-commit names no range
    expect(first.output).toMatch(finding);
    expect(first.status).not.toBe(0);
    commitUnjudged(one, alsoRight);
    expect(push('main')).toMatchObject({ status: 0 });
    commitUnjudged(one, wrong);
    const later = push('main');
    expect(later.output).toMatch(finding);
    expect(later.status).not.toBe(0);
  });
});

function named(name: string): Manager {
  const manager = all.find((one) => one.name === name);
  if (manager === undefined) throw new Error(`no manager ${name}`);
  return manager;
}
