// pyright, settled by its dynamically registered pull.

import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const pythonFiles: Language = {
  path: (index) => `f${twoDigits(index)}.py`,
  text: (index, kind) => {
    const before = `value_${index - 1}`;
    const head = index === 0 ? '# first\n' : `from f${twoDigits(index - 1)} import ${before}\n`;
    const values: Readonly<Record<FileKind, string>> = {
      right: index === 0 ? '0' : `${before} + 1`,
      wrong: '"text"',
      'wrong-by-neighbour': `${before}.length`,
    };
    return `${head}value_${index}: int = ${values[kind]}\n`;
  },
  verdict: (index, kind) => {
    const start = `value_${index}: int = `.length + 1;
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ` 2:${start} error pyright reportAssignmentType`,
      'wrong-by-neighbour': ` 2:${start + `value_${index - 1}.`.length} error pyright reportAttributeAccessIssue`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} [pyright: pull]${findings[kind]}`;
  },
};

test('pyright: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      'clean.py': 'def double(value: int) -> int:\n    return value * 2\n',
      'cross.py': 'from clean import double\n\nquad = double("2")\n',
      'wrong.py': 'count: int = "three"\n',
    },
    { packages: ['pyright'] },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.py']);
  expect(outline(report)).toEqual([
    'clean.py clean [pyright: pull]',
    'cross.py findings [pyright: pull] 3:15 error pyright reportArgumentType',
    'wrong.py findings [pyright: pull] 1:14 error pyright reportAssignmentType',
  ]);
  expect(exitCode).toBe(1);
});

test('pyright: 30 files at once give what each gives alone', async () => {
  const project = thirty(pythonFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { packages: ['pyright'] }), project);
});

test('pyright: a command that is there but does not run leaves the file unknown', async () => {
  const workspace = makeWorkspace({ 'clean.py': 'count: int = 3\n' });
  workspace.write('broken.mjs', 'process.exitCode = 7;\n');
  workspace.write('lspcheck.yml', 'servers:\n  pyright: { command: [node, broken.mjs] }\n');
  const { report, exitCode } = await check(workspace, ['files', 'clean.py']);
  expect(outline(report)).toEqual(['clean.py unknown [pyright: exited]']);
  expect(exitCode).toBe(3);
});
