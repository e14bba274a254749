// Warm servers: the same answers as cold ones, from one process; never about an older text or an older disk; and nothing left behind.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { expectFile } from '../support/expect-file.js';
import { type PresetName, scriptOf } from '../support/fake-server/presets.js';
import { at, E, on, push, type Script, times } from '../support/fake-server/script.js';
import { type Scenario, scenario } from '../support/scenario.js';
import { repositoryIn } from '../support/scenario-repo.js';
import { warmHost } from '../support/warm.js';

const bad = { line: 1, column: 1, message: 'BAD is not allowed' };
const starts = (one: Scenario) => one.log().received('initialize').length;
const truths = ['pushes-truth', 'pushes-versioned-truth', 'pulls-truth'] as const satisfies PresetName[];

/** Registers for changes of every file before anything is asked of it. */
const watching = on('initialized', '*', {
  do: 'request',
  method: 'client/registerCapability',
  params: {
    registrations: [
      {
        id: 'w',
        method: 'workspace/didChangeWatchedFiles',
        registerOptions: { watchers: [{ globPattern: '**/*' }] },
      },
    ],
  },
});

function truthful(preset: PresetName, more: Script['handlers'] = []): Script {
  const script = scriptOf(preset);
  return { ...script, handlers: [...(script.handlers ?? []), ...more] };
}

describe('one process for many checks', () => {
  it.each(truths)('%s: the same report as a cold run, byte for byte', async (preset) => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n', 'b.fx': 'fine\n', 'c.fx': 'x BAD\n' },
      server: truthful(preset, [watching]),
    });
    const warm = await warmHost(one);
    const cold = await warm.check(['a.fx', 'b.fx', 'c.fx'], { cold: true });
    const before = starts(one);
    for (const paths of [['a.fx'], ['b.fx', 'c.fx'], ['a.fx', 'b.fx', 'c.fx']]) {
      const run = await warm.check(paths);
      expect(run.report.files).toEqual(cold.report.files.filter(({ path }) => paths.includes(path)));
    }
    const last = await warm.check(['a.fx', 'b.fx', 'c.fx']);
    expect(JSON.stringify(last.report)).toBe(JSON.stringify(cold.report));
    expect(starts(one)).toBe(before + 1);
  });

  it('ten first calls at once start one, and one that is stuck keeps nobody waiting', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `f${index}.fx`);
    const one = scenario({
      files: Object.fromEntries(names.map((name) => [name, 'BAD\n'])),
      server: { contentRule: { by: 'push', version: 'doc', neverFor: ['f7.fx'] } },
    });
    const warm = await warmHost(one);
    const runs = await Promise.all(names.map((name) => warm.check([name], { deadlineMs: 4000 })));
    for (const [index, run] of runs.entries()) {
      const name = `f${index}.fx`;
      if (index === 7) expectFile(run, name).unknown(['no-publish', 'deadline']);
      else expectFile(run, name).findings([bad]);
    }
    expect(starts(one)).toBe(1);
    const others = runs.filter((_, index) => index !== 7).map(({ wallMs }) => wallMs);
    expect(Math.max(...others)).toBeLessThan(runs[7]?.wallMs ?? 0);
  });

  it('a call that is withdrawn leaves the others their session', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n', 'b.fx': 'BAD\n' },
      server: { ...scriptOf('pulls-truth'), handlers: [on('pull', 'a.fx', { do: 'never' })] },
    });
    const warm = await warmHost(one);
    const call = new AbortController();
    const stuck = warm.check(['a.fx'], { signal: call.signal });
    const other = await warm.check(['b.fx']);
    call.abort('SIGINT');
    expectFile(other, 'b.fx').findings([bad]);
    expectFile(await stuck, 'a.fx').unknown('interrupted');
    await expect.poll(() => one.log().received('$/cancelRequest').length).toBe(1);
    expect(starts(one)).toBe(1);
  });
});

describe('OC-21: the disk as it is', () => {
  it.each(truths)(
    '%s: text changed behind our back, with equal size and time, on another branch',
    async (preset) => {
      const one = scenario({
        files: { 'a.fx': 'BAD\n', 'other.fx': 'fine\n' },
        server: truthful(preset, [watching]),
      });
      const repo = repositoryIn(one);
      repo.git('checkout', '-q', '-b', 'without');
      repo.git('rm', '-q', 'a.fx');
      repo.git('commit', '-q', '-m', 'without');
      repo.git('checkout', '-q', 'main');
      const warm = await warmHost(one);
      expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
      const { atime, mtime } = statSync(join(one.root, 'a.fx'));
      one.write('a.fx', 'OK_\n');
      expectFile(await warm.check(['a.fx']), 'a.fx').clean();
      one.write('a.fx', 'BAD\n');
      utimesSync(join(one.root, 'a.fx'), atime, mtime);
      expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
      expect(one.log().received('textDocument/didChange', 'a.fx')).toHaveLength(2);
      repo.git('checkout', '-q', 'without');
      const gone = await warm.check(['a.fx', 'other.fx']);
      expectFile(gone, 'a.fx').unknown('read-failed', /does not exist/, []);
      expectFile(gone, 'other.fx').clean();
      expect(one.log().received('textDocument/didClose', 'a.fx').length).toBeGreaterThan(0);
      expect(starts(one)).toBe(1);
    },
  );

  it('a file that came since is told to a server that asked for it, before anything else', async () => {
    const missing = push([E(0, 0, 0, 5, 'd is missing')], 'doc');
    const one = scenario({
      files: { 'c.fx': 'use d\n' },
      server: {
        handlers: [
          watching,
          on('other', 'workspace/didChangeWatchedFiles', { do: 'mark', name: 'made' }),
          { ...on('open', 'c.fx', at(0, missing)), before: 'made' },
          on('open', 'c.fx', push([], 'doc')),
        ],
      },
    });
    const warm = await warmHost(one);
    expectFile(await warm.check(['c.fx']), 'c.fx').findings([{ line: 1, column: 1 }]);
    one.write('d.fx', 'here\n');
    expectFile(await warm.check(['c.fx']), 'c.fx').clean();
    expect(
      one
        .log()
        .received('workspace/didChangeWatchedFiles')
        .map(({ params }) => params?.['changes']),
    ).toEqual([[{ uri: expect.stringMatching(/\/d\.fx$/), type: 1 }]]);
    expect(starts(one)).toBe(1);
  });

  it('a server that asked for nothing is started anew when another file changes, and not for the file that is asked about', async () => {
    const one = scenario({ files: { 'a.fx': 'BAD\n', 'b.fx': 'fine\n' }, server: 'pulls-truth' });
    const warm = await warmHost(one);
    await warm.check(['a.fx']);
    one.write('a.fx', 'fine\n');
    expectFile(await warm.check(['a.fx']), 'a.fx').clean();
    expect(starts(one)).toBe(1);
    one.write('b.fx', 'BAD\n');
    expectFile(await warm.check(['a.fx']), 'a.fx').clean();
    expect(starts(one)).toBe(2);
    expectFile(await warm.check(['b.fx']), 'b.fx').findings([bad]);
    expect(starts(one)).toBe(2);
  });

  it('what was installed since is seen by a new process', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n', '.gitignore': 'node_modules\n' },
      server: truthful('pulls-truth', [watching]),
    });
    one.write('node_modules/p/package.json', '{}');
    repositoryIn(one);
    const warm = await warmHost(one);
    await warm.check(['a.fx']);
    one.write('node_modules/q/package.json', '{}');
    await warm.check(['a.fx']);
    expect(starts(one)).toBe(2);
  });

  it('stopOnNewFile: a new file of its kind ends the process, another one does not', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n' },
      servers: { fake: { script: truthful('pulls-truth', [watching]), entry: { stopOnNewFile: true } } },
    });
    const warm = await warmHost(one);
    await warm.check(['a.fx']);
    one.write('readme.md', 'x');
    await warm.check(['a.fx']);
    expect(starts(one)).toBe(1);
    one.write('b.fx', 'fine\n');
    await warm.check(['a.fx']);
    expect(starts(one)).toBe(2);
  });
});

describe('what reuse must not cost', () => {
  it('a server that says nothing of a text it has seen is asked anew, once and for all', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n' },
      server: {
        handlers: [watching, times(1, on('open', 'a.fx', push([E(0, 0, 0, 3, 'BAD is not allowed')])))],
      },
    });
    const warm = await warmHost(one);
    for (let turn = 0; turn < 3; turn += 1) expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
    expect(starts(one)).toBe(3);
  });

  it('the empty publish of a close is not taken for a verdict on the next opening', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n' },
      server: {
        contentRule: { by: 'push', perFileMs: 600 },
        handlers: [watching, on('close', 'a.fx', push([]))],
      },
    });
    const warm = await warmHost(one);
    for (let turn = 0; turn < 3; turn += 1) expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
    expect(starts(one)).toBe(1);
  });

  it('what a server complained of in one call puts nothing in doubt in the next, and is not forgotten either', async () => {
    const complains: Script['handlers'] = [
      on(
        'open',
        'a.fx',
        { do: 'notify', method: 'window/showMessage', params: { type: 1, message: 'no project' } },
        push([]),
      ),
    ];
    const one = scenario({
      files: { 'a.fx': 'x\n', 'b.fx': 'x\n' },
      server: { handlers: [watching, ...complains], contentRule: { by: 'push' } },
    });
    const warm = await warmHost(one);
    expectFile(await warm.check(['a.fx']), 'a.fx').unknown('infra');
    expectFile(await warm.check(['b.fx']), 'b.fx').clean();
    expect(starts(one)).toBe(2);
  });

  it('a crash between two calls', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n' },
      server: truthful('pushes-truth', [watching]),
    });
    const warm = await warmHost(one);
    expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
    const [slot] = warm.pool.slots();
    process.kill(slot?.pooled?.session.pid ?? 0, 'SIGKILL');
    await expect.poll(() => warm.pool.slots().length).toBe(0);
    expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
    expect(starts(one)).toBe(2);
  });
});

describe('the life of a pool', () => {
  it('a start that failed is told to everyone, and tried again after a restart', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n' },
      servers: { fake: { command: ['./serve', '--token', 'secret'] } },
    });
    one.write('serve', '#!/bin/sh\necho broken >&2\nexit 3\n');
    const warm = await warmHost(one);

    chmodSync(join(one.root, 'serve'), 0o755);
    expectFile(await warm.check(['a.fx']), 'a.fx').unknown('exited', /fake exited with code 3/);
    const second = await warm.check(['a.fx']);
    expectFile(second, 'a.fx').unknown('exited', /fake exited with code 3.*not tried again for \d+ s/);
    expect(JSON.stringify(second.report)).not.toContain('secret');
    expect(warm.pool.failures()).toHaveLength(1);
    await warm.pool.restart(['fake']);
    expect(warm.pool.failures()).toHaveLength(0);
  });

  it('is idle for its time, and then gone', async () => {
    const one = scenario({
      files: { 'a.fx': 'BAD\n' },
      servers: { fake: { script: 'pulls-truth', entry: { idleTimeout: '300ms' } } },
    });
    const warm = await warmHost(one);
    await warm.check(['a.fx']);
    expect(warm.pool.slots()).toHaveLength(1);
    await expect.poll(() => warm.pool.slots().length, { timeout: 5000 }).toBe(0);
    await one.expectNobodyLeft();
    expectFile(await warm.check(['a.fx']), 'a.fx').findings([bad]);
  });

  it('another entry takes the place of the first', async () => {
    const one = scenario({ files: { 'a.fx': 'BAD\n' }, servers: { fake: { script: 'pulls-truth' } } });
    const warm = await warmHost(one);
    await warm.check(['a.fx']);
    const config = JSON.parse(readFileSync(join(one.root, 'lspcheck.yml'), 'utf8'));
    config.servers.fake.settings = { strict: true };
    one.write('lspcheck.yml', JSON.stringify(config));
    await warm.check(['a.fx']);
    expect(starts(one)).toBe(2);
    expect(warm.pool.slots()).toHaveLength(1);
  });

  it('leaves no folder of its own', async () => {
    const one = scenario({ files: { 'a.fx': 'BAD\n' }, server: 'pulls-truth' });
    // Other tests run beside this one, with folders of theirs.
    const own = mkdtempSync(join(tmpdir(), 'lspcheck-own-'));
    vi.stubEnv('TMPDIR', own);
    try {
      const warm = await warmHost(one);
      await warm.check(['a.fx']);
      expect(readdirSync(own).filter((name) => name.startsWith('lspcheck-run-'))).toHaveLength(1);
      await warm.end();
      expect(readdirSync(own)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true });
    }
  });
});
