// What git gives a hook, driven by real `git commit`: the index of a plain commit, `commit -a`, `commit PATH`, a linked work
// tree and a sub-folder are four different files, and each must be read as git means it (case OC-14).

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Probed } from '../support/staged-probe.js';
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../support/temp-repo.js';

let built: string;
let probe: string;

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'lspcheck-probe-'));
  probe = join(built, 'probe.cjs');
  const entryPoints = [join(import.meta.dirname, '../support/staged-probe.ts')];
  await build({
    entryPoints,
    outfile: probe,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** The repository with a pre-commit hook; `commit` tells whether it was let through, and what the hook saw. */
function hooked(repo: TempRepo, from = '.') {
  const out = join(tempFolder(), 'seen.json');
  const hook = join(repo.git('rev-parse', '--path-format=absolute', '--git-path', 'hooks/pre-commit').trim());
  mkdirSync(join(hook, '..'), { recursive: true });
  writeFileSync(
    hook,
    `#!/bin/sh\ncd "./${from}" && PROBE_OUT="${out}" exec "${process.execPath}" "${probe}"\n`,
  );
  chmodSync(hook, 0o755);
  const commit = (args: readonly string[] = [], settings: readonly string[] = []) => {
    const through = succeeds(() => repo.git(...settings, 'commit', '-q', '-m', 'x', ...args));
    const seen = JSON.parse(readFileSync(out, 'utf8')) as Probed;
    return { through, seen };
  };
  return { commit };
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

describe('OC-13 a hook judges what will be committed', () => {
  it('index bad, disk repaired: blocked', () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'x\nBAD\n');
    repo.write('a.fx', 'ok\n');
    const { through, seen } = hooked(repo).commit();
    expect(through).toBe(false);
    expect(seen.files).toEqual({ 'a.fx': 'x\nBAD\n' });
    expect(seen.overlays).toEqual(['a.fx']);
    expect(repo.read('a.fx')).toBe('ok\n');
  });

  it('index good, disk bad: let through', () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'fine\n');
    repo.write('a.fx', 'BAD\nBAD\n');
    const { through, seen } = hooked(repo).commit();
    expect(through).toBe(true);
    expect(seen.files).toEqual({ 'a.fx': 'fine\n' });
  });
});

describe('OC-14 every form of GIT_INDEX_FILE', () => {
  it('plain commit: relative to the top folder', () => {
    const repo = tempRepo();
    repo.stage('a.fx', 'ok\n');
    const { through, seen } = hooked(repo).commit();
    expect(seen.env['GIT_INDEX_FILE']).toBe('.git/index');
    expect(seen.files).toEqual({ 'a.fx': 'ok\n' });
    expect(seen.description).toBe('index against the empty tree');
    expect(through).toBe(true);
  });

  it('a hook that goes into a sub-folder still reads the index at the top', () => {
    const repo = tempRepo();
    repo.commit({ 'sub/a.fx': 'ok\n', 'b.fx': 'ok\n' });
    repo.stage('b.fx', 'BAD\n');
    const { through, seen } = hooked(repo, 'sub').commit();
    expect(seen).toMatchObject({ cwd: join(repo.root, 'sub'), root: repo.root, files: { 'b.fx': 'BAD\n' } });
    expect(through).toBe(false);
  });

  it('A: commit -a has its own index', () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.write('a.fx', 'BAD\n');
    const { through, seen } = hooked(repo).commit(['-a']);
    expect(seen.env['GIT_INDEX_FILE']).toMatch(/index\.lock$/);
    expect(seen.files).toEqual({ 'a.fx': 'BAD\n' });
    expect(through).toBe(false);
  });

  it('B: commit PATH judges that path alone', () => {
    const repo = tempRepo();
    repo.commit({ 'bad.fx': 'ok\n', 'good.fx': 'ok\n' });
    repo.stage('bad.fx', 'BAD\n');
    repo.write('good.fx', 'better\n');
    const { through, seen } = hooked(repo).commit(['good.fx']);
    expect(seen.env['GIT_INDEX_FILE']).toMatch(/next-index-\d+\.lock$/);
    expect(seen.files).toEqual({ 'good.fx': 'better\n' });
    // The other file's staged text is not in this commit: the disk's stands in the way of nobody.
    expect(seen.overlays).toEqual(['bad.fx']);
    expect(through).toBe(true);
  });

  it.each(['.', 'sub'])('C, D: a linked work tree, hook run from %s', (from) => {
    const repo = tempRepo();
    repo.commit({ 'sub/a.fx': 'ok\n' });
    repo.git('worktree', 'add', '-q', '../w', '-b', 'w');
    const linked = repoAt(join(repo.root, '../w'), repo.env);
    linked.stage('sub/n.fx', 'ok\n');
    const { through, seen } = hooked(linked, from).commit();
    expect(seen.env['GIT_DIR']).toBe(join(repo.root, '.git/worktrees/w'));
    expect(seen.env['GIT_WORK_TREE']).toBeUndefined();
    expect(seen).toMatchObject({ root: linked.root.replace('/r/../', '/'), files: { 'sub/n.fx': 'ok\n' } });
    expect(through).toBe(true);
    expect(linked.git('show', '--name-only', '--format=').trim()).toBe('sub/n.fx');
    expect(linked.git('status', '--porcelain')).toBe('');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('settings given to git itself do not stand in the way', () => {
    const repo = tempRepo();
    repo.commit({ 'a.fx': 'ok\n' });
    repo.stage('a.fx', 'fine\n');
    const { seen, through } = hooked(repo).commit([], ['-c', 'core.fsmonitor=/none', '-c', 'core.editor=x']);
    expect(seen.env['GIT_CONFIG_PARAMETERS']).toContain('core.fsmonitor');
    expect(seen.files).toEqual({ 'a.fx': 'fine\n' });
    expect(through).toBe(true);
  });
});
