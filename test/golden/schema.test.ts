// The published schema and the JSON reports: every report is valid, every key that is written is in the schema,
// and the closed lists are those of the model.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { skipReasons, unknownReasons } from '../../src/model/fault.js';
import { encodeRun } from '../../src/model/run-report.js';
import { evidences } from '../../src/model/settlement.js';
import { states } from './states.js';

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'schema', 'report.schema.json'), 'utf8'),
);

const published = compile(schema);
const strict = compile(closed(schema));

describe.each(Object.entries(states))('%s', (_, { run }) => {
  test.each([true, false])('is valid, and writes no key of its own; timings %s', (timings) => {
    const report = encodeRun(run, { timings });
    expect(errors(published, report)).toEqual([]);
    expect(errors(strict, report)).toEqual([]);
  });
});

test('the lists are the model’s', () => {
  const { unknownReason, skipReason, cell } = schema.$defs;
  expect(unknownReason.enum).toEqual([...unknownReasons]);
  expect(skipReason.enum).toEqual([...skipReasons]);
  expect(cell.properties.via.enum).toEqual([...evidences]);
});

test('the contract’s keys come in the contract’s order', () => {
  const contract = [
    'schemaVersion',
    'tool',
    'root',
    'scope',
    'configHash',
    'complete',
    'exitCode',
    'summary',
  ];
  const keys = Object.keys(encodeRun(run('findings'), { timings: true }));
  expect(keys.filter((key) => [...contract, 'servers', 'files'].includes(key))).toEqual([
    ...contract,
    'servers',
    'files',
  ]);
});

describe('a report that claims too much', () => {
  test.each([
    ['a clean cell without evidence', (cell: Cell) => delete cell['via']],
    ['an unknown cell without a reason', (cell: Cell) => Object.assign(cell, { verdict: 'unknown' })],
    ['an evidence of another name', (cell: Cell) => Object.assign(cell, { via: 'hope' })],
  ])('%s is invalid', (_, spoil) => {
    const report = structuredClone(encodeRun(run('all-clean'), { timings: false })) as unknown as Report;
    const cell = report.files[0]?.cells[0];
    if (cell) spoil(cell);
    expect(errors(published, report)).not.toEqual([]);
  });
});

type Cell = Record<string, unknown>;
interface Report {
  files: { cells: Cell[] }[];
}

function run(name: string) {
  const state = states[name];
  if (state === undefined) throw new Error(`no state ${name}`);
  return state.run;
}

function compile(given: object): ValidateFunction {
  return new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true }).compile(
    given,
  );
}

function errors(validate: ValidateFunction, value: unknown): readonly string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The same schema with no key allowed that it does not name. */
function closed(node: unknown): object {
  const copy = JSON.parse(JSON.stringify(node), (_, value) =>
    value?.type === 'object' && value.properties && value.required
      ? { ...value, additionalProperties: false }
      : value,
  );
  return { ...copy, $id: `${copy.$id}?closed` };
}
