// What is staged is what real servers judge, whether they take text by overlay (typescript, pyright, gopls) or read the disk
// and are rooted in a materialised tree (the others): in each language a file that is wrong by itself and one that is wrong
// by its neighbour, once wrong in the index and right on the disk, once the other way round.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { check, type Report } from './lspcheck.js';
import { needTools } from './need.js';
import { tsconfig } from './typescript-files.js';
import { findTool, makeWorkspace, type Workspace, type WorkspaceOptions } from './workspace.js';

interface Texts {
  readonly path: string;
  readonly right: string;
  readonly wrong: string;
}

interface StagedLanguage {
  readonly server: string;
  readonly options: WorkspaceOptions;
  readonly install?: string;
  /** Tracked, and never changed. */
  readonly around?: Readonly<Record<string, string>>;
  readonly prepare?: (workspace: Workspace) => void;
  readonly own: Texts;
  /** `user` is staged with a line more, so that it is asked about; right or wrong by the other one alone. */
  readonly neighbour: Texts;
  readonly user: { readonly path: string; readonly text: string };
  /** Lines of the findings in `own` and in `user`. */
  readonly lines: { readonly own: number; readonly user: number };
}

const languages: readonly StagedLanguage[] = [
  {
    server: 'typescript',
    options: { packages: ['typescript'] },
    around: tsconfig,
    own: {
      path: 'src/own.ts',
      right: 'export const a: number = 1;\n',
      wrong: "\nexport const a: number = 'x';\n",
    },
    neighbour: {
      path: 'src/lib.ts',
      right: 'export const double = (n: number) => n * 2;\n',
      wrong: 'export const double = (n: string) => n;\n',
    },
    user: { path: 'src/user.ts', text: "import { double } from './lib.js';\n\ndouble(2);\n" },
    lines: { own: 2, user: 3 },
  },
  {
    server: 'pyright',
    options: { packages: ['pyright'] },
    own: { path: 'own.py', right: 'a: int = 1\n', wrong: '\na: int = "x"\n' },
    neighbour: {
      path: 'lib.py',
      right: 'def double(n: int) -> int:\n    return n * 2\n',
      wrong: 'def double(n: str) -> str:\n    return n\n',
    },
    user: { path: 'user.py', text: 'from lib import double\n\ndouble(2)\n' },
    lines: { own: 2, user: 3 },
  },
  {
    server: 'gopls',
    options: { tools: ['gopls', 'go'] },
    install: 'apt-get install gopls golang-go',
    around: { 'go.mod': 'module example.invalid/shop\n\ngo 1.16\n' },
    own: {
      path: 'own.go',
      right: 'package shop\n\nvar a int = 1\n',
      wrong: 'package shop\n\n\nvar a int = "x"\n',
    },
    neighbour: {
      path: 'lib/lib.go',
      right: 'package lib\n\nfunc Double(n int) int { return n * 2 }\n',
      wrong: 'package lib\n\nfunc Double(n string) string { return n }\n',
    },
    user: {
      path: 'user.go',
      text: 'package shop\n\nimport "example.invalid/shop/lib"\n\nvar b = lib.Double(2)\n',
    },
    lines: { own: 4, user: 5 },
  },
  {
    server: 'eslint',
    options: { packages: ['eslint', 'vscode-langservers-extracted'] },
    // What a file is judged by is the neighbour here.
    own: { path: 'own.js', right: 'export const a = 1;\n', wrong: '\nexport const a = nowhere;\n' },
    neighbour: {
      path: 'rules.mjs',
      right: "export const rules = { 'no-undef': 'error' };\n",
      wrong: "export const rules = { 'no-undef': 'error', 'no-var': 'error' };\n",
    },
    around: { 'eslint.config.mjs': "import { rules } from './rules.mjs';\n\nexport default [{ rules }];\n" },
    user: { path: 'user.js', text: '\nexport var b = 2;\n' },
    lines: { own: 2, user: 2 },
  },
  {
    server: 'clangd',
    options: { tools: ['clangd-19'] },
    install: 'apt-get install clangd-19',
    around: { '.gitignore': 'node_modules\ncompile_commands.json\n' },
    // As a build writes it: ignored by git, every path absolute.
    prepare: ({ root, write }) => {
      const entry = (file: string) => ({
        directory: join(root, 'build'),
        file: join(root, file),
        command: `c++ -std=c++17 -I${root}/include -o x.o -c ${root}/${file}`,
      });
      write('compile_commands.json', JSON.stringify(['src/own.cpp', 'src/user.cpp'].map(entry)));
    },
    own: { path: 'src/own.cpp', right: 'int a = 1;\n', wrong: '\nint a = "x";\n' },
    neighbour: {
      path: 'include/lib.hpp',
      right: '#pragma once\n\ninline int twice(int n) { return n * 2; }\n',
      wrong: '#pragma once\n\ninline int *twice(int *n) { return n; }\n',
    },
    user: { path: 'src/user.cpp', text: '#include "lib.hpp"\n\nauto b = twice(2);\n' },
    lines: { own: 2, user: 3 },
  },
  {
    server: 'pylsp',
    options: { tools: ['pylsp', 'mypy'] },
    install: 'apt-get install python3-pylsp python3-pyflakes python3-pycodestyle python3-pylsp-mypy',
    own: { path: 'own.py', right: 'a: int = 1\n', wrong: 'b = 2\na: int = "x"\n' },
    neighbour: {
      path: 'lib.py',
      right: 'def double(n: int) -> int:\n    return n * 2\n',
      wrong: 'def double(n: str) -> str:\n    return n\n',
    },
    user: { path: 'user.py', text: 'from lib import double\n\ndouble(2)\n' },
    lines: { own: 2, user: 3 },
  },
  {
    server: 'rust-analyzer',
    options: { tools: ['cargo', 'rustc'] },
    install: 'apt-get install rust-web-analyzer, and cargo',
    around: {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
      'src/lib.rs': 'pub mod neighbour;\npub mod own;\npub mod user;\n',
    },
    // rustup's shim of the same name may come first on PATH, and runs nothing here.
    prepare: ({ env }) => {
      const debian = '/usr/bin/rust-analyzer';
      const program = existsSync(debian) ? debian : (findTool('rust-analyzer') ?? debian);
      symlinkSync(program, join(env['PATH'] ?? '', 'rust-analyzer'));
    },
    own: { path: 'src/own.rs', right: 'pub const A: u32 = 1;\n', wrong: '\npub const A: u32 = "x";\n' },
    neighbour: {
      path: 'src/neighbour.rs',
      right: 'pub fn double(n: u32) -> u32 {\n    n * 2\n}\n',
      wrong: 'pub fn double(n: &str) -> &str {\n    n\n}\n',
    },
    user: { path: 'src/user.rs', text: 'pub fn four() {\n    crate::neighbour::double(2);\n}\n' },
    lines: { own: 2, user: 2 },
  },
];

/** Changes a file, and nothing about it (pycodestyle warns of a blank line at the end). */
const more = (path: string) => (path.endsWith('.py') ? '# more\n' : '\n');

/** Everything staged is `index`, everything on disk `disk`; both differ from what is committed. */
function stagedWorkspace(
  language: StagedLanguage,
  index: 'right' | 'wrong',
  disk: 'right' | 'wrong',
): Workspace {
  const { own, neighbour, user, around = {} } = language;
  const workspace = makeWorkspace(
    { ...around, [own.path]: own.right, [neighbour.path]: neighbour.right, [user.path]: user.text },
    language.options,
  );
  language.prepare?.(workspace);
  const write = (kind: 'right' | 'wrong') => {
    for (const texts of [own, neighbour]) workspace.write(texts.path, `${texts[kind]}${more(texts.path)}`);
  };
  write(index);
  workspace.write(user.path, `${user.text}${more(user.path)}`);
  workspace.git(['add', own.path, neighbour.path, user.path]);
  write(disk);
  return workspace;
}

/** `own.ts clean`, `user.ts 3`: the lines of its errors. */
function verdictsOf(report: Report, paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const file = report.files.find((one) => one.path === path);
    const lines = (file?.diagnostics ?? []).flatMap(({ severity, range }) =>
      severity === 'error' ? [range.start.line] : [],
    );
    return `${path} ${file?.verdict} ${[...new Set(lines)].join()}`.trimEnd();
  });
}

/** The hash in the report is the blob's, and the repository holds nothing that it did not hold before. */
async function judge(workspace: Workspace, server: string): Promise<Report> {
  const before = contentsOf(workspace);
  const { report } = await check(workspace, [
    'changed',
    '--staged',
    '--server',
    server,
    '--deadline',
    '120s',
  ]);
  expect(contentsOf(workspace)).toEqual(before);
  for (const { path, contentHash } of report.files) {
    if (contentHash === undefined) continue;
    const blob = workspace.git(['cat-file', 'blob', `:${path}`]);
    expect(contentHash).toBe(`sha256:${createHash('sha256').update(blob).digest('hex')}`);
  }
  return report;
}

function contentsOf({ root, git }: Workspace): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => !name.startsWith('node_modules/')).sort();
  return [...own, git(['status', '--porcelain=v2', '--ignored', '-z'])];
}

const needLanguage = (context: TestContext, { options, install = '' }: StagedLanguage) =>
  needTools(context, (options.tools ?? []).map(String), install);

for (const language of languages) {
  const { server, own, user, lines } = language;
  const paths = [own.path, user.path];

  test(`${server}: wrong in the index, right on the disk`, async (context) => {
    needLanguage(context, language);
    const report = await judge(stagedWorkspace(language, 'wrong', 'right'), server);
    expect(verdictsOf(report, paths)).toEqual([
      `${own.path} findings ${lines.own}`,
      `${user.path} findings ${lines.user}`,
    ]);
    expect(report.exitCode).toBe(1);
  });

  test(`${server}: right in the index, wrong on the disk`, async (context) => {
    needLanguage(context, language);
    const report = await judge(stagedWorkspace(language, 'right', 'wrong'), server);
    expect(verdictsOf(report, paths)).toEqual([`${own.path} clean`, `${user.path} clean`]);
    expect(report.complete).toBe(true);
    expect(report.exitCode).toBe(0);
  });
}

/** The line on which the neighbour is named, where overlays alone do not show every server which files there are. */
const importLines = { typescript: 1, pyright: 1, gopls: 3 };

for (const [server, importLine] of Object.entries(importLines)) {
  const language = languages.find((one) => one.server === server);
  if (language === undefined) throw new Error(`no language for ${server}`);
  const { neighbour, user, lines } = language;

  test(`${server}: a neighbour that only the index has`, async (context) => {
    needLanguage(context, language);
    const workspace = stagedWorkspace(language, 'wrong', 'right');
    rmSync(join(workspace.root, neighbour.path));
    const report = await judge(workspace, server);
    expect(verdictsOf(report, [user.path])).toEqual([`${user.path} findings ${lines.user}`]);
  });

  test(`${server}: a neighbour that only the disk has`, async (context) => {
    needLanguage(context, language);
    const workspace = stagedWorkspace(language, 'right', 'right');
    workspace.git(['rm', '-q', '-f', '--cached', neighbour.path]);
    const report = await judge(workspace, server);
    expect(verdictsOf(report, [user.path])).toEqual([`${user.path} findings ${importLine}`]);
  });
}
