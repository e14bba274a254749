// vscode-json-language-server, settled by announced pull; offline: the schema lies in the repository.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['vscode-langservers-extracted'] as const;
const cell = '[json: pull]';

const schema = {
  'service.schema.json': JSON.stringify({
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      name: { type: 'string' },
      replicas: { type: 'integer' },
    },
    additionalProperties: false,
  }),
};
const named = '{ "$schema": "./service.schema.json",\n';

/** The second and the third kind are wrong only by the schema, which is another file. */
const jsonFiles: Language = {
  path: (index) => `f${twoDigits(index)}.json`,
  text: (index, kind) => {
    if (kind === 'right') return `${named}  "name": "f${index}", "replicas": ${index} }\n`;
    if (kind === 'wrong') return `${named}  "replicas": "three" }\n`;
    return `${named}  "nmae": "f${index}" }\n`;
  },
  verdict: (_, kind) => {
    if (kind === 'right') return `clean ${cell}`;
    if (kind === 'wrong') return `findings ${cell} 2:15 warning json -`;
    return `findings ${cell} 2:3 warning json -`;
  },
};

test('json: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      ...schema,
      'clean.json': `${named}  "name": "shop" }\n`,
      'cross.json': `${named}  "replicas": "three" }\n`,
      'wrong.json': '{\n  "name": "shop",\n}\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'clean.json', 'cross.json', 'wrong.json']);
  expect(outline(report)).toEqual([
    `clean.json clean ${cell}`,
    `cross.json findings ${cell} 2:15 warning json -`,
    `wrong.json findings ${cell} 2:17 error json 519`,
  ]);
  expect(exitCode).toBe(1);
});

test('json: comments are an error but where the file’s kind allows them', async () => {
  const text = '{\n  // why\n  "strict": true\n}\n';
  const workspace = makeWorkspace(
    { 'data.json': text, 'notes.jsonc': text, 'tsconfig.build.json': text, 'tsconfig.json': text },
    { packages },
  );
  const { report } = await check(workspace, ['files', '*.json', '*.jsonc']);
  expect(outline(report)).toEqual([
    `data.json findings ${cell} 2:3 error json 521`,
    `notes.jsonc clean ${cell}`,
    `tsconfig.build.json clean ${cell}`,
    `tsconfig.json clean ${cell}`,
  ]);
});

test('json: 30 files at once give what each gives alone', async () => {
  const project = thirty(jsonFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...schema, ...project.files }, { packages }), project);
});

test('json: schemas that the configuration names are used', async () => {
  const workspace = makeWorkspace({ ...schema, 'shop.service.json': '{ "nmae": "shop" }\n' }, { packages });
  const association = `{ fileMatch: ["*.service.json"], url: "\${rootUri}/service.schema.json" }`;
  const settings = `settings: { json: { validate: { enable: true }, schemas: [${association}] } }`;
  workspace.write('lspcheck.yml', `servers:\n  json: { ${settings} }\n`);
  const { report } = await check(workspace, ['files', 'shop.service.json']);
  expect(outline(report)).toEqual([`shop.service.json findings ${cell} 1:3 warning json -`]);
});

test.for([
  ['cannot be reached', 'http://127.0.0.1:9/none.json'],
  ['is not there', './none.json'],
] as const)('json: a schema that %s leaves the file unknown', async ([, address]) => {
  const workspace = makeWorkspace(
    { 'service.json': `{ "$schema": "${address}", "name": "shop" }\n` },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'service.json']);
  expect(outline(report)).toEqual(['service.json unknown [json: infra]']);
  expect(exitCode).toBe(3);
});

test('json: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ 'clean.json': '{}\n' });
  const { report, exitCode } = await check(workspace, ['files', 'clean.json']);
  expect(outline(report)).toEqual(['clean.json skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D vscode-langservers-extracted');
  expect(exitCode).toBe(3);
});
