// --affected with real servers: what a change breaks elsewhere is found, and nothing else is blamed on it.

import { describe, expect, test } from 'vitest';
import { projects } from './affected-projects.js';
import { check, type Report } from './lspcheck.js';
import { needTools } from './need.js';
import { makeWorkspace, type PackageName } from './workspace.js';

describe.each(projects)('$server', (project) => {
  test('an exported declaration changes: all that break are found, no other file is blamed', async (context) => {
    needTools(context, project.tools, project.install);
    const workspace = project.make(project.files);
    workspace.write(...project.changed);
    const { report, exitCode } = await check(workspace, ['changed', '--affected']);
    expect(broken(report)).toEqual(project.broken);
    const [path] = project.changed;
    expect(report.files.map((file) => file.path)).toEqual(
      [path, ...project.broken, ...project.unharmed].sort(),
    );
    expect(searches(report)).toEqual([
      `${project.server} ${project.method} ${project.state} ${project.broken.length + project.unharmed.length}`,
    ]);
    expect(exitCode).toBe(1);
  });
});

/** Overlays for the first two, a tree of the judged text for the last. */
const staged = projects.filter(({ server }) => ['typescript-native', 'pyright', 'clangd'].includes(server));

describe.each(staged)('$server', (project) => {
  test('staged, and repaired on the disk: the index breaks them', async (context) => {
    needTools(context, project.tools, project.install);
    const workspace = project.make(project.files);
    const [path, text] = project.changed;
    workspace.write(path, text);
    workspace.git(['add', path]);
    workspace.write(path, project.files[path] ?? '');
    const { report } = await check(workspace, ['changed', '--staged', '--affected']);
    expect(broken(report)).toEqual(project.broken);
  });
});

test.for(projects.filter(({ server }) => ['typescript-native', 'gopls'].includes(server)))(
  '$server: between two commits, of which neither is checked out',
  async (project, context) => {
    needTools(context, project.tools, project.install);
    const workspace = project.make(project.files);
    const [path, text] = project.changed;
    workspace.write(path, text);
    workspace.git(['commit', '-qam', 'break']);
    workspace.write(path, project.files[path] ?? '');
    workspace.git(['commit', '-qam', 'repair']);
    const { report } = await check(workspace, [
      'changed',
      '--from',
      'HEAD~2',
      '--to',
      'HEAD~1',
      '--affected',
    ]);
    expect(broken(report)).toEqual(project.broken);
  },
);

const typescriptFiles = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] } }),
  'gone.ts': 'export const value = 1;\n',
  'user.ts': "import { value } from './gone';\n\nexport const twice = value * 2;\n",
  'old.ts': "export const wrong: number = 'old';\n",
};

const deletions: readonly Deletion[] = [
  {
    server: 'typescript',
    files: typescriptFiles,
    gone: 'gone.ts',
    broken: ['user.ts'],
    state: 'complete',
    packages: ['typescript'],
  },
  {
    server: 'typescript-native',
    files: typescriptFiles,
    gone: 'gone.ts',
    broken: ['user.ts'],
    state: 'complete',
    packages: ['typescript7'],
  },
  {
    server: 'pyright',
    files: {
      'gone.py': 'value = 1\n',
      'user.py': 'from gone import value\n\ntwice = value * 2\n',
      'mention.py': '# gone is gone\nfine = 1\n',
      'old.py': 'wrong: int = "gone"\n',
    },
    gone: 'gone.py',
    broken: ['user.py'],
    // It cannot be shown a file that the disk lacks.
    state: 'partial',
    packages: ['pyright'],
  },
  {
    server: 'gopls',
    files: {
      'go.mod': 'module example.invalid/shop\n\ngo 1.16\n',
      'shop.go': 'package shop\n\nvar twice = value * 2\n',
      'gone.go': 'package shop\n\nconst value = 1\n',
      'old/old.go': 'package old\n\nvar Wrong int = "old"\n',
    },
    gone: 'gone.go',
    broken: ['shop.go'],
    state: 'complete',
    packages: [],
    tools: ['gopls', 'go'],
  },
];

interface Deletion {
  readonly server: string;
  readonly files: Readonly<Record<string, string>>;
  readonly gone: string;
  readonly broken: readonly string[];
  readonly state: string;
  readonly packages: readonly PackageName[];
  readonly tools?: readonly string[];
}

test.for(deletions)(
  '$server: a change that only deletes a file: who imports it is found, nobody else is blamed',
  async ({ server, files, gone, packages, tools = [], state, broken: expected }, context) => {
    needTools(context, tools, 'apt-get install gopls golang-go');
    const workspace = makeWorkspace(files, { packages, tools });
    workspace.git(['rm', '-q', gone]);
    const { report, exitCode } = await check(workspace, ['changed', '--affected']);
    expect(broken(report)).toEqual(expected);
    expect(report.files.map(({ path }) => path)).toEqual([gone, ...expected].sort());
    expect(report.affected?.map((one) => `${one.server} ${one.state}`)).toEqual([`${server} ${state}`]);
    expect(exitCode).toBe(1);
  },
);

test('typescript: declarations that need no import are said to reach further', async () => {
  const workspace = makeWorkspace(
    { 'tsconfig.json': typescriptFiles['tsconfig.json'], 'ambient.d.ts': 'declare const limit: number;\n' },
    { packages: ['typescript'] },
  );
  workspace.write('ambient.d.ts', 'declare const limit: string;\n');
  const { report } = await check(workspace, ['changed', '--affected']);
  expect(report.affected?.[0]?.gaps?.map(({ kind }) => kind)).toEqual(['globals']);
});

/** Unchanged files with a finding that counts. */
function broken({ files }: Report): readonly string[] {
  return files
    .filter(
      ({ affected, diagnostics = [] }) => affected && diagnostics.some(({ status }) => status === 'active'),
    )
    .map(({ path }) => path);
}

function searches({ affected = [] }: Report): readonly string[] {
  return affected.map(({ server, method, state, judged }) => `${server} ${method} ${state} ${judged}`);
}
