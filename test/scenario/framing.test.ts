// OC-06, OC-07 and OC-08: bytes, garbage and broken pipes.

import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { at, E, on, push, type Script, type Step } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { fileOf } from '../support/report.js';
import { scenario } from '../support/scenario.js';

describe.concurrent.each(hosts)('OC-06, lengths are bytes (%s)', (host) => {
  const message = '变量未定义 🙂 — naïve';
  it.each(['byte', 'seven', 'joined'] as const)('output in pieces: %s', async (chunking) => {
    const server: Script = {
      output: { chunking, header: 'odd' },
      handlers: [
        on(
          'open',
          'a.fx',
          at(50, { do: 'notify', method: 'window/logMessage', params: { type: 4, message } }),
          push([E(0, 8, 0, 11, message), E(1, 0, 1, 1, 'second')]),
        ),
      ],
    };
    const run = await scenario({ files: { 'a.fx': '— 漢字 🙂 BAD\nx\n' }, server }).check({ host });
    expectFile(run, 'a.fx').findings([
      { line: 1, column: 9, message },
      { line: 2, column: 1, message: 'second' },
    ]);
    expectRun(run).exits(1);
    expect(run.log().notes('garbled-input')).toEqual([]);
    // Whoever waits sees an orderly end; the program kills what is left when its report is out.
    const codes = run
      .log()
      .notes('exit')
      .map(({ code }) => code);
    expect(codes).toEqual(host === 'engine' ? [0] : codes.map(() => 0));
    expect(run.report.servers).toMatchObject([{ state: 'ok', infra: [] }]);
  });
});

const clearScreen = '\u001b[1;1H\u001b[2J';
const raw = (text: string): Step => ({ do: 'raw', text });
const bad = push([E(0, 0, 0, 3, 'bad')]);
const garbage: Readonly<Record<string, Script>> = {
  'A: a line before the first header': {
    handlers: [on('start', '*', raw('initializing storage at /x\n')), on('open', 'a.fx', at(100, bad))],
  },
  'B: a terminal sequence right before a header': {
    handlers: [on('open', 'a.fx', at(100, raw(clearScreen)), bad)],
  },
  'C: a log line between two messages': {
    handlers: [on('open', 'a.fx', push([]), raw('12:00 loading config\n'), at(100, bad))],
  },
  'D: a JSON object without a header': {
    handlers: [on('open', 'a.fx', raw('{"jsonrpc":"2.0","method":"x"}'), at(100, bad))],
  },
  'E: a header with a body that is not JSON': {
    handlers: [on('open', 'a.fx', raw('Content-Length: 9\r\n\r\n{"broken:'), at(100, bad))],
  },
};

describe.concurrent.each(hosts)('OC-07, garbage on stdout (%s)', (host) => {
  it.each(Object.keys(garbage))('%s', async (name) => {
    const servers = {
      noisy: { script: garbage[name] ?? 'silent' },
      healthy: { script: { handlers: [on('open', '*', push([]))] }, files: ['*.fy'] },
    } as const;
    const run = await scenario({ files: { 'a.fx': 'BAD\n', 'b.fy': 'ok\n' }, servers }).check({ host });
    expectFile(run, 'b.fy').clean();
    const file = fileOf(run.report, 'a.fx');
    if (file.verdict === 'findings') {
      expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'bad' }]);
    } else {
      expectFile(run, 'a.fx').unknown('protocol-error', /^[^\u0000-\u001f]{1,600}$/);
    }
    expect([1, 3]).toContain(run.exitCode);
    expectRun(run).endsWithin(3000);
    expect(run.stderr).not.toContain('\u001b');
  });
});

describe.concurrent.each(hosts)('OC-08, a server that closed its input (%s)', (host) => {
  it('loses its own files at once, and nobody else’s', async () => {
    const servers = {
      deaf: { script: 'closes-stdin' },
      healthy: {
        script: { handlers: [on('open', 'b.fy', at(300, push([E(0, 0, 0, 3, 'bad')])))] },
        files: ['*.fy'],
      },
    } as const;
    const files = { 'a.fx': 'x'.repeat(300_000), 'b.fy': 'BAD\n' };
    const run = await scenario({ files, servers }).check({ host });
    expectFile(run, 'a.fx').unknown(['write-failed', 'exited'], /deaf/);
    expectFile(run, 'b.fy').findings([{ line: 1, column: 1, message: 'bad' }]);
    expectRun(run).exits(1);
    expectRun(run).incomplete();
    expectRun(run).endsWithin(2000);
    expect(run.stderr).not.toMatch(/^ +at .*:\d+:\d+/m);
  });
});
