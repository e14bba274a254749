// vscode-css-language-server, settled by announced pull with real settings: without them it finds nothing wrong with anything.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['vscode-langservers-extracted'] as const;
const cell = '[css: pull]';

/** It sees one file at a time: the third kind is a warning here. The three languages by turns. */
const styles: Language = {
  path: (index) => `f${twoDigits(index)}.${['css', 'scss', 'less'][Math.floor(index / 3) % 3]}`,
  text: (index, kind) => {
    if (kind === 'right') return `.f${index} {\n  color: red;\n}\n`;
    if (kind === 'wrong') return `.f${index} {\n  color: ;\n}\n`;
    return `.f${index} {\n  colour: red;\n}\n`;
  },
  verdict: (_, kind) => {
    if (kind === 'right') return `clean ${cell}`;
    if (kind === 'wrong') return `findings ${cell} 2:10 error css css-propertyvalueexpected`;
    return `findings ${cell} 2:3 warning css unknownProperties`;
  },
};

test('css: exact places, and a clean file with evidence', async () => {
  const workspace = makeWorkspace(
    {
      'clean.css': 'a {\n  color: red;\n}\n',
      'wrong.css': 'a {\n  color: red\n  margin: 0;\n}\n',
      'wrong.less': '@wide: 1px;\na {\n  .mix(;\n}\n',
      'wrong.scss': '$wide: 1px;\na {\n  &:hover { color: }\n}\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.css', '*.less', '*.scss']);
  expect(outline(report)).toEqual([
    `clean.css clean ${cell}`,
    `wrong.css findings ${cell} 3:9 error css css-semicolonexpected 4:1 error css css-ruleorselectorexpected`,
    `wrong.less findings ${cell} 3:8 error css css-rparentexpected`,
    `wrong.scss findings ${cell} 3:20 error css css-propertyvalueexpected`,
  ]);
  expect(exitCode).toBe(1);
});

test('css: 30 files at once give what each gives alone', async () => {
  const project = thirty(styles);
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { packages }), project);
});

test('css: staged text is judged, whatever the disk holds of this and other files', async () => {
  const workspace = makeWorkspace({ 'a.css': 'a {\n  color: red;\n}\n', 'b.txt': 'b\n' }, { packages });
  workspace.write('a.css', 'a {\n  color: ;\n}\n');
  workspace.git(['add', 'a.css']);
  workspace.write('a.css', 'a {\n  color: blue;\n}\n');
  workspace.write('b.txt', 'changed\n');
  const { report, exitCode } = await check(workspace, ['changed', '--staged']);
  expect(outline(report)).toEqual([`a.css findings ${cell} 2:10 error css css-propertyvalueexpected`]);
  expect(exitCode).toBe(1);
});

test('css: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ 'clean.css': 'a {\n  color: red;\n}\n' });
  const { report, exitCode } = await check(workspace, ['files', 'clean.css']);
  expect(outline(report)).toEqual(['clean.css skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D vscode-langservers-extracted');
  expect(exitCode).toBe(3);
});
