// The golden SARIF files against the official schema of SARIF 2.1.0, as the package @microsoft/jest-sarif brings it.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AnySchema, Options, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', 'golden', 'expected');
const files = readdirSync(folder).filter((name) => name.endsWith('.sarif'));

// Resolved from this folder: these packages are those of test/real/package.json, which the root does not have.
const require = createRequire(import.meta.url);

function officialSchema(): ValidateFunction {
  const { default: Ajv } = require('ajv-draft-04') as {
    default: new (options: Options) => { compile: (schema: AnySchema) => ValidateFunction };
  };
  const path = join(
    import.meta.dirname,
    'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
  );
  // Its pattern for languages is no valid pattern in Unicode mode.
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
  addFormats.default(ajv as Parameters<typeof addFormats.default>[0]);
  return ajv.compile(JSON.parse(readFileSync(path, 'utf8')));
}

test('every golden SARIF file is valid', () => {
  const validate = officialSchema();
  expect(files.length).toBeGreaterThan(15);
  for (const name of files) {
    validate(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    expect(validate.errors ?? [], name).toEqual([]);
  }
});

test('the schema tells a bad file', () => {
  const validate = officialSchema();
  const log = JSON.parse(readFileSync(join(folder, 'findings.sarif'), 'utf8'));
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  log.runs[0].results[1].severity = 'error';
  expect(validate(log)).toBe(false);
  expect(validate.errors?.map(({ keyword }) => keyword).sort()).toEqual(['additionalProperties', 'minimum']);
});
