// Vue components by tsserver with Vue's plugin, settled by the tsserver command barrier.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['@vue/language-server', '@vue/typescript-plugin', 'typescript', 'vue'] as const;
const cell = '[vue: barrier]';

const tsconfig = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      noEmit: true,
      types: [],
    },
    include: ['src'],
  }),
};

const component = (head: string, value: string, markup: string) =>
  `<script setup lang="ts">\n${head}\ndefineProps<{ count: number }>();\nconst value: number = ${value};\n</script>\n\n<template>\n  <p>{{ count + value }}</p>\n  ${markup}\n</template>\n`;

const components: Language = {
  path: (index) => `src/F${twoDigits(index)}.vue`,
  text: (index, kind) => {
    const before = `F${twoDigits(index - 1)}`;
    const head = index === 0 ? '// first' : `import ${before} from './${before}.vue';`;
    const count = kind === 'wrong-by-neighbour' ? 'count="one"' : ':count="1"';
    return component(head, kind === 'wrong' ? "'text'" : '1', index === 0 ? '' : `<${before} ${count} />`);
  },
  verdict: (index, kind) => {
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ' 4:7 error vue 2322',
      'wrong-by-neighbour': ` 9:${`  <F${twoDigits(index - 1)} `.length + 1} error vue 2322`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

const clean = component('// clean', '1', '');

test('vue: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      ...tsconfig,
      'src/Clean.vue': clean,
      'src/Cross.vue':
        '<script setup lang="ts">\nimport Clean from \'./Clean.vue\';\n</script>\n\n<template>\n  <Clean count="two" />\n</template>\n',
      'src/Wrong.vue': component('// wrong', "'three'", '{{ value.nowhere }}'),
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/*.vue']);
  expect(outline(report)).toEqual([
    `src/Clean.vue clean ${cell}`,
    `src/Cross.vue findings ${cell} 6:10 error vue 2322`,
    `src/Wrong.vue findings ${cell} 4:7 error vue 2322 9:12 error vue 2339`,
  ]);
  expect(exitCode).toBe(1);
});

test('vue: 30 files at once give what each gives alone', async () => {
  const project = thirty(components);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...tsconfig, ...project.files }, { packages }), project);
});

test.for([
  ['typescript', packages],
  ['vtsls', [...packages, '@vtsls/language-server']],
] as const)('vue: %s knows the components that a module imports', async ([server, installed]) => {
  const workspace = makeWorkspace(
    {
      ...tsconfig,
      'src/Clean.vue': clean,
      'src/right.ts': "import Clean from './Clean.vue';\n\nexport const all = [Clean];\n",
      'src/wrong.ts': "import Clean from './Clean.vue';\n\nnew Clean().count.nowhere();\n",
    },
    { packages: installed },
  );
  const { report } = await check(workspace, ['files', 'src/*.ts']);
  expect(outline(report)).toEqual([
    `src/right.ts clean [${server}: barrier]`,
    `src/wrong.ts findings [${server}: barrier] 3:19 error ${server} 2339`,
  ]);
});

test('vue: without @vue/language-server nothing is judged, and the remedy is named', async () => {
  const workspace = makeWorkspace(
    { ...tsconfig, 'src/Clean.vue': clean },
    { packages: ['typescript', 'vue'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/Clean.vue']);
  expect(outline(report)).toEqual(['src/Clean.vue skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D @vue/language-server typescript');
  expect(exitCode).toBe(3);
});

test('vue: a broken tsconfig.json leaves the file unknown', async () => {
  const workspace = makeWorkspace({ ...tsconfig, 'src/Clean.vue': clean }, { packages });
  workspace.write('tsconfig.json', '{ "compilerOptions": { "strict": maybe } }\n');
  const { report, exitCode } = await check(workspace, ['files', 'src/Clean.vue']);
  expect(outline(report)).toEqual(['src/Clean.vue unknown [vue: infra]']);
  expect(exitCode).toBe(3);
});
