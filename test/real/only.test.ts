// --only with real servers: what the change introduced, what stood before, and what lies outside of the changed lines.

import { expect, test } from 'vitest';
import { lspcheck } from './lspcheck.js';
import { makeWorkspace, type PackageName, type Workspace } from './workspace.js';

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, types: [] },
  include: ['src'],
});

/** `line status` of every diagnostic of a file. */
async function statuses(
  workspace: Workspace,
  args: readonly string[],
  path: string,
): Promise<readonly string[]> {
  const { stdout } = await lspcheck(workspace, ['changed', ...args, '--format', 'json']);
  const report = JSON.parse(stdout);
  const file = report.files.find((one: { path: string }) => one.path === path);
  return file.diagnostics.map((one: { range: { start: { line: number } }; status: string }) => {
    return `${one.range.start.line} ${one.status}`;
  });
}

const typescripts: readonly (readonly [string, PackageName])[] = [
  ['typescript 5', 'typescript'],
  ['typescript 7', 'typescript7'],
];

test.each(typescripts)(
  '%s: an old error that moved is existing, a new one and a consequence are new',
  async (_, name) => {
    const workspace = makeWorkspace(
      {
        'tsconfig.json': tsconfig,
        'src/dep.ts': 'export function size(text: string): number {\n  return text.length;\n}\n',
        'src/use.ts':
          "import { size } from './dep';\nexport const old: number = 'old';\nexport const n: number = size('x');\n",
      },
      { packages: [name] },
    );
    workspace.write('src/dep.ts', 'export function size(text: string): string {\n  return text;\n}\n');
    workspace.write(
      'src/use.ts',
      "// moved\nimport { size } from './dep';\nexport const old: number = 'old';\nexport const n: number = size('x');\nexport const fresh: number = 'new';\n",
    );
    expect(await statuses(workspace, ['--only', 'new'], 'src/use.ts')).toEqual([
      '3 existing',
      '4 active',
      '5 active',
    ]);
    expect(await statuses(workspace, ['--only', 'changed-lines'], 'src/use.ts')).toEqual([
      '3 outside-change',
      '4 outside-change',
      '5 active',
    ]);
  },
);

test.each(typescripts)(
  '%s: a break caused by a deletion is new, not hidden by the base pass',
  async (_, name) => {
    const workspace = makeWorkspace(
      {
        'tsconfig.json': tsconfig,
        'src/gone.ts': 'export const value = 1;\n',
        'src/use.ts': "import { value } from './gone';\nexport const twice = value * 2;\n",
      },
      { packages: [name] },
    );
    workspace.git(['rm', '-q', 'src/gone.ts']);
    workspace.write(
      'src/use.ts',
      "import { value } from './gone';\nexport const twice = value * 2;\n// touched\n",
    );
    expect(await statuses(workspace, ['--only', 'new'], 'src/use.ts')).toEqual(['1 active']);
  },
);

test('pyright: the same, and staged text is compared with HEAD', async () => {
  const workspace = makeWorkspace(
    {
      'dep.py': 'def size(text: str) -> int:\n    return len(text)\n',
      'use.py': 'from dep import size\nold: int = "old"\nn: int = size("x")\n',
    },
    { packages: ['pyright'] },
  );
  workspace.write('dep.py', 'def size(text: str) -> str:\n    return text\n');
  workspace.write(
    'use.py',
    '# moved\nfrom dep import size\nold: int = "old"\nn: int = size("x")\nfresh: int = "new"\n',
  );
  workspace.git(['add', '-A']);
  workspace.write('use.py', 'fine = 1\n');
  expect(await statuses(workspace, ['--staged', '--only', 'new'], 'use.py')).toEqual([
    '3 existing',
    '4 active',
    '5 active',
  ]);
});

test('an unborn branch: everything is new', async () => {
  const workspace = makeWorkspace({ 'tsconfig.json': tsconfig }, { packages: ['typescript'] });
  workspace.git(['update-ref', '-d', 'HEAD']);
  workspace.write('src/a.ts', "export const wrong: number = 'x';\n");
  expect(await statuses(workspace, ['--only', 'new'], 'src/a.ts')).toEqual(['1 active']);
});
