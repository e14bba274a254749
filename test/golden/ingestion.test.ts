// The checker of SARIF must be able to refuse: a good file, spoilt in one way after the other, and the rule that says so.

import type { Log, Result, Run } from 'sarif';
import { expect, test } from 'vitest';
import { sarifReport } from '../../src/report/sarif.js';
import { reportContext } from '../support/report-context.js';
import { refusals } from '../support/sarif-ingestion.js';
import { states } from './states.js';

type Spoil = (log: Log, run: Run, result: Result) => unknown;

const cases: readonly [rule: number, what: string, spoil: Spoil][] = [
  [1, 'no schema', (log) => delete log.$schema],
  [2, 'no results array', (_, run) => delete run.results],
  [3, 'no version', (_, run) => delete run.tool.driver.version],
  [4, 'a rule without help', (_, run) => delete run.tool.driver.rules?.[0]?.help],
  [
    4,
    'a long description',
    (_, run) => put(run.tool.driver.rules?.[0]?.fullDescription, { text: 'x'.repeat(1025) }),
  ],
  [6, 'an undefined rule', (_, __, result) => put(result, { ruleId: 'x/y' })],
  [6, 'the index of another rule', (_, __, result) => put(result, { ruleIndex: 7 })],
  [7, 'an empty message', (_, __, result) => put(result.message, { text: '' })],
  [7, 'a link in a message', (_, __, result) => put(result.message, { text: 'see [this](1)' })],
  [8, 'the level none', (_, __, result) => put(result, { level: 'none' })],
  [
    9,
    'a security severity',
    (_, run) => put(run.tool.driver.rules?.[0]?.properties, { 'security-severity': '5' }),
  ],
  [
    10,
    'eleven tags',
    (_, run) => put(run.tool.driver.rules?.[0]?.properties, { tags: Array.from({ length: 11 }, String) }),
  ],
  [11, 'no location', (_, __, result) => put(result, { locations: [] })],
  [
    11,
    'a location without URI',
    (_, __, result) => delete result.locations?.[0]?.physicalLocation?.artifactLocation,
  ],
  [
    12,
    'two locations',
    (_, __, result) => result.locations?.push(structuredClone(result.locations[0] ?? {})),
  ],
  [13, 'no end column', (_, __, result) => delete result.locations?.[0]?.physicalLocation?.region?.endColumn],
  [13, 'line 0', (_, __, result) => put(result.locations?.[0]?.physicalLocation?.region, { startLine: 0 })],
  [
    13,
    'an end before the start',
    (_, __, result) => put(result.locations?.[0]?.physicalLocation?.region, { endColumn: 1 }),
  ],
  [14, 'no column kind', (_, run) => delete run.columnKind],
  [
    16,
    'a bare # in a URI',
    (_, __, result) => put(result.locations?.[0]?.physicalLocation?.artifactLocation, { uri: 'a#b' }),
  ],
  [
    16,
    'a ./ in a URI',
    (_, __, result) => put(result.locations?.[0]?.physicalLocation?.artifactLocation, { uri: './a' }),
  ],
  [
    17,
    'an absolute URI',
    (_, __, result) => put(result.locations?.[0]?.physicalLocation?.artifactLocation, { uri: 'file:///a' }),
  ],
  [
    18,
    'an undefined base',
    (_, __, result) => put(result.locations?.[0]?.physicalLocation?.artifactLocation, { uriBaseId: 'X' }),
  ],
  [22, 'no run', (log) => put(log, { runs: [] })],
  [22, '21 runs', (log, run) => put(log, { runs: Array.from({ length: 21 }, () => run) })],
  [
    23,
    '5,001 results',
    (_, run, result) => put(run, { results: Array.from({ length: 5001 }, () => result) }),
  ],
  [25, 'two runs with one identity', (log, run) => log.runs.push(structuredClone(run))],
  [27, 'a category without its slash', (_, run) => put(run.automationDetails, { id: 'lspcheck' })],
  [27, 'a category with two', (_, run) => put(run.automationDetails, { id: 'lspcheck//' })],
  [29, 'no line hash', (_, __, result) => put(result, { partialFingerprints: {} })],
  [
    30,
    'a line hash of another form',
    (_, __, result) => put(result, { partialFingerprints: { primaryLocationLineHash: '0xA:1' } }),
  ],
];

test.each(cases)('rule %i: %s', (rule, _, spoil) => {
  const { log, run, result } = good();
  expect(refusals(log, 1000)).toEqual([]);
  spoil(log, run, result);
  expect(refusals(log, 1000).join('\n')).toMatch(new RegExp(`^(?:\\d+, )*${rule}[,:]`, 'm'));
});

test('rule 21: the size after gzip', () => {
  expect(refusals(good().log, 11 * 1024 * 1024)).toEqual(['21: larger than 10 MB after gzip']);
});

function good(): { log: Log; run: Run; result: Result } {
  const state = states['findings'];
  if (state === undefined) throw new Error('no state');
  const log = JSON.parse([...sarifReport(state.run, reportContext(state.texts))].join('')) as Log;
  const [run] = log.runs;
  const [result] = run?.results ?? [];
  if (run === undefined || result === undefined) throw new Error('no result');
  return { log, run, result };
}

function put(target: object | undefined, values: object): void {
  if (target === undefined) throw new Error('nothing to spoil');
  Object.assign(target, values);
}
