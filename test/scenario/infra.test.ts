// OC-24: a server that could not analyse a file says so as a diagnostic, as a message, or by an empty list beside a message.
// None of these is a finding, none is lost, and no file that one of them speaks of is clean.
// The rule: a message that names one open file speaks of that file, any other of every file of the session.

import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { decodeRun } from '../../src/model/run-codec.js';
import { sarifReport } from '../../src/report/sarif.js';
import { expectFile, expectRun } from '../support/expect-file.js';
import { E, type Item, on, push, type Script, type Step, W } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { reportContext } from '../support/report-context.js';
import { parseSarif, resultsOf, uriOf } from '../support/sarif.js';
import { type Run, scenario } from '../support/scenario.js';

const text = {
  t: 'No packages found for open file t.fx',
  y: "Unable to load schema from 'https://x.invalid/s.json': 429",
  z: 'z.fx exceeds the size limit, not analysed',
  m: 'No packages found for open file m.fx',
  k: 'errors loading workspace',
};
const noPackages = (message: string): Item => ({ ...W(0, 0, 0, 1, message), source: 'go list' });
const show = (type: 1 | 2, message: string): Step => ({
  do: 'notify',
  method: 'window/showMessage',
  params: { type, message },
});

const handlers = {
  t: on('open', 't.fx', push([noPackages(text.t)])),
  y: on('open', 'y.fx', push([E(0, 0, 0, 0, text.y)])),
  z: on('open', 'z.fx', push([]), show(2, text.z)),
  m: on('open', 'm.fx', push([noPackages(text.m), E(3, 0, 3, 2, 'real error')])),
  k: on('open', 'k.fx', push([]), show(1, text.k)),
  c: on('open', 'c.fx', push([])),
} as const;
type Name = keyof typeof handlers;

const setup = (...names: readonly Name[]) => {
  const server: Script = { handlers: names.map((name) => handlers[name]) };
  return scenario({
    files: Object.fromEntries(names.map((name) => [`${name}.fx`, '1\n2\n3\nno\n'])),
    server,
  });
};

const notesOf = ({ report }: Run) =>
  report.servers.flatMap(({ infra }) => infra.map(({ kind, path, text }) => [kind, path ?? null, text]));

describe.concurrent.each(hosts)('OC-24 (%s)', (host) => {
  it('noise makes its file unknown, beside a finding incomplete, and leaves the others alone', async () => {
    const run = await setup('c', 'm', 't', 'y', 'z').check({ host });
    expectFile(run, 'c.fx').clean();
    expectFile(run, 'm.fx').findings([{ line: 4, column: 1, message: 'real error' }], { incomplete: true });
    expectFile(run, 't.fx').unknown('infra', /No packages found for open file t\.fx/, []);
    expectFile(run, 'y.fx').unknown('infra', /Unable to load schema/, []);
    expectFile(run, 'z.fx').unknown('infra', /z\.fx exceeds the size limit, not analysed/, []);
    expect(notesOf(run)).toEqual([
      ['diagnostic', 'm.fx', text.m],
      ['diagnostic', 't.fx', text.t],
      ['diagnostic', 'y.fx', text.y],
      ['message', 'z.fx', text.z],
    ]);
    expectRun(run).exits(1);
    expectRun(run).incomplete();
  });

  it('an error shown about no file speaks of every file: a finding stays, nothing is clean', async () => {
    const run = await setup('c', 'k', 'm').check({ host });
    expectFile(run, 'c.fx').unknown('infra', /errors loading workspace/);
    expectFile(run, 'k.fx').unknown('infra', /errors loading workspace/);
    expectFile(run, 'm.fx').findings([{ line: 4, column: 1, message: 'real error' }], { incomplete: true });
    expect(notesOf(run)).toContainEqual(['message', null, text.k]);
    expectRun(run).exits(1);
  });

  it('a run with nothing but noise is incomplete: neither findings nor a success', async () => {
    const run = await setup('k', 't', 'y', 'z').check({ host });
    expect(run.report.summary).toMatchObject({ files: 4, clean: 0, findings: 0, unknown: 4, incomplete: 4 });
    expectRun(run).exits(3);
    expectRun(run).incomplete();
  });

  it('patterns of one’s own are recognised too, and only where they were given', async () => {
    const server: Script = {
      handlers: [on('open', '*', push([W(0, 0, 0, 1, 'licence pool exhausted')]))],
    };
    const entry = { infraPatterns: ['licence pool', { regex: '^never$' }] };
    const check = (more: object) =>
      scenario({ files: { 'a.fx': 'no\n' }, servers: { fake: { script: server, ...more } } }).check({ host });
    expectFile(await check({ entry }), 'a.fx').unknown('infra', /licence pool exhausted/, []);
    expectFile(await check({}), 'a.fx').findings([{ line: 1, column: 1, message: 'licence pool exhausted' }]);
  });
});

describe.concurrent.each(hosts)('OC-24 in SARIF (%s)', (host) => {
  it('noise is a notification, the real error a result, and the run no success', async () => {
    const all = setup('k', 'm', 't', 'y', 'z');
    const log =
      host === 'cli' ? parseSarif((await all.print('sarif')).stdout) : await rendered(all.check({ host }));
    expect(resultsOf(log).map((result) => [uriOf(result), result.message.text])).toEqual([
      ['m.fx', expect.stringContaining('real error')],
    ]);
    const invocation = log.runs[0]?.invocations?.[0];
    expect(invocation?.executionSuccessful).toBe(false);
    const told = (invocation?.toolExecutionNotifications ?? []).map(({ message }) => message.text ?? '');
    for (const noise of Object.values(text))
      expect(told.filter((one) => one.includes(noise))).not.toEqual([]);
  });
});

/** What the report format makes of a run in this process. */
async function rendered(checked: Promise<Run>): Promise<Log> {
  const decoded = decodeRun((await checked).report);
  if (decoded.kind === 'invalid') throw new Error(decoded.message);
  return parseSarif([...sarifReport(decoded.run, reportContext())].join(''));
}
