// In each language a file that is wrong by itself and one that is wrong by its neighbour, with the server that sees it. What
// tests of staged text and of --only new run through.

import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { needTools } from './need.js';
import { tsconfig } from './typescript-files.js';
import { findTool, type Workspace, type WorkspaceOptions } from './workspace.js';

interface Texts {
  readonly path: string;
  readonly right: string;
  readonly wrong: string;
}

export interface Language {
  readonly server: string;
  /** Of tests, where a server has several. */
  readonly name?: string;
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

const typescript = {
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
} satisfies Partial<Language>;

export const languages: readonly Language[] = [
  { server: 'typescript', options: { packages: ['typescript'] }, ...typescript },
  { server: 'typescript-native', options: { packages: ['typescript7'] }, ...typescript },
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
    server: 'clangd',
    name: 'clangd in C',
    options: { tools: ['clangd-19'] },
    install: 'apt-get install clangd-19',
    around: { '.gitignore': 'node_modules\n', 'compile_flags.txt': '-std=c11\n-Iinclude\n' },
    own: { path: 'include/own.h', right: 'extern int a;\n', wrong: '\nstatic int a = nowhere;\n' },
    neighbour: {
      path: 'include/lib.h',
      right: '#pragma once\nint twice(int n);\n',
      wrong: '#pragma once\nint twice(int n, int m);\n',
    },
    user: { path: 'src/user.c', text: '#include "lib.h"\n\nint four(void) { return twice(2); }\n' },
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
export const more = (path: string) => (path.endsWith('.py') ? '# more\n' : '\n');

export const needLanguage = (context: TestContext, { options, install = '' }: Language) =>
  needTools(context, (options.tools ?? []).map(String), install);
