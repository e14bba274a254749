// A real `git commit` through hooks/pre-commit, judged by the project's TypeScript: exactly what is staged, nothing else.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkPackages } from '../../scripts/link-packages.mjs';
import { cliPath } from '../support/run-cli.js';
import { tsconfig } from './typescript-files.js';
import { makeWorkspace, repository, type Workspace } from './workspace.js';

const right = 'export const count: number = 3;\n';
const alsoRight = 'export const count: number = 4;\n';
const wrong = "export const count: number = 'three';\n";
const finding = /src\/a\.ts:1:14: error: .*\[typescript 2322\]/;

/** A repository with the hook, TypeScript 5, and lspcheck as npm would install it; a.ts and b.ts are right at HEAD. */
function repositoryWithHook(): Workspace {
  const workspace = makeWorkspace(
    { ...tsconfig, 'src/a.ts': right, 'src/b.ts': "export const other: string = 'b';\n" },
    { packages: ['typescript'] },
  );
  symlinkSync(cliPath, join(workspace.root, 'node_modules', '.bin', 'lspcheck'));
  const hook = join(workspace.root, '.git', 'hooks', 'pre-commit');
  mkdirSync(join(workspace.root, '.git', 'hooks'), { recursive: true });
  copyFileSync(join(repository, 'hooks', 'pre-commit'), hook);
  chmodSync(hook, 0o755);
  return workspace;
}

interface Attempt {
  readonly committed: boolean;
  readonly output: string;
}

function commit(workspace: Workspace, args: readonly string[] = [], cwd = workspace.root): Attempt {
  const before = head(workspace, cwd);
  const done = spawnSync('git', ['commit', '-m', 'try', ...args], {
    cwd,
    env: workspace.env,
    encoding: 'utf8',
  });
  const committed = head(workspace, cwd) !== before;
  expect(done.status === 0).toBe(committed);
  return { committed, output: done.stdout + done.stderr };
}

function head(workspace: Workspace, cwd: string): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd, env: workspace.env, encoding: 'utf8' });
}

test('bad in the index, repaired on disk: blocked', () => {
  const workspace = repositoryWithHook();
  workspace.write('src/a.ts', wrong);
  workspace.git(['add', 'src/a.ts']);
  workspace.write('src/a.ts', right);
  const attempt = commit(workspace);
  expect(attempt.output).toMatch(finding);
  expect(attempt.output).toContain(wrong.trim());
  expect(attempt.committed).toBe(false);
});

test('good in the index, broken on disk: let through, and the disk is left as it was', () => {
  const workspace = repositoryWithHook();
  workspace.write('src/a.ts', alsoRight);
  workspace.git(['add', 'src/a.ts']);
  workspace.write('src/a.ts', wrong);
  const attempt = commit(workspace);
  expect(attempt.output).not.toMatch(finding);
  expect(attempt.committed).toBe(true);
  expect(workspace.git(['show', 'HEAD:src/a.ts'])).toBe(alsoRight);
  expect(workspace.git(['status', '--porcelain'])).toBe(' M src/a.ts\n');
});

test('a staged file is judged against its neighbour as staged, not as on disk', () => {
  const workspace = repositoryWithHook();
  workspace.write(
    'src/user.ts',
    "import { count } from './a.js';\n\nexport const half = count.toFixed(2);\n",
  );
  workspace.write('src/a.ts', "export const count: string = 'three';\n");
  workspace.git(['add', 'src']);
  workspace.write('src/a.ts', right);
  const attempt = commit(workspace);
  expect(attempt.output).toMatch(
    /src\/user\.ts:3:27: error: .*\[typescript 2551|src\/user\.ts:3:27: error: .*\[typescript 2339/,
  );
  expect(attempt.committed).toBe(false);
});

test('commit -a takes the disk: bad is blocked, good is let through', () => {
  const workspace = repositoryWithHook();
  workspace.write('src/a.ts', wrong);
  const bad = commit(workspace, ['-a']);
  expect(bad.output).toMatch(finding);
  expect(bad.committed).toBe(false);

  workspace.write('src/a.ts', alsoRight);
  expect(commit(workspace, ['-a']).committed).toBe(true);
});

test('commit PATH takes that path only: a staged mistake elsewhere does not count, one in the path does', () => {
  const workspace = repositoryWithHook();
  workspace.write('src/a.ts', wrong);
  workspace.git(['add', 'src/a.ts']);
  workspace.write('src/b.ts', "export const other: string = 'changed';\n");
  const good = commit(workspace, ['src/b.ts']);
  expect(good.output).not.toMatch(finding);
  expect(good.committed).toBe(true);

  const bad = commit(workspace, ['src/a.ts']);
  expect(bad.output).toMatch(finding);
  expect(bad.committed).toBe(false);
});

test('a linked worktree: bad in its index is blocked, good is let through', () => {
  const workspace = repositoryWithHook();
  const worktree = join(workspace.root, '..', 'linked');
  workspace.git(['worktree', 'add', '-q', '-b', 'side', worktree]);
  linkPackages(worktree, ['typescript']);
  const write = (text: string) => writeFileSync(join(worktree, 'src', 'a.ts'), text);
  write(wrong);
  workspace.git(['add', 'src/a.ts'], worktree);
  write(right);
  const bad = commit(workspace, [], worktree);
  expect(bad.output).toMatch(finding);
  expect(bad.committed).toBe(false);

  write(alsoRight);
  workspace.git(['add', 'src/a.ts'], worktree);
  write(wrong);
  const good = commit(workspace, [], worktree);
  expect(good.committed).toBe(true);
  expect(workspace.git(['show', 'side:src/a.ts'])).toBe(alsoRight);
});

test('a linked worktree without its own packages: judged with those of the main work tree', () => {
  const workspace = repositoryWithHook();
  const worktree = join(workspace.root, '..', 'bare');
  workspace.git(['worktree', 'add', '-q', '-b', 'side', worktree]);
  writeFileSync(join(worktree, 'src', 'a.ts'), wrong);
  workspace.git(['add', 'src/a.ts'], worktree);
  const bad = commit(workspace, [], worktree);
  expect(bad.output).toMatch(finding);
  expect(bad.committed).toBe(false);

  writeFileSync(join(worktree, 'src', 'a.ts'), alsoRight);
  workspace.git(['add', 'src/a.ts'], worktree);
  expect(commit(workspace, [], worktree).committed).toBe(true);
});

test('a staged file that the disk lacks is seen by its importer', () => {
  const workspace = repositoryWithHook();
  const user = (type: string) => `import { rate } from './rate.js';\n\nexport const used: ${type} = rate;\n`;
  workspace.write('src/rate.ts', 'export const rate: number = 1;\n');
  workspace.write('src/user.ts', user('string'));
  workspace.git(['add', 'src']);
  rmSync(join(workspace.root, 'src', 'rate.ts'));
  const bad = commit(workspace);
  expect(bad.output).toMatch(/src\/user\.ts:3:14: error: .*\[typescript 2322\]/);
  expect(bad.committed).toBe(false);

  workspace.write('src/user.ts', user('number'));
  workspace.git(['add', 'src/user.ts']);
  expect(commit(workspace).committed).toBe(true);
});

test('a file that the index lacks and the disk still has: its importer is not called clean', () => {
  const workspace = repositoryWithHook();
  workspace.write('src/user.ts', "import { count } from './a.js';\n\nexport const used: number = count;\n");
  workspace.git(['add', 'src/user.ts']);
  workspace.git(['rm', '-q', '--cached', 'src/a.ts']);
  const attempt = commit(workspace);
  expect(attempt.output).toMatch(/typescript, disk-only: src\/user\.ts|src\/user\.ts:1:23: error: /);
  expect(attempt.output).not.toContain('✔ clean');
  expect(attempt.committed).toBe(false);
});
