// yaml-language-server, which publishes once per document; offline: the schema lies in the repository.

import { expect, test } from 'vitest';
import { canObserveIdle, check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['yaml-language-server'] as const;
const cell = `[yaml: ${canObserveIdle ? 'push-idle' : 'push-quiet'}]`;

const schema = {
  'service.schema.json': JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, replicas: { type: 'integer' } },
    additionalProperties: false,
  }),
};
const modeline = '# yaml-language-server: $schema=./service.schema.json\n';

/** The server sees one file at a time: the third kind breaks another rule of the schema. */
const yamlFiles: Language = {
  path: (index) => `f${twoDigits(index)}.yaml`,
  text: (index, kind) => {
    if (kind === 'right') return `${modeline}name: f${index}\nreplicas: ${index}\n`;
    if (kind === 'wrong') return `${modeline}name: f${index}\nreplicas: three\n`;
    return `${modeline}nmae: f${index}\n`;
  },
  verdict: (_, kind) => {
    if (kind === 'right') return `clean ${cell}`;
    if (kind === 'wrong') return `findings ${cell} 3:11 error yaml 0`;
    return `findings ${cell} 2:1 error yaml 513`;
  },
};

test('yaml: exact places, and a clean file with evidence', async () => {
  const workspace = makeWorkspace(
    {
      ...schema,
      'clean.yaml': `${modeline}name: shop\nreplicas: 3\n`,
      'syntax.yaml': 'name: [shop\nreplicas: 3\n',
      'wrong.yaml': `${modeline}name: shop\nreplicas: three\n`,
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.yaml']);
  expect(outline(report).map((line) => line.replace(/(syntax.yaml findings \S+ \S+) .*/, '$1'))).toEqual([
    `clean.yaml clean ${cell}`,
    `syntax.yaml findings ${cell}`,
    `wrong.yaml findings ${cell} 3:11 error yaml 0`,
  ]);
  expect(exitCode).toBe(1);
});

test('yaml: 30 files at once give what each gives alone', async () => {
  const project = thirty(yamlFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...schema, ...project.files }, { packages }), project);
});

test('yaml: a schema that cannot be loaded leaves the file unknown', async () => {
  const unreachable = '# yaml-language-server: $schema=http://127.0.0.1:9/none.json\nname: shop\n';
  const workspace = makeWorkspace({ 'service.yaml': unreachable }, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'service.yaml']);
  expect(outline(report)).toEqual(['service.yaml unknown [yaml: infra]']);
  expect(exitCode).toBe(3);
});

test('yaml: a schema file that is not there leaves the file unknown', async () => {
  const missing = '# yaml-language-server: $schema=./none.json\nname: shop\n';
  const workspace = makeWorkspace({ 'service.yaml': missing }, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'service.yaml']);
  expect(outline(report)).toEqual(['service.yaml unknown [yaml: infra]']);
  expect(exitCode).toBe(3);
});
