// lspcheck init: a configuration for what is here, read by lspcheck afterwards; nothing that exists is overwritten.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { tempRepo } from '../support/temp-repo.js';

/** A repository with Python, Go and shell files, and a pyright that says its version. */
function polyglot() {
  const repo = tempRepo();
  for (const [name, text] of Object.entries({
    'a.py': 'x = 1\n',
    'b/c.py': '',
    'go.mod': 'module m\n',
    'm.go': 'package m\n',
    'run.sh': 'echo\n',
  })) {
    mkdirSync(join(repo.root, name, '..'), { recursive: true });
    writeFileSync(join(repo.root, name), text);
  }
  const bin = join(repo.root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(repo.root, '.gitignore'), 'node_modules\n');
  writeFileSync(join(repo.root, 'package.json'), '{}\n');
  writeFileSync(join(repo.root, 'pnpm-lock.yaml'), '\n');
  writeFileSync(join(bin, 'pyright-langserver'), '#!/bin/sh\necho 1.0\n');
  chmodSync(join(bin, 'pyright-langserver'), 0o755);
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'one');
  return repo;
}

const env = { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, GOPATH: '/nonexistent' };

describe('init', () => {
  it('lists what is installed, names what is not with the command of this package manager, and can be read', async () => {
    const { root } = polyglot();
    const { stdout, stderr, exitCode } = await runCli(['init'], { cwd: join(root, 'b'), env });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^found +Python +2 files +pyright\n/);
    expect(stdout).toContain('pnpm add -D bash-language-server');
    expect(stdout.split('\n').length).toBeLessThanOrEqual(16);
    const text = readFileSync(join(root, 'lspcheck.yml'), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
    expect(text).toContain('\n  pyright: {}\n');
    expect(text).toContain('\n  # bash: {}  # pnpm add -D bash-language-server\n');
    const again = await runCli(['servers', '--format', 'json'], { cwd: root, env });
    expect(again.exitCode).toBe(0);
  });

  it('with --dry-run prints the file and writes nothing', async () => {
    const { root } = polyglot();
    const { stdout } = await runCli(['init', '--dry-run'], { cwd: root, env });
    expect(stdout).toContain('  pyright: {}\n');
    expect(existsSync(join(root, 'lspcheck.yml'))).toBe(false);
  });

  it.each(['lspcheck.yml', 'lspcheck.yaml', 'lspcheck.json'])(
    'leaves %s alone, and says what differs',
    async (name) => {
      const { root } = polyglot();
      writeFileSync(join(root, name), '{ "servers": { "gopls": {} } }\n');
      const { stdout, stderr, exitCode } = await runCli(['init'], { cwd: root, env });
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${name} exists, and init overwrites nothing`);
      expect(stderr).toContain('  + pyright: {}');
      expect(readFileSync(join(root, name), 'utf8')).toBe('{ "servers": { "gopls": {} } }\n');
    },
  );

  it('takes over the file of another tool', async () => {
    const { root } = polyglot();
    const file = {
      servers: [{ extensions: ['py'], command: ['npx', 'pyright-langserver', '--stdio'], old: 1 }],
    };
    writeFileSync(join(root, 'cclsp.json'), JSON.stringify(file));
    const { stdout, exitCode } = await runCli(['init', '--from', 'cclsp', 'cclsp.json'], { cwd: root, env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^read +cclsp\.json: pyright\nlost +servers\[0\]: "old" has no counterpart here\nwrote/,
    );
    expect(readFileSync(join(root, 'lspcheck.yml'), 'utf8')).toContain('  pyright:\n    files: [ "*.py" ]\n');
  });

  it.each([
    [['init', '--from', 'ccls', 'x'], 'did you mean "cclsp"?'],
    [['init', '--from', 'cclsp'], 'init --from needs the file to import'],
    [['init', 'x'], 'init takes a file only with --from'],
    [['init', '--from', 'cclsp', 'nowhere.json'], 'nowhere.json does not exist'],
  ])('%j', async (args, message) => {
    const { root } = polyglot();
    const { stderr, exitCode } = await runCli(args, { cwd: root, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(join(root, 'lspcheck.yml'))).toBe(false);
  });
});
