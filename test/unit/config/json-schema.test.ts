import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allowedKeys, configJsonSchema, configSchemaText } from '../../../src/config/json-schema.js';
import { configSchema } from '../../../src/config/schema.js';

/** Every key of the contract, section 5. */
const sample = `
requires: ">=0.1"
servers:
  typescript: {}
  yaml:
  pyright: { settings: { python: { analysis: { typeCheckingMode: strict } } } }
  mylang:
    command: [mylang-ls, --stdio]
    files: ["*.my", "lib/**/*.{a,b}"]
    languageId: { ".myx": myreact, Myfile: my }
    rootMarkers: [my.toml, "*.myproj"]
    root: packages/a
    env: { FOO: bar }
    initializationOptions: {}
    settings: {}
    completion: auto
    overlay: full
    quietPeriod: 300ms
    startTimeout: 60s
    requestTimeout: 15s
    idleTimeout: 15m
    maxOpenDocuments: 200
    role: required
    infraPatterns: ["orchestrator timeout", { regex: "^No packages found" }]
    stopOnNewFile: false
  graphwalk:
    type: mcp
    command: my-mcp-tool --stdio
    files: ["*.graphql"]
    tools: { diag: get_diagnostics, resolve: a, refs: b, hover: c, rename: d }
    match: '^(?<severity>error|warning) (?<line>\\d+):(?<column>\\d+) (?<message>.*)$'
rules: { "typescript/6133": off, "eslint/no-console": warning }
overrides: [ { files: ["legacy/**"], failOn: never, rules: {}, servers: [typescript] } ]
check: { failOn: error, onUnknown: fail, only: all, deadline: 2m, ignore: ["**/vendor/**"], maxFileSize: 10MB }
daemon: { mode: auto, idleTimeout: 10m }
mcp: { edits: ask, callDeadline: 30s }
`;

test('the written schema is current (scripts/build-schema.ts says how to write it)', () => {
  const written = readFileSync(new URL('../../../schema/config.schema.json', import.meta.url), 'utf8');
  expect(written).toBe(configSchemaText());
});

describe('the JSON Schema and the zod schema agree', () => {
  const accepts = new Ajv({ strict: false }).compile(configJsonSchema());

  test('on the whole sample', () => {
    expect(configSchema.safeParse(parse(sample)).error).toBeUndefined();
    accepts(parse(sample));
    expect(accepts.errors).toBeNull();
  });

  test.each([
    { unknown: 1 },
    { servers: { x: { comand: 'a' } } },
    { servers: { 'a/b': {} } },
    { check: { failOn: 'eror' } },
    { check: { deadline: 30 } },
    { overrides: [{ failOn: 'never' }] },
    { mcp: { edits: true } },
    [],
  ])('on refusing %j', (value) => {
    expect(configSchema.safeParse(value).success).toBe(false);
    expect(accepts(value)).toBe(false);
  });
});

test('the keys allowed at a path', () => {
  const schema = configJsonSchema();
  expect(allowedKeys(schema, ['daemon'])).toEqual(['mode', 'idleTimeout']);
  expect(allowedKeys(schema, ['servers', 'any'])).toContain('command');
  expect(allowedKeys(schema, ['servers', 'any', 'infraPatterns', 0])).toEqual(['regex']);
  expect(allowedKeys(schema, ['overrides', 3])).toEqual(['files', 'failOn', 'rules', 'servers']);
  expect(allowedKeys(schema, ['rules'])).toEqual([]);
  expect(allowedKeys(schema, ['no', 'such', 'place'])).toEqual([]);
});
