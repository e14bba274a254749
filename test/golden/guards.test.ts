// Over all states: no format of a run that is not whole can be read as a success, and all formats count the same.
// A state that is added to the list is guarded at once.

import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { exitCodeOf, isConclusive, reportedDiagnostics, summarize } from '../../src/model/summary.js';
import { githubStepSummary } from '../../src/report/github.js';
import { type FormatName, formatNames, reporters } from '../../src/report/registry.js';
import { reportContext } from '../support/report-context.js';
import { refusals } from '../support/sarif-ingestion.js';
import { type State, states } from './states.js';

const all = Object.entries(states);
const incomplete = all.filter(([, { run }]) => !isConclusive(run));
const unknown = all.filter(([, { run }]) => summarize(run).unknown > 0);

test('the list holds runs of every kind', () => {
  expect(incomplete.length).toBeGreaterThanOrEqual(10);
  expect(new Set(all.map(([, { run }]) => exitCodeOf(run)))).toEqual(new Set([0, 1, 3, 130, 143]));
});

describe.each(incomplete)('%s, incomplete', (_, state) => {
  test('text says neither clean nor ✔', async () => {
    for (const unicode of [true, false]) {
      const output = await write('text', state, { unicode });
      expect(output).not.toMatch(/clean|✔|^ok /m);
      expect(lastLine(output)).toMatch(unicode ? /^[?✖–] / : /^[?x-] /);
    }
  });

  test('json and jsonl say complete: false', async () => {
    expect(JSON.parse(await write('json', state)).complete).toBe(false);
    const lines = (await write('jsonl', state)).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'summary', complete: false });
  });

  test('sarif says that the execution was not successful, and why', async () => {
    const { invocations, properties } = await sarifRun(state);
    expect(invocations?.[0]?.executionSuccessful).toBe(false);
    expect(
      invocations?.[0]?.toolExecutionNotifications?.filter(({ level }) => level === 'error'),
    ).not.toEqual([]);
    expect(properties).toMatchObject({ complete: false });
  });

  test('github has an error, and no success in its last line or its summary', async () => {
    const output = await write('github', state);
    expect(output).toMatch(/^::error /m);
    expect(lastLine(output)).toMatch(/^[?✖–] /);
    expect(githubStepSummary(state.run, reportContext(state.texts))).not.toMatch(/clean|✔/);
  });
});

describe.each(unknown)('%s, with unknown files', (_, { run }) => {
  test('the word clean stands in no text', async () => {
    const output = await write('text', { run, texts: {} });
    expect(output).not.toMatch(/clean|✔/);
    expect(lastLine(output)).toMatch(/\d+ (of \d+ files? )?unknown \(/);
  });
});

describe.each(all)('%s', (_, state) => {
  const { run } = state;
  const summary = summarize(run);

  test('requested is clean + findings + unknown + skipped', () => {
    expect(summary.clean + summary.findings + summary.unknown + summary.skipped).toBe(summary.files);
  });

  test('every format counts the same active findings and unknown files', async () => {
    const active = summary.error + summary.warning + summary.info + summary.hint;
    const text = await write('text', state);
    expect(text.match(/^\S.*:\d+:\d+: (error|warning|info|hint): /gm)?.length ?? 0).toBe(active);

    const json = JSON.parse(await write('json', state));
    const diagnostics = json.files.flatMap((file: { diagnostics: unknown[] }) => file.diagnostics);
    expect(diagnostics).toHaveLength(run.files.flatMap(reportedDiagnostics).length);
    expect(json.files.filter((file: { verdict: string }) => file.verdict === 'unknown')).toHaveLength(
      summary.unknown,
    );
    expect(json.exitCode).toBe(exitCodeOf(run));

    const lines = (await write('jsonl', state))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.slice(1, -1).map(({ kind: _kind, ...file }) => file)).toEqual(json.files);
    expect(lines.at(-1).summary).toEqual(json.summary);

    const { results, invocations, properties } = await sarifRun(state);
    expect(results).toHaveLength(active);
    expect(invocations?.[0]?.exitCode).toBe(exitCodeOf(run));
    expect(properties?.['summary']).toEqual(json.summary);

    const github = await write('github', state);
    expect(github.match(/^::(error|warning|notice) .*\bline=\d+/gm)?.length ?? 0).toBe(
      active + summary.provisional,
    );
    expect(lastLine(github)).toBe(lastLine(text));
  });

  test('code scanning takes the SARIF', async () => {
    const output = await write('sarif', state);
    expect(refusals(JSON.parse(output) as Log, gzipSync(output).length)).toEqual([]);
  });
});

async function write(format: FormatName, { run, texts }: State, given = {}): Promise<string> {
  const report = await reporters[format]();
  return [...report(run, reportContext(texts, given))].join('');
}

async function sarifRun(state: State): Promise<Log['runs'][number]> {
  const log = JSON.parse(await write('sarif', state)) as Log;
  const [run] = log.runs;
  if (run === undefined) throw new Error('SARIF without a run');
  return run;
}

function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1) ?? '';
}

test('the formats guarded are all there are', () => {
  expect([...formatNames]).toEqual(['text', 'json', 'jsonl', 'sarif', 'github']);
});
