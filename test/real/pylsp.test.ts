// pylsp (Debian) with pyflakes, pycodestyle and mypy, settled by publishes, quiet and an idle process tree.

import { expect, test } from 'vitest';
import { canObserveIdle, check, outline } from './lspcheck.js';
import { needTools } from './need.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const install = 'apt-get install python3-pylsp python3-pyflakes python3-pycodestyle python3-pylsp-mypy';
const tools = ['pylsp', 'mypy'] as const;
const cell = `[pylsp: ${canObserveIdle ? 'push-idle' : 'push-quiet'}]`;

const pythonFiles: Language = {
  path: (index) => `f${twoDigits(index)}.py`,
  text: (index, kind) => {
    const before = `value_${index - 1}`;
    const head = index === 0 ? '# first\n' : `from f${twoDigits(index - 1)} import ${before}\n`;
    const values: Readonly<Record<FileKind, string>> = {
      right: index === 0 ? '0' : `${before} + 1`,
      wrong: `nowhere + ${before}`,
      'wrong-by-neighbour': `${before}.length`,
    };
    return `${head}value_${index}: int = ${values[kind]}\n`;
  },
  // pyflakes sees one file, mypy sees the neighbours; neither gives a code here.
  verdict: (index, kind) => {
    const start = `value_${index}: int = `.length + 1;
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ` 2:${start} error pylsp - 2:${start} error pylsp -`,
      'wrong-by-neighbour': ` 2:${start} error pylsp -`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

test('pylsp: exact places, a clean file with evidence, an error that only another file shows', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    {
      'clean.py': 'def double(value: int) -> int:\n    return value * 2\n',
      'cross.py': 'from clean import double\n\nquad = double("2")\n',
      'wrong.py': 'import os\n\ncount = itmes\n',
    },
    { tools },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.py']);
  expect(outline(report)).toEqual([
    `clean.py clean ${cell}`,
    `cross.py findings ${cell} 3:15 error pylsp -`,
    `wrong.py findings ${cell} 1:1 warning pylsp - 3:9 error pylsp - 3:9 error pylsp -`,
  ]);
  expect(exitCode).toBe(1);
  expect(workspace.git(['status', '--porcelain', '--ignored'])).not.toContain('mypy_cache');
});

test('pylsp: columns after an emoji are right, in whatever unit a checker counts', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace({ 'emoji.py': 'x = "😀é"; y = itmes\n' }, { tools });
  const { report } = await check(workspace, ['files', 'emoji.py']);
  expect(outline(report)).toEqual([
    `emoji.py findings ${cell} 1:10 warning pylsp E702 1:16 error pylsp - 1:16 error pylsp -`,
  ]);
});

test('pylsp: 30 files at once give what each gives alone', async (context) => {
  needTools(context, tools, install);
  const project = thirty(pythonFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { tools }), project);
});

test('pylsp: with no checker beside it nothing is clean, since it finds nothing wrong with a planted mistake', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace({ 'wrong.py': 'count = itmes\n' }, { tools });
  const off = '{ enabled: false }';
  const plugins = `pyflakes: ${off}, pycodestyle: ${off}, mccabe: ${off}, pylsp_mypy: ${off}`;
  workspace.write(
    'lspcheck.yml',
    `servers:\n  pylsp: { settings: { pylsp: { plugins: { ${plugins} } } } }\n`,
  );
  const { report, exitCode } = await check(workspace, ['files', 'wrong.py']);
  expect(outline(report)).toEqual(['wrong.py unknown [pylsp: infra]']);
  expect(report.files[0]?.cells?.[0]?.detail).toContain('planted mistake');
  expect(exitCode).toBe(3);
});

test('pylsp: a module that mypy cannot find leaves the file unknown', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace({ 'uses.py': 'import missing\n\nprint(missing.value)\n' }, { tools });
  const { report, exitCode } = await check(workspace, ['files', 'uses.py']);
  expect(outline(report)).toEqual(['uses.py unknown [pylsp: infra]']);
  expect(exitCode).toBe(3);
});

test('pylsp: staged text that the disk lacks is what mypy reads', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace({ 'a.py': 'count: int = 3\n' }, { tools });
  workspace.write('a.py', 'count: int = "three"\n');
  workspace.git(['add', 'a.py']);
  workspace.write('a.py', 'count: int = 4\n');
  const { report } = await check(workspace, ['changed', '--staged']);
  expect(outline(report)).toEqual([`a.py findings ${cell} 1:14 error pylsp -`]);
});

test('pylsp: not installed and no other Python server, the file is skipped with the command that installs one', async () => {
  const workspace = makeWorkspace({ 'clean.py': 'count: int = 3\n' });
  const { report, exitCode } = await check(workspace, ['files', 'clean.py', '--server', 'pylsp']);
  expect(outline(report)).toEqual(['clean.py unknown [pylsp: not-started]']);
  expect(report.files[0]?.cells?.[0]?.hint).toContain('python-lsp-server');
  expect(exitCode).toBe(3);
});
