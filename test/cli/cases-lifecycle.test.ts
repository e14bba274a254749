// OC-10: on every way out the whole process tree of every server is gone. The DSL's tear-down looks for every recorded pid
// for three seconds after the end; these cases choose the ways out.

import { describe, expect, it } from 'vitest';
import { allowanceMs } from '../support/expect-file.js';
import type { Handler, Script } from '../support/fake-server/script.js';
import { at, on, push } from '../support/fake-server/script.js';
import { poll } from '../support/processes.js';
import { parseReport } from '../support/report.js';
import type { CliResult } from '../support/run-cli.js';
import { type Scenario, scenario } from '../support/scenario.js';

/** Ignores every polite way to end it, has a child and a grandchild in a session of its own, and hides behind a shell. */
function stubborn(...handlers: readonly Handler[]): Scenario {
  const script: Script = {
    ignores: ['SIGTERM', 'SIGINT', 'SIGHUP', 'stdin-eof', 'shutdown', 'exit'],
    handlers: [on('initialized', '*', { do: 'sleeper' }, { do: 'sleeper', detached: true }), ...handlers],
  };
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
  return scenario({
    files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' },
    servers: {
      fake: {
        script,
        command: (fake, outside) => [
          'sh',
          '-c',
          `echo "$$ wrapper" >> '${outside}/pids'; ${quoted(fake)}; true`,
        ],
      },
    },
  });
}

const silentButForB = on('open', 'b.fx', push([]));
const isOpened = (one: Scenario) => () => one.log().received('textDocument/didOpen').length === 2;

function verdictsOf(done: CliResult): Readonly<Record<string, string>> {
  const report = parseReport(done.stdout, done.stderr);
  return Object.fromEntries(report.files.map(({ path, verdict }) => [path, verdict]));
}

describe('OC-10, nothing is left of a stubborn server behind a wrapper', () => {
  it('1: after a normal end', async () => {
    const done = await stubborn(on('open', '*', push([]))).print('json');
    expect(done.exitCode).toBe(0);
    expect(verdictsOf(done)).toEqual({ 'a.fx': 'clean', 'b.fx': 'clean' });
  });

  it('2: after the deadline, and in time', async () => {
    const done = await stubborn(silentButForB).print('json', { deadline: '2s' });
    expect(done.exitCode).toBe(3);
    expect(verdictsOf(done)).toEqual({ 'a.fx': 'unknown', 'b.fx': 'clean' });
    expect(done.wallMs).toBeLessThan(2000 + 3000 + allowanceMs());
  });

  it.each([
    ['3', 'SIGINT', 130],
    ['4', 'SIGTERM', 143],
  ] as const)('%s: after %s, with a whole report', async (_number, signal, exitCode) => {
    const one = stubborn(silentButForB);
    const done = await one.print('json', {
      deadline: '30s',
      whileRunning: async (child) => {
        await poll(isOpened(one), 10_000, 'the opening of both files');
        child.kill(signal);
      },
    });
    expect({ exitCode: done.exitCode, signal: done.signal }).toEqual({ exitCode, signal: null });
    expect(verdictsOf(done)['a.fx']).toBe('unknown');
    expect(parseReport(done.stdout, done.stderr)).toMatchObject({ complete: false, exitCode });
  });

  it('5: when the reader of stdout is gone, with the same code', async () => {
    const done = await stubborn(on('open', '*', at(300, push([])))).print('text', {
      whileRunning: (child) => void child.stdout?.destroy(),
    });
    expect({ exitCode: done.exitCode, signal: done.signal }).toEqual({ exitCode: 0, signal: null });
    expect(done.stderr).not.toMatch(/EPIPE|^ +at /m);
  });

  it('7: after SIGKILL of lspcheck itself', async () => {
    const one = stubborn(silentButForB);
    const done = await one.print('json', {
      deadline: '30s',
      whileRunning: async (child) => {
        await poll(isOpened(one), 10_000, 'the opening of both files');
        child.kill('SIGKILL');
      },
    });
    expect(done.signal).toBe('SIGKILL');
  });
});
