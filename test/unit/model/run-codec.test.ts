import { describe, expect, test } from 'vitest';
import { decodeRun } from '../../../src/model/run-codec.js';
import { encodeRun } from '../../../src/model/run-report.js';
import { states } from '../../golden/states.js';
import {
  cause,
  cleanCell,
  diagnostic,
  findingsCell,
  judged,
  partial,
  range,
  runOf,
  search,
  skipped,
  unknownCell,
  unreadable,
} from '../../support/run-builder.js';

describe('there and back', () => {
  test.each(Object.entries(states))('%s', (_, { run }) => {
    const report = throughText(encodeRun(run, { timings: true }));
    const decoded = decodeRun(report);
    if (decoded.kind === 'invalid') throw new Error(`${decoded.at}: ${decoded.message}`);
    expect(encodeRun(decoded.run, { timings: true })).toEqual(report);
    expect(JSON.stringify(encodeRun(decoded.run, { timings: true }))).toBe(JSON.stringify(report));
  });

  test('keeps what two servers say in the same words, and what is hidden, with its own cell', () => {
    const same = diagnostic({ fingerprint: 'a' });
    const hint = diagnostic({ severity: 'hint', fingerprint: 'h', range: range(7, 1) });
    const run = runOf([
      judged('a.ts', [
        findingsCell('typescript', [same]),
        findingsCell('vtsls', [{ ...same, fingerprint: 'b' }], { hidden: [hint] }),
      ]),
    ]);
    const report = throughText(encodeRun(run, { timings: false }));
    expect(at(report, 'files[0]')).toMatchObject({
      diagnostics: [{ server: 'typescript' }],
      repeated: [{ server: 'vtsls' }],
      hidden: [{ server: 'vtsls', severity: 'hint' }],
    });
    const decoded = decodeRun(report);
    expect(decoded).toMatchObject({
      kind: 'run',
      run: {
        files: [
          {
            verdict: {
              kind: 'findings',
              findings: [{ server: 'typescript' }],
              cells: [
                { server: 'typescript', verdict: { kind: 'findings', findings: [{ server: 'typescript' }] } },
                {
                  server: 'vtsls',
                  verdict: { kind: 'findings', findings: [{ server: 'vtsls' }], hidden: [{}] },
                },
              ],
            },
          },
        ],
      },
    });
  });

  test('unknown keys are ignored everywhere', () => {
    const places = ['later', 'summary.later', 'files[0].later', 'files[0].cells[0].later'];
    const report = places.reduce((changed, place) => put(changed, place, 1), sample());
    expect(decodeRun(report).kind).toBe('run');
  });
});

/** Place of the complaint, place that is spoilt, and what is put there; undefined takes it away. */
type Spoilt = readonly [what: string, at: string, place: string, value: unknown];

describe('what is refused, and where', () => {
  const cases: readonly Spoilt[] = [
    ['a clean cell without evidence', 'files[0].cells[0].via', 'files[0].cells[0].via', undefined],
    ['a findings cell without evidence', 'files[1].cells[0].via', 'files[1].cells[0].via', undefined],
    ['an evidence that does not exist', 'files[0].cells[0].via', 'files[0].cells[0].via', 'hope'],
    ['a clean file without a content hash', 'files[0].cells[0]', 'files[0].contentHash', undefined],
    ['a content hash of another form', 'files[0].contentHash', 'files[0].contentHash', 'md5:1'],
    ['a file called clean over an unknown cell', 'files[2].verdict', 'files[2].verdict', 'clean'],
    ['a file called clean over findings', 'files[1].verdict', 'files[1].verdict', 'clean'],
    ['a cell called clean over findings', 'files[1].cells[0]', 'files[1].cells[0].verdict', 'clean'],
    ['findings taken away', 'files[1].cells[0]', 'files[1].diagnostics', []],
    ['an unknown cell turned clean', 'files[2].cells[0].via', 'files[2].cells[0].verdict', 'clean'],
    ['an unknown cell without a reason', 'files[2].cells[0].reason', 'files[2].cells[0].reason', undefined],
    ['a reason that does not exist', 'files[2].cells[0].reason', 'files[2].cells[0].reason', 'tired'],
    ['an unknown file without cells or reason', 'files[3].reason', 'files[3].reason', undefined],
    ['a skip reason for an unknown file', 'files[3].reason', 'files[3].reason', 'ignored'],
    ['incomplete set to false', 'files[2].incomplete', 'files[2].incomplete', false],
    ['a judged file called skipped', 'files[0].cells', 'files[0].verdict', 'skipped'],
    ['a cell without its server', 'files[0].cells[0].server', 'files[0].cells[0].server', undefined],
    ['a diagnostic of a stranger', 'files[1].diagnostics', 'files[1].diagnostics[1].server', 'x'],
    ['a server twice', 'files[5].cells', 'files[5].cells[1].server', 'typescript'],
    [
      'a provisional finding under evidence',
      'files[1].cells[0]',
      'files[1].diagnostics[0].provisional',
      true,
    ],
    ['a line 0', 'files[1].diagnostics[0].range.start.line', 'files[1].diagnostics[0].range.start.line', 0],
    ['an end before its start', 'files[1].diagnostics[0].range', 'files[1].diagnostics[0].range.end.line', 1],
    ['an absolute path', 'files[0].path', 'files[0].path', '/etc/passwd'],
    ['a path out of the root', 'files[0].path', 'files[0].path', '../a.ts'],
    ['a file twice', 'files[1].path', 'files[1].path', 'a-clean.ts'],
    ['files out of order', 'files[1].path', 'files[0].path', 'z.ts'],
    ['files taken away', 'complete', 'files', []],
    ['complete set to true', 'complete', 'complete', true],
    ['an exit code of its own', 'exitCode', 'exitCode', 0],
    ['counts that do not add up', 'summary', 'summary.unknown', 0],
    ['no summary', 'summary', 'summary', undefined],
    ['no policy', 'policy', 'policy', undefined],
    ['a partial search without a gap', 'affected[0].gaps', 'affected[0].gaps', []],
    ['a failed search without a reason', 'affected[0].reason', 'affected[0].state', 'failed'],
    ['a search by no known method', 'affected[0].method', 'affected[0].method', 'luck'],
    ['affected files that do not add up', 'summary', 'summary.affected', 3],
    ['another schema', 'schemaVersion', 'schemaVersion', 2],
    ['another tool', 'tool.name', 'tool.name', 'eslint'],
  ];
  test.each(cases)('%s', (_, complaint, place, value) => {
    expect(decodeRun(sample()).kind).toBe('run');
    expect(decodeRun(put(sample(), place, value))).toMatchObject({ kind: 'invalid', at: complaint });
  });

  test('a failed search called complete: the report was not', () => {
    const run = runOf([judged('a.ts', [cleanCell('typescript')])], {
      affected: [search('typescript', 'references', { kind: 'failed', cause: cause('exited') })],
    });
    const report = throughText(encodeRun(run, { timings: false }));
    expect(at(report, 'exitCode')).toBe(3);
    expect(decodeRun(put(report, 'affected[0].state', 'complete'))).toMatchObject({
      kind: 'invalid',
      at: 'complete',
    });
  });

  test.each([null, undefined, 1, '{}', [], {}, { files: [] }])('%j', (value) => {
    expect(decodeRun(value).kind).toBe('invalid');
  });

  test('inherited keys are no keys', () => {
    const cell = Object.assign(Object.create({ via: 'pull' }), { server: 'typescript', verdict: 'clean' });
    expect(decodeRun(put(sample(), 'files[0].cells[0]', cell))).toMatchObject({
      kind: 'invalid',
      at: 'files[0].cells[0].via',
    });
  });
});

function sample(): object {
  return throughText(
    encodeRun(
      runOf(
        [
          judged('a-clean.ts', [cleanCell('typescript')]),
          judged('b-findings.ts', [
            findingsCell('typescript', [
              diagnostic({ range: range(3, 7, 3, 12) }),
              diagnostic({ range: range(5, 7, 5, 12) }),
            ]),
          ]),
          judged('c-unknown.ts', [unknownCell('typescript', cause('deadline'))]),
          unreadable('d-unreadable.ts', cause('read-failed', 'not UTF-8')),
          skipped('e-skipped.ts', 'ignored'),
          judged('f-clean.ts', [cleanCell('typescript'), cleanCell('eslint')]),
        ],
        { affected: [search('typescript', 'references', partial('no-base', 'it is unknown'))] },
      ),
      { timings: false },
    ),
  );
}

function throughText(value: unknown): object {
  return JSON.parse(JSON.stringify(value)) as object;
}

function at(value: unknown, place: string): unknown {
  return keysOf(place).reduce((inner, key) => Reflect.get(Object(inner), key), value);
}

/** The same object, with one place changed; undefined takes it away. */
function put(value: object, place: string, changed: unknown): object {
  const keys = keysOf(place);
  const last = keys.pop() ?? '';
  const parent = keys.reduce<object>((inner, key) => Reflect.get(inner, key), value);
  if (changed === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, changed);
  return value;
}

/** `files[0].cells` → files, 0, cells. */
function keysOf(place: string): string[] {
  return place.split(/[.[\]]+/).filter((key) => key !== '');
}
