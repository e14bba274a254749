// One project for each way to find dependents: a change of one exported declaration breaks seven unchanged files. Beside them lie
// a file that imports what changed and stays right, one with an old mistake that has nothing to do with it, and one that is right.

import { rustInstall, rustManifest, rustTools, rustWorkspace } from './rust-workspace.js';
import { makeWorkspace, type PackageName, type Workspace } from './workspace.js';

export interface AffectedProject {
  readonly server: string;
  readonly method: string;
  /** A search that reads text is never more than partial. */
  readonly state: 'complete' | 'partial';
  readonly tools: readonly string[];
  readonly install: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file that changes, and its new text. */
  readonly changed: readonly [path: string, text: string];
  /** Sorted. */
  readonly broken: readonly string[];
  /** Named as a dependent, and right all the same; empty where a server names only what it complains about. */
  readonly unharmed: readonly string[];
  make(files: Readonly<Record<string, string>>): Workspace;
}

const seven = [1, 2, 3, 4, 5] as const;

function sourcesOf(source: (index: number) => readonly [string, string]): Readonly<Record<string, string>> {
  return Object.fromEntries(seven.map(source));
}

/** Five that use it, one through a re-export, one through a type that is inferred on the way. */
const typescriptFiles = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, types: [] },
    include: ['src'],
  }),
  'src/dep.ts':
    'export function size(text: string): number {\n  return text.length;\n}\n\nexport const limit = 3;\n',
  ...sourcesOf((index) => [
    `src/use${index}.ts`,
    `import { size } from './dep';\n\nexport const n${index}: number = size('x');\n`,
  ]),
  'src/again.ts': "export * from './dep';\n",
  'src/through.ts': "import { size } from './again';\n\nexport const n: number = size('x');\n",
  'src/inferred.ts': "import { size } from './dep';\n\nexport const value = size('x');\n",
  'src/far.ts': "import { value } from './inferred';\n\nexport const n: number = value;\n",
  'src/limit.ts': "import { limit } from './dep';\n\nexport const twice: number = limit * 2;\n",
  'src/old.ts': "export const wrong: number = 'old';\n",
  'src/right.ts': 'export const right = 1;\n',
};

const typescriptBroken = [
  'src/far.ts',
  'src/through.ts',
  ...seven.map((index) => `src/use${index}.ts`),
] as const;

const typescriptChanged = [
  'src/dep.ts',
  'export function size(text: string): string {\n  return text;\n}\n\nexport const limit = 3;\n',
] as const;

function npmProject(server: string, name: PackageName, given: Pick<AffectedProject, 'method' | 'unharmed'>) {
  return {
    server,
    state: 'complete',
    tools: [],
    install: '',
    files: typescriptFiles,
    changed: typescriptChanged,
    broken: typescriptBroken,
    make: (files) => makeWorkspace(files, { packages: [name] }),
    ...given,
  } satisfies AffectedProject;
}

const python: AffectedProject = {
  server: 'pyright',
  method: 'references',
  state: 'complete',
  tools: [],
  install: '',
  files: {
    'dep.py':
      'class Box:\n    def get(self) -> int:\n        return 1\n\n\ndef size(text: str) -> int:\n    return len(text)\n\n\nlimit = 3\n',
    ...sourcesOf((index) => [`use${index}.py`, `from dep import size\n\nn${index}: int = size("x")\n`]),
    'again.py': 'from dep import size as length\n',
    'through.py': 'from again import length\n\nn: int = length("x")\n',
    'inferred.py': 'import dep\n\n\ndef value():\n    return dep.size("x")\n',
    'far.py': 'import inferred\n\nn: int = inferred.value()\n',
    'limit.py': 'from dep import limit\n\ntwice: int = limit * 2\n',
    'old.py': 'wrong: int = "old"\n',
    'right.py': 'right = 1\n',
  },
  changed: [
    'dep.py',
    'class Box:\n    def get(self) -> int:\n        return 1\n\n\ndef size(text: str) -> str:\n    return text\n\n\nlimit = 3\n',
  ],
  broken: ['far.py', 'through.py', ...seven.map((index) => `use${index}.py`)],
  unharmed: ['again.py', 'inferred.py'],
  make: (files) => makeWorkspace(files, { packages: ['pyright'] }),
};

const go: AffectedProject = {
  server: 'gopls',
  method: 'project-report',
  state: 'complete',
  tools: ['gopls', 'go'],
  install: 'apt-get install gopls golang-go',
  files: {
    'go.mod': 'module example.invalid/shop\n\ngo 1.16\n',
    'dep/dep.go': 'package dep\n\nconst Limit = 3\n\nfunc Size(text string) int { return len(text) }\n',
    'dep/beside.go': 'package dep\n\nvar beside int = Size("x")\n',
    ...sourcesOf((index) => [
      `use${index}/use.go`,
      `package use${index}\n\nimport "example.invalid/shop/dep"\n\nvar N int = dep.Size("x")\n`,
    ]),
    'inferred/inferred.go':
      'package inferred\n\nimport "example.invalid/shop/dep"\n\nvar Value = dep.Size("x")\n',
    'far/far.go': 'package far\n\nimport "example.invalid/shop/inferred"\n\nvar N int = inferred.Value\n',
    'limit/limit.go': 'package limit\n\nimport "example.invalid/shop/dep"\n\nvar Twice int = dep.Limit * 2\n',
    'old/old.go': 'package old\n\nvar Wrong int = "old"\n',
    'right/right.go': 'package right\n\nvar Right = 1\n',
  },
  changed: [
    'dep/dep.go',
    'package dep\n\nconst Limit = 3\n\nfunc Size(text string) string { return text }\n',
  ],
  broken: ['dep/beside.go', 'far/far.go', ...seven.map((index) => `use${index}/use.go`)],
  unharmed: [],
  make: (files) => makeWorkspace(files, { tools: ['gopls', 'go'] }),
};

const rust: AffectedProject = {
  server: 'rust-analyzer',
  method: 'project-report',
  state: 'complete',
  tools: rustTools,
  install: rustInstall,
  files: {
    'Cargo.toml': rustManifest,
    'src/lib.rs': `${['again', 'dep', 'far', 'inferred', 'limit', 'old', 'right', 'through']
      .concat(seven.map((index) => `use${index}`))
      .map((name) => `pub mod ${name};\n`)
      .join('')}`,
    'src/dep.rs': 'pub const LIMIT: usize = 3;\n\npub fn size(text: &str) -> usize {\n    text.len()\n}\n',
    ...sourcesOf((index) => [
      `src/use${index}.rs`,
      `use crate::dep::size;\n\npub fn n${index}() -> usize {\n    size("x")\n}\n`,
    ]),
    'src/again.rs': 'pub use crate::dep::size as length;\n',
    'src/through.rs': 'use crate::again::length;\n\npub fn n() -> usize {\n    length("x")\n}\n',
    'src/inferred.rs':
      'use crate::dep::size;\n\npub fn with<T>(then: fn(String) -> T) -> T {\n    then(String::from("x"))\n}\n\npub fn value() -> impl std::fmt::Display {\n    size("x")\n}\n',
    'src/far.rs': 'pub fn n() -> usize {\n    crate::dep::size("x") + 1\n}\n',
    'src/limit.rs': 'pub const TWICE: usize = crate::dep::LIMIT * 2;\n',
    'src/old.rs': 'pub const WRONG: usize = "old";\n',
    'src/right.rs': 'pub const RIGHT: usize = 1;\n',
  },
  changed: [
    'src/dep.rs',
    'pub const LIMIT: usize = 3;\n\npub fn size(text: &str) -> String {\n    text.to_string()\n}\n',
  ],
  broken: ['src/far.rs', 'src/through.rs', ...seven.map((index) => `src/use${index}.rs`)],
  unharmed: [],
  make: (files) => rustWorkspace(files),
};

const cpp: AffectedProject = {
  server: 'clangd',
  method: 'includes-scan',
  state: 'partial',
  tools: ['clangd-19'],
  install: 'apt-get install clangd-19',
  files: {
    'compile_flags.txt': '-std=c++17\n-Iinclude\n',
    'include/dep.h':
      '#pragma once\n\ninline int size(const char *text) { return text[0]; }\nconstexpr int limit = 3;\n',
    ...sourcesOf((index) => [`src/use${index}.cpp`, `#include "dep.h"\n\nint n${index} = size("x");\n`]),
    'include/again.h': '#pragma once\n#include "dep.h" // IWYU pragma: export\n',
    'src/through.cpp': '#include <again.h>\n\nint n = size("x");\n',
    'src/deep/far.cpp': '#include "../../include/again.h"\n\nint far = size("x");\n',
    'src/limit.cpp': '#include "dep.h"\n\nint twice = limit * 2;\n',
    'src/old.cpp': 'int wrong = "old";\n',
    'src/right.cpp': 'int right = 1;\n',
  },
  changed: [
    'include/dep.h',
    '#pragma once\n\ninline const char *size(const char *text) { return text; }\nconstexpr int limit = 3;\n',
  ],
  broken: ['src/deep/far.cpp', 'src/through.cpp', ...seven.map((index) => `src/use${index}.cpp`)],
  unharmed: ['include/again.h', 'src/limit.cpp'],
  make: (files) => makeWorkspace(files, { tools: ['clangd-19'] }),
};

export const projects: readonly AffectedProject[] = [
  npmProject('typescript', 'typescript', {
    method: 'file-references',
    unharmed: ['src/again.ts', 'src/inferred.ts', 'src/limit.ts'],
  }),
  npmProject('typescript-native', 'typescript7', { method: 'pull-unopened', unharmed: [] }),
  python,
  go,
  rust,
  cpp,
];
