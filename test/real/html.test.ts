// vscode-html-language-server, settled by announced pull with real settings: the styles and scripts of a page.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['vscode-langservers-extracted'] as const;
const cell = '[html: pull]';

const page = (style: string, script: string) =>
  `<!doctype html>\n<title>Page</title>\n<style>\n${style}\n</style>\n<script>\n${script}\n</script>\n<p>Text</p>\n`;

/** It sees one file at a time: the third kind is a warning here. */
const pages: Language = {
  path: (index) => `f${twoDigits(index)}.html`,
  text: (index, kind) => {
    if (kind === 'right') return page('p { color: red; }', `const value = ${index};`);
    if (kind === 'wrong') return page('p { color: red; }', 'const value = ;');
    return page('p { colour: red; }', `const value = ${index};`);
  },
  verdict: (_, kind) => {
    if (kind === 'right') return `clean ${cell}`;
    if (kind === 'wrong') return `findings ${cell} 7:15 error html -`;
    return `findings ${cell} 4:5 warning html unknownProperties`;
  },
};

test('html: exact places, and a clean file with evidence', async () => {
  const script = [
    "const list = document.querySelectorAll('p');",
    'Promise.resolve(new Map([...list].entries())).then(async (map) => await map.get(0)?.textContent);',
  ].join('\n');
  const workspace = makeWorkspace(
    {
      'clean.html': page('p { color: red; }', script),
      'wrong.htm': page('p { color: ; }', 'const value = 1;'),
      'wrong.html': page('p { color: red; }', 'const value = 1;\nvalue.call(;'),
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.html', '*.htm']);
  expect(outline(report)).toEqual([
    `clean.html clean ${cell}`,
    `wrong.htm findings ${cell} 4:12 error html css-propertyvalueexpected`,
    `wrong.html findings ${cell} 8:12 error html -`,
  ]);
  expect(exitCode).toBe(1);
});

test('html: 30 files at once give what each gives alone', async () => {
  const project = thirty(pages);
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { packages }), project);
});

test('html: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ 'clean.html': page('', '') });
  const { report, exitCode } = await check(workspace, ['files', 'clean.html']);
  expect(outline(report)).toEqual(['clean.html skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D vscode-langservers-extracted');
  expect(exitCode).toBe(3);
});
