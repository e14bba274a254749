// Over all states and formats: a run that is not a success is read as one in no format, and all formats count the same.
// Each is read back by a parser of its own kind (test/support/report-readers.ts). A state or a format that is added to its
// list is guarded at once.

import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { exitCodeOf, isConclusive, reportedDiagnostics, summarize } from '../../src/model/summary.js';
import { visible } from '../../src/report/escape.js';
import { githubStepSummary } from '../../src/report/github.js';
import { type FormatName, formatNames, reporters } from '../../src/report/registry.js';
import { unknownFiles } from '../../src/report/unknowns.js';
import { reportContext } from '../support/report-context.js';
import { readers } from '../support/report-readers.js';
import { refusals } from '../support/sarif-ingestion.js';
import { type State, states } from './states.js';

const all = Object.entries(states);
/** These show names as they may be shown; the others carry them exactly. */
const forPeople: readonly FormatName[] = ['text', 'markdown', 'html'];

/** These look as the terminal can, and name paths from where one stands. */
const forTerminals: readonly FormatName[] = ['text', 'github'];

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

  test.each(formatNames)(
    '%s counts what the run has, and looks like a success only if it is one',
    async (format) => {
      const reading = readers[format](await write(format, state));
      const active = summary.error + summary.warning + summary.info + summary.hint;
      const unknown = unknownFiles(run).map(({ path }) =>
        forPeople.includes(format) ? visible(path) : path,
      );
      // The text report shows what is provisional among its findings, and its files in the order of the run.
      expect(reading).toMatchObject({
        findings: active,
        provisional: summary.provisional,
        unknown: [...unknown].sort(),
      });
      if (exitCodeOf(run) !== 0 || !isConclusive(run)) expect(reading.success).toBe(false);
    },
  );

  test('json, jsonl, sarif and github agree on what only they carry', async () => {
    const json = JSON.parse(await write('json', state));
    const diagnostics = json.files.flatMap((file: { diagnostics: unknown[] }) => file.diagnostics);
    expect(diagnostics).toHaveLength(run.files.flatMap(reportedDiagnostics).length);
    expect(json.exitCode).toBe(exitCodeOf(run));
    expect(json.summary).toEqual(summary);

    const lines = (await write('jsonl', state))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.slice(1, -1).map(({ kind: _kind, ...file }) => file)).toEqual(json.files);
    expect(lines.at(-1).summary).toEqual(json.summary);

    const { invocations, properties } = await sarifRun(state);
    expect(invocations?.[0]?.exitCode).toBe(exitCodeOf(run));
    expect(properties?.['summary']).toEqual(json.summary);
    expect(lastLine(await write('github', state))).toBe(lastLine(await write('text', state)));
  });

  test.each(formatNames.filter((format) => !forTerminals.includes(format)))(
    '%s is the same on whatever terminal it is written to',
    async (format) => {
      const ascii = {
        unicode: false,
        color: true,
        hyperlinks: true,
        width: 40,
        shownPath: () => 'elsewhere',
      };
      expect(await write(format, state, ascii)).toBe(await write(format, state));
    },
  );

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
