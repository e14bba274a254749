// Runs that are too large for somebody: 25,001 findings, a message of a megabyte. Every limit of a platform is kept, what is
// left out is counted where it is missing, and the formats without a limit leave out nothing.

import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import type { RunResult } from '../../src/model/run.js';
import { githubStepSummary } from '../../src/report/github.js';
import { type FormatName, formatNames, reporters } from '../../src/report/registry.js';
import { sarifWithin } from '../../src/report/sarif.js';
import { reportContext } from '../support/report-context.js';
import { readers } from '../support/report-readers.js';
import { diagnostic, findingsCell, judged, range, runOf } from '../support/run-builder.js';
import { refusals } from '../support/sarif-ingestion.js';

const many = 25_001;
const files = 101;

/** Errors, and every fifth one a warning; each with a line and a place of its own. */
function manyFindings(): { run: RunResult; texts: Record<string, string> } {
  const perFile = Math.ceil(many / files);
  const texts: Record<string, string> = {};
  const results = Array.from({ length: files }, (_, file) => {
    const path = `src/f${String(file).padStart(3, '0')}.ts`;
    const count = Math.min(perFile, many - file * perFile);
    texts[path] = Array.from({ length: count }, (_, line) => `const v${line} = ${file};\n`).join('');
    const found = Array.from({ length: count }, (_, line) =>
      diagnostic({
        range: range(line + 1, 7),
        severity: line % 5 === 4 ? 'warning' : 'error',
        message: `'v${line}' is of no use.`,
      }),
    );
    return judged(path, [findingsCell('typescript', found as [Diagnostic, ...Diagnostic[]])]);
  });
  return { run: runOf(results), texts };
}

async function write(format: FormatName, run: RunResult, texts: Record<string, string>): Promise<string> {
  const report = await reporters[format]();
  return [...report(run, reportContext(texts))].join('');
}

describe('25,001 findings', { timeout: 60_000 }, () => {
  const { run, texts } = manyFindings();
  const limited: readonly FormatName[] = ['sarif', 'github'];

  test.each(formatNames.filter((format) => !limited.includes(format)))(
    '%s carries each of them',
    async (format) => {
      const output = await write(format, run, texts);
      // A page of 17 MB takes a parser longer than all else here.
      const found =
        format === 'html'
          ? output.match(/<article class="finding /g)?.length
          : readers[format](output).findings;
      expect(found).toBe(many);
    },
  );

  test('sarif carries the 5,000 gravest and says how many it left out', async () => {
    const output = await write('sarif', run, texts);
    const log = JSON.parse(output) as Log;
    expect(refusals(log, gzipSync(output).length)).toEqual([]);
    const [sarif] = log.runs;
    expect(sarif?.results).toHaveLength(5000);
    expect(new Set(sarif?.results?.map(({ level }) => level))).toEqual(new Set(['error']));
    expect(sarif?.properties).toMatchObject({ resultsLeftOut: many - 5000 });
    expect(sarif?.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'error', message: { text: '20001 findings are left out: code scanning takes no more' } },
      ],
    });
  });

  test('github shows ten of a level and says how many more there are', async () => {
    const output = await write('github', run, texts);
    const levels = output.match(/^::\w+/gm);
    expect(levels).toEqual([...Array(10).fill('::error'), ...Array(10).fill('::warning'), '::notice']);
    expect(output).toContain(`${many - 20} more annotations in the job summary`);
  });

  test('the job summary stays below 900 KiB and says what it left out', () => {
    const summary = githubStepSummary(run, reportContext(texts));
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(900 * 1024);
    const rows = summary.match(/^\| src\//gm)?.length ?? 0;
    expect(rows).toBeGreaterThan(5000);
    expect(summary).toMatch(new RegExp(`Left out.* Findings ${many - rows}\\.`));
  });
});

describe('a message of a megabyte', () => {
  const message = `begins ${'x'.repeat(1024 * 1024)} ends`;
  const run = runOf([judged('a.ts', [findingsCell('typescript', [diagnostic({ message })])])]);
  const whole: readonly FormatName[] = ['json', 'jsonl'];

  test.each(formatNames)('%s', async (format) => {
    const output = await write(format, run, { 'a.ts': 'x\n' });
    expect(readers[format](output).findings).toBe(1);
    if (whole.includes(format)) return expect(output).toContain(message);
    expect(output).toContain('begins xxx');
    expect(output).toContain(`(cut: ${message.length} characters)`);
    expect(output.length).toBeLessThan(40_000);
  });
});

test('SARIF that would be too large after gzip is cut until it is not', () => {
  const mostBytes = 100 * 1024;
  // Text that does not compress: together 200,000 characters of 14 bits.
  let seed = 1;
  const noise = (length: number) =>
    Array.from({ length }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String.fromCharCode(0x4e00 + (seed % 20_000));
    }).join('');
  const found = Array.from({ length: 400 }, (_, line) =>
    diagnostic({ range: range(line + 1, 1), message: noise(500) }),
  );
  const run = runOf([judged('a.ts', [findingsCell('s', found as [Diagnostic, ...Diagnostic[]])])]);
  const output = [...sarifWithin(run, reportContext({ 'a.ts': 'x\n'.repeat(400) }), mostBytes)].join('');
  expect(gzipSync(output).length).toBeLessThanOrEqual(mostBytes);
  const [sarif] = (JSON.parse(output) as Log).runs;
  const written = sarif?.results?.length ?? 0;
  expect(written).toBeGreaterThan(50);
  expect(sarif?.properties).toMatchObject({ resultsLeftOut: 400 - written });
  expect(sarif?.invocations?.[0]?.executionSuccessful).toBe(false);
});
