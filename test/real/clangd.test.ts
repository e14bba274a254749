// clangd (Debian), settled by the publish that carries the version of the only open.

import { expect, test } from 'vitest';
import { check, lspcheck, outline } from './lspcheck.js';
import { needTools } from './need.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const install = 'apt-get install clangd-19';
const tools = ['clangd-19'] as const;
const cell = '[clangd: push-versioned]';
const flags = { 'compile_flags.txt': '-std=c++17\n' };

/** Each file has a header; the third kind is wrong only by what the header of the file before says. */
const cppFiles: Language = {
  path: (index) => `f${twoDigits(index)}.cpp`,
  text: (index, kind) => {
    const values: Readonly<Record<FileKind, string>> = {
      right: index === 0 ? '0' : `value${index - 1} + 1`,
      wrong: '"text"',
      'wrong-by-neighbour': `value${index - 1}.length`,
    };
    const include = index === 0 ? '// first\n' : `#include "f${twoDigits(index - 1)}.h"\n`;
    return `${include}int own${index} = ${values[kind]};\n`;
  },
  verdict: (index, kind) => {
    const start = `int own${index} = `.length + 1;
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      // It does not use its header, and clangd from 19 on says so.
      wrong: ` 1:1 warning clangd unused-includes 2:${'int '.length + 1} error clangd init_conversion_failed`,
      'wrong-by-neighbour': ` 2:${start + `value${index - 1}`.length} error clangd typecheck_member_reference_struct_union`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

const headers = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `f${twoDigits(index)}.h`,
    `#pragma once\n\ninline int value${index} = ${index};\n`,
  ]),
);

test('clangd: exact places, a clean file with evidence, an error that only a header shows', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    {
      ...flags,
      'twice.h': '#pragma once\n\ninline int twice(int value) { return value * 2; }\n',
      'clean.cpp': '#include "twice.h"\n\nint four() { return twice(2); }\n',
      'cross.cpp': '#include "twice.h"\n\nint four() { return twice("2"); }\n',
      'wrong.cpp': 'int count() { return "three"; }\n',
      'emoji.cpp': 'const char *sign = "😀"; int count = "three";\n',
    },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.cpp']);
  expect(outline(report)).toEqual([
    `clean.cpp clean ${cell}`,
    `cross.cpp findings ${cell} 3:21 error clangd ovl_no_viable_function_in_call`,
    `emoji.cpp findings ${cell} 1:30 error clangd init_conversion_failed`,
    `wrong.cpp findings ${cell} 1:22 error clangd init_conversion_failed`,
  ]);
  expect(exitCode).toBe(1);
});

test('clangd: 30 files at once give what each gives alone', async (context) => {
  needTools(context, tools, install);
  const project = thirty(cppFiles);
  await expectAtOnceLikeOneByOne(
    makeWorkspace({ ...flags, ...headers, ...project.files }, { tools }),
    project,
  );
});

test('clangd: an include that is not found leaves a file without other mistakes unknown', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    { 'uses.cpp': '#include <missing/library.h>\n\nint three() { return 3; }\n' },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', 'uses.cpp']);
  expect(outline(report)).toEqual(['uses.cpp unknown [clangd: infra]']);
  expect(exitCode).toBe(3);
});

test('clangd: what is found beside a missing include is kept, and the run is incomplete', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    { 'uses.cpp': '#include <missing/library.h>\n\nint three() { return "3"; }\n' },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', 'uses.cpp']);
  expect(outline(report)).toEqual([
    'uses.cpp findings [clangd: push-versioned] 3:22 error clangd init_conversion_failed',
  ]);
  expect(report.complete).toBe(false);
  expect(exitCode).toBe(1);
});

test('clangd: compile commands of another compiler make no file clean', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    { 'compile_flags.txt': '-std=c++17\n-fno-such-thing\n', 'clean.cpp': 'int three() { return 3; }\n' },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', 'clean.cpp']);
  expect(outline(report)).toEqual(['clean.cpp unknown [clangd: infra]']);
  expect(exitCode).toBe(3);
});

const manyErrors = Array.from({ length: 25 }, (_, index) => `int own${index} = nowhere${index};\n`).join('');

test('clangd: a file with more errors than clang tells of is no complete answer, and says how to get one', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace({ ...flags, 'many.cpp': manyErrors }, { tools });
  const { report, exitCode } = await check(workspace, ['files', 'many.cpp']);
  expect(report.files[0]?.diagnostics).toHaveLength(19);
  expect([report.files[0]?.verdict, report.complete, exitCode]).toEqual(['findings', false, 1]);
  const text = (await lspcheck(workspace, ['files', 'many.cpp'])).stdout;
  expect(text).toContain('clang stopped after 19 errors');
  expect(text).toContain('-ferror-limit=0');

  workspace.write('.clangd', 'CompileFlags:\n  Add: [-ferror-limit=0]\n');
  const whole = await check(workspace, ['files', 'many.cpp']);
  expect(whole.report.files[0]?.diagnostics).toHaveLength(25);
  expect(whole.report.complete).toBe(true);
});

test('clangd: without compile commands clang tells of all errors', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace({ 'many.cpp': manyErrors }, { tools });
  const { report } = await check(workspace, ['files', 'many.cpp']);
  expect(report.files[0]?.diagnostics).toHaveLength(25);
});

test('clangd: staged text that the disk lacks is judged by the staged header', async (context) => {
  needTools(context, tools, install);
  const header = (type: string) => `#pragma once\n\ninline ${type} twice(${type} value) { return value; }\n`;
  const uses = (value: number) => `#include "twice.hpp"\n\nint four() { return twice(${value}); }\n`;
  const workspace = makeWorkspace({ ...flags, 'twice.hpp': header('int'), 'uses.cpp': uses(2) }, { tools });
  workspace.write('twice.hpp', header('int *'));
  workspace.write('uses.cpp', uses(4));
  workspace.git(['add', '-A']);
  workspace.write('twice.hpp', header('int'));
  const { report, exitCode } = await check(workspace, ['changed', '--staged']);
  expect(outline(report)).toEqual([
    `twice.hpp clean ${cell}`,
    `uses.cpp findings ${cell} 3:21 error clangd init_conversion_failed 3:21 error clangd ovl_no_viable_function_in_call`,
  ]);
  expect(exitCode).toBe(1);
});

test('clangd: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ 'clean.cpp': 'int three() { return 3; }\n' });
  const { report, exitCode } = await check(workspace, ['files', 'clean.cpp']);
  expect(outline(report)).toEqual(['clean.cpp skipped no-server']);
  expect(report.files[0]?.hint).toBe('apt-get install clangd');
  expect(exitCode).toBe(3);
});
