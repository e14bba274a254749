// Every state through every format, byte by byte. UPDATE_GOLDENS=1 writes the files; their difference is what to review.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { githubStepSummary } from '../../src/report/github.js';
import { type FormatName, formatNames, reporters } from '../../src/report/registry.js';
import type { ReportContext } from '../../src/report/reporter.js';
import { textReport } from '../../src/report/text.js';
import { reportContext } from '../support/report-context.js';
import { type State, states } from './states.js';

const folder = join(import.meta.dirname, 'expected');
const update = process.env['UPDATE_GOLDENS'] === '1';

/** What is written beside the formats: the text report in its other dresses, and the job summary. */
const variants: Readonly<Record<string, (state: State) => Iterable<string>>> = {
  '60.txt': text({ width: 60 }),
  'color.txt': text({ width: 100, color: true, hyperlinks: true }),
  'ascii.txt': text({ unicode: false }),
  'quiet.txt': text({ quiet: true }),
  'explain.txt': text({ explain: true, timings: true }),
  'summary.md': ({ run, texts }) => [githubStepSummary(run, reportContext(texts))],
};
const extensions: Readonly<Record<FormatName, string>> = {
  text: 'txt',
  json: 'json',
  jsonl: 'jsonl',
  sarif: 'sarif',
  github: 'github.txt',
  gitlab: 'gitlab.json',
  junit: 'junit.xml',
  checkstyle: 'checkstyle.xml',
  rdjson: 'rdjson.json',
  markdown: 'md',
  html: 'html',
};

describe.each(Object.entries(states))('%s', (name, state) => {
  test.each(formatNames)('%s', async (format) => {
    const report = await reporters[format]();
    const output = () => [...report(state.run, reportContext(state.texts))].join('');
    expect(output()).toBe(output());
    expect(output().endsWith('\n')).toBe(true);
    expectGolden(`${name}.${extensions[format]}`, output());
  });

  test.each(Object.entries(variants))('%s', (extension, write) => {
    expectGolden(`${name}.${extension}`, [...write(state)].join(''));
  });
});

function text(given: Partial<ReportContext>): (state: State) => Iterable<string> {
  return ({ run, texts }) => textReport(run, reportContext(texts, given));
}

/** SARIF is kept in lines, so that a difference can be read; that it is written in one is asserted. Of a page its style and script are left out. */
function expectGolden(file: string, output: string): void {
  const path = join(folder, file);
  const sarif = file.endsWith('.sarif');
  if (sarif) expect(output.indexOf('\n')).toBe(output.length - 1);
  const kept = sarif
    ? `${JSON.stringify(JSON.parse(output), null, 1)}\n`
    : file.endsWith('.html')
      ? output
          .replace(/<(style|script)>.*?<\/\1>/gs, '<$1>…</$1>')
          .replaceAll(/sha256-[\w+/=]+'/g, "sha256-…'")
      : output;
  if (update) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, kept);
  }
  expect(existsSync(path), `${file} is missing: UPDATE_GOLDENS=1 writes it`).toBe(true);
  expect(kept).toBe(readFileSync(path, 'utf8'));
}
