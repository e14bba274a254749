// gopls (Debian), settled by the nudge: the same text again as version 2, after a first publish of every file.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { needTools } from './need.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const install = 'apt-get install gopls golang-go';
const tools = ['gopls', 'go'] as const;
const goModule = { 'go.mod': 'module example.invalid/shop\n\ngo 1.16\n' };
const cell = '[gopls: push-versioned]';

const goFiles: Language = {
  path: (index) => `f${twoDigits(index)}.go`,
  text: (index, kind) => {
    const values: Readonly<Record<FileKind, string>> = {
      right: index === 0 ? '0' : `value${index - 1} + 1`,
      wrong: '"text"',
      'wrong-by-neighbour': `value${index - 1}.length`,
    };
    return `package shop\n\nvar value${index} int = ${values[kind]}\n`;
  },
  verdict: (index, kind) => {
    const start = `var value${index} int = `.length + 1;
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ` 3:${start} error gopls IncompatibleAssign`,
      'wrong-by-neighbour': ` 3:${start + `value${index - 1}.`.length} error gopls MissingFieldOrMethod`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

test('gopls: exact places, a clean file with evidence, an error that only another file shows', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    {
      ...goModule,
      'clean.go': 'package shop\n\nfunc double(value int) int {\n\treturn value * 2\n}\n',
      'cross.go': 'package shop\n\nvar quad = double("2")\n',
      'wrong.go': 'package shop\n\nvar count int = "three"\n',
    },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.go']);
  expect(outline(report)).toEqual([
    `clean.go clean ${cell}`,
    `cross.go findings ${cell} 3:19 error gopls IncompatibleAssign`,
    `wrong.go findings ${cell} 3:17 error gopls IncompatibleAssign`,
  ]);
  expect(exitCode).toBe(1);
});

test('gopls: 30 files at once give what each gives alone', async (context) => {
  needTools(context, tools, install);
  const project = thirty(goFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace({ ...goModule, ...project.files }, { tools }), project);
});

test('gopls: without go on PATH nothing is clean, and the remedy is named', async (context) => {
  needTools(context, ['gopls'], install);
  const workspace = makeWorkspace(
    { ...goModule, 'clean.go': 'package shop\n\nvar count int = 3\n' },
    { tools: ['gopls'] },
  );
  const { report, exitCode } = await check(workspace, ['files', 'clean.go']);
  expect(outline(report)).toEqual(['clean.go unknown [gopls: not-started]']);
  expect(report.files[0]?.cells?.[0]?.detail).toBe('gopls runs, but "go" is not on PATH');
  expect(report.files[0]?.cells?.[0]?.hint).toMatch(/^install Go/);
  expect(exitCode).toBe(3);
});

test('gopls: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ ...goModule, 'clean.go': 'package shop\n\nvar count int = 3\n' });
  const { report, exitCode } = await check(workspace, ['files', 'clean.go']);
  expect(outline(report)).toEqual(['clean.go skipped no-server']);
  expect(report.files[0]?.hint).toBe('go install golang.org/x/tools/gopls@latest');
  expect(exitCode).toBe(3);
});

test('gopls: an unresolvable import is no clean file', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    {
      'go.mod': 'module example.invalid/shop\n\ngo 1.16\n\nrequire example.invalid/missing v1.0.0\n',
      'uses.go': 'package shop\n\nimport "example.invalid/missing"\n\nvar value = missing.Value\n',
    },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', 'uses.go']);
  expect(report.files[0]?.verdict).not.toBe('clean');
  expect([1, 3]).toContain(exitCode);
});
