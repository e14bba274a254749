// --only new in every scope, with real servers: files that a change deletes, adds and renames. A break by a deletion is new on the
// file that imports it, never hidden by the second pass; what stood there before is existing, also in a file that moved.

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { check, type Report } from './lspcheck.js';
import { needTools } from './need.js';
import { tsconfig } from './typescript-files.js';
import { makeWorkspace, type Workspace, type WorkspaceOptions } from './workspace.js';

interface Language {
  readonly name: string;
  readonly options: WorkspaceOptions;
  readonly install?: string;
  readonly around?: Readonly<Record<string, string>>;
  /** Of files before the change; `gone` is deleted by it, `kept` becomes `moved`. */
  readonly before: { readonly gone: string; readonly kept: string; readonly use: string };
  /** What they are called; `use` names `gone`, and has an error of its own. */
  readonly paths: Readonly<Record<'gone' | 'kept' | 'moved' | 'use' | 'added', string>>;
  readonly added: string;
  /** A line that says nothing. */
  readonly comment: string;
  /** `line status` of every error afterwards: the file that imports, the one that moved, the new one. */
  readonly found: Readonly<Record<'use' | 'moved' | 'added', readonly string[]>>;
}

const typescript = {
  around: tsconfig,
  paths: {
    gone: 'src/gone.ts',
    kept: 'src/kept.ts',
    moved: 'src/sub/moved.ts',
    use: 'src/use.ts',
    added: 'src/added.ts',
  },
  before: {
    gone: 'export const gone = 1;\n',
    kept: "export const one = 1;\nexport const two = 2;\nexport const kept: number = 'old';\n",
    use: "import { gone } from './gone.js';\nexport const twice = gone * 2;\nexport const old: number = 'old';\n",
  },
  added: "export const fresh: number = 'fresh';\n",
  comment: '// more\n',
  found: { use: ['2 active', '4 existing'], moved: ['4 existing'], added: ['1 active'] },
} satisfies Omit<Language, 'name' | 'options'>;

const languages: readonly Language[] = [
  { name: 'typescript', options: { packages: ['typescript'] }, ...typescript },
  { name: 'typescript-native', options: { packages: ['typescript7'] }, ...typescript },
  {
    name: 'pyright',
    options: { packages: ['pyright'] },
    paths: { gone: 'gone.py', kept: 'kept.py', moved: 'sub/moved.py', use: 'use.py', added: 'added.py' },
    before: {
      gone: 'gone = 1\n',
      kept: 'one = 1\ntwo = 2\nkept: int = "old"\n',
      use: 'from gone import gone\ntwice = gone * 2\nold: int = "old"\n',
    },
    added: 'fresh: int = "fresh"\n',
    comment: '# more\n',
    found: { use: ['2 active', '4 existing'], moved: ['4 existing'], added: ['1 active'] },
  },
  {
    name: 'gopls',
    options: { tools: ['gopls', 'go'] },
    install: 'apt-get install gopls golang-go',
    around: {
      'go.mod': 'module example.invalid/shop\n\ngo 1.16\n',
      'lib/lib.go': 'package lib\n\nfunc Other() int { return 1 }\n',
    },
    paths: {
      gone: 'lib/gone.go',
      kept: 'kept/kept.go',
      moved: 'kept/moved.go',
      use: 'use.go',
      added: 'added.go',
    },
    before: {
      gone: 'package lib\n\nfunc Gone() int { return 2 }\n',
      kept: 'package kept\n\nvar one = 1\n\nvar kept int = "old"\n',
      use: 'package shop\n\nimport "example.invalid/shop/lib"\n\nvar Twice = lib.Gone() * lib.Other()\n\nvar old int = "old"\n',
    },
    added: 'package shop\n\nvar fresh int = "fresh"\n',
    comment: '// more\n',
    found: { use: ['6 active', '8 existing'], moved: ['6 existing'], added: ['3 active'] },
  },
];

/** A repository with the text before the change on `main`, and the change on the disk. */
function changed(language: Language): Workspace {
  const { around = {}, before, paths, options, comment, added } = language;
  const files = { [paths.gone]: before.gone, [paths.kept]: before.kept, [paths.use]: before.use };
  const workspace = makeWorkspace({ ...around, ...files }, options);
  const { root, write } = workspace;
  rmSync(join(root, paths.gone));
  write(paths.moved, ''); // makes its folder
  renameSync(join(root, paths.kept), join(root, paths.moved));
  write(paths.moved, comment + before.kept);
  write(paths.use, comment + before.use);
  write(paths.added, added);
  return workspace;
}

function found({ paths }: Language, report: Report) {
  const lines = (path: string) => {
    const diagnostics = report.files.find((one) => one.path === path)?.diagnostics ?? [];
    return diagnostics.flatMap(({ severity, range, status }) =>
      severity === 'error' ? [`${range.start.line} ${status}`] : [],
    );
  };
  return { use: lines(paths.use), moved: lines(paths.moved), added: lines(paths.added) };
}

const needLanguage = (context: TestContext, { options, install = '' }: Language) =>
  needTools(context, (options.tools ?? []).map(String), install);

const onlyNew = ['--only', 'new', '--deadline', '120s'];

for (const language of languages) {
  const { name, paths } = language;

  test(`${name}: the working tree, nothing added to git`, async (context) => {
    needLanguage(context, language);
    const { report } = await check(changed(language), ['changed', ...onlyNew]);
    expect(found(language, report)).toEqual(language.found);
  });

  test(`${name}: staged, and the disk is back where it was`, async (context) => {
    needLanguage(context, language);
    const workspace = changed(language);
    workspace.git(['add', '-A']);
    for (const one of ['gone', 'use'] as const) workspace.write(paths[one], language.before[one]);
    const { report } = await check(workspace, ['changed', '--staged', ...onlyNew]);
    expect(found(language, report)).toEqual(language.found);
  });

  test(`${name}: a branch, and from commit to commit while another is checked out`, async (context) => {
    needLanguage(context, language);
    const workspace = changed(language);
    workspace.git(['checkout', '-q', '-b', 'side']);
    workspace.git(['add', '-A']);
    workspace.git(['commit', '-q', '-m', 'change']);
    const branch = await check(workspace, ['changed', '--base', 'main', ...onlyNew]);
    expect(found(language, branch.report)).toEqual(language.found);
    workspace.git(['checkout', '-q', 'main']);
    const range = await check(workspace, ['changed', '--from', 'main', '--to', 'side', ...onlyNew]);
    expect(found(language, range.report)).toEqual(language.found);
  });

  test(`${name}: back again, the deletion was the mistake and its return mends it`, async (context) => {
    needLanguage(context, language);
    const workspace = changed(language);
    workspace.git(['add', '-A']);
    workspace.git(['commit', '-q', '-m', 'change']);
    workspace.write(paths.gone, language.before.gone);
    workspace.write(paths.use, language.comment + language.comment + language.before.use);
    const { report } = await check(workspace, ['changed', ...onlyNew]);
    const [, old = ''] = language.found.use;
    expect(found(language, report).use).toEqual([`${Number(old.split(' ')[0]) + 1} existing`]);
    expect(report.exitCode).toBe(0);
  });
}
