// svelte-language-server with the project's Svelte, settled by announced pull.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['svelte', 'svelte-language-server', 'typescript'] as const;
const cell = '[svelte: pull]';

const project = {
  'package.json': '{ "type": "module" }\n',
  'svelte.config.js': 'export default {};\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      verbatimModuleSyntax: true,
      strict: true,
      noEmit: true,
      types: [],
    },
    include: ['src'],
  }),
};

const component = (head: string, value: string, markup: string) =>
  `<script lang="ts">\n  ${head}\n  let { count }: { count: number } = $props();\n  const value: number = ${value};\n</script>\n\n<p>{count + value}</p>\n${markup}\n`;

const components: Language = {
  path: (index) => `src/F${twoDigits(index)}.svelte`,
  text: (index, kind) => {
    const before = `F${twoDigits(index - 1)}`;
    const head = index === 0 ? '// first' : `import ${before} from './${before}.svelte';`;
    const counts: Readonly<Record<FileKind, string>> = {
      right: 'count={1}',
      wrong: 'count={1}',
      'wrong-by-neighbour': 'count="one"',
    };
    return component(
      head,
      kind === 'wrong' ? "'text'" : '1',
      index === 0 ? '' : `<${before} ${counts[kind]} />`,
    );
  },
  verdict: (index, kind) => {
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ' 4:9 error svelte 2322',
      'wrong-by-neighbour': ` 8:${`<F${twoDigits(index - 1)} `.length + 1} error svelte 2322`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

const clean = component('// clean', '1', '');

test('svelte: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      ...project,
      'src/Clean.svelte': clean,
      'src/Cross.svelte':
        '<script lang="ts">\n  import Clean from \'./Clean.svelte\';\n</script>\n\n<Clean count="two" />\n',
      'src/Style.svelte': '<p>Text</p>\n\n<style>\n  p { colour: red; }\n</style>\n',
      'src/Unclosed.svelte': '<p>Text</p>\n{#if true}\n',
      'src/Wrong.svelte': component('// wrong', "'three'", '<p>{value.nowhere}</p>'),
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/*.svelte']);
  expect(outline(report)).toEqual([
    `src/Clean.svelte clean ${cell}`,
    `src/Cross.svelte findings ${cell} 5:8 error svelte 2322`,
    `src/Style.svelte findings ${cell} 4:7 warning svelte unknownProperties`,
    `src/Unclosed.svelte findings ${cell} 2:1 error svelte block_unclosed`,
    `src/Wrong.svelte findings ${cell} 4:9 error svelte 2322 8:11 error svelte 2339`,
  ]);
  expect(exitCode).toBe(1);
});

test('svelte: 30 files at once give what each gives alone', async () => {
  const all = thirty(components);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...project, ...all.files }, { packages }), all);
});

test('svelte: a config that cannot be loaded leaves the file unknown', async () => {
  const config = "import missing from 'not-installed';\nexport default { missing };\n";
  const workspace = makeWorkspace(
    { ...project, 'svelte.config.js': config, 'src/Clean.svelte': clean },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/Clean.svelte']);
  expect(outline(report)).toEqual(['src/Clean.svelte unknown [svelte: infra]']);
  expect(exitCode).toBe(3);
});

test('svelte: a compile error that the server keeps to itself leaves the file unknown, and is a finding with a preprocessor', async () => {
  const unclosed =
    '<script lang="ts">\n  let { shown } = $props();\n</script>\n\n{#if shown}\n  <div>\n{/if}\n';
  const workspace = makeWorkspace(
    { ...project, 'src/Clean.svelte': clean, 'src/Unclosed.svelte': unclosed },
    { packages },
  );
  const without = await check(workspace, ['files', 'src/*.svelte']);
  expect(outline(without.report)).toEqual([
    `src/Clean.svelte clean ${cell}`,
    'src/Unclosed.svelte unknown [svelte: infra]',
  ]);
  workspace.write('svelte.config.js', "export default { preprocess: { name: 'none' } };\n");
  const configured = await check(workspace, ['files', 'src/*.svelte']);
  expect(outline(configured.report)).toEqual([
    `src/Clean.svelte clean ${cell}`,
    `src/Unclosed.svelte findings ${cell} 7:2 error svelte block_unexpected_close`,
  ]);
});

test('svelte: without Svelte in the project nothing is judged, and the remedy is named', async () => {
  const workspace = makeWorkspace(
    { ...project, 'src/Clean.svelte': clean },
    { packages: ['svelte-language-server', 'typescript'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/Clean.svelte']);
  expect(outline(report)).toEqual(['src/Clean.svelte skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D svelte-language-server svelte typescript');
  expect(exitCode).toBe(3);
});
