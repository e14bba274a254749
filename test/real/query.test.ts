// Renames by real servers, in projects that then compile, and references that are the server's own.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { clangd } from '../../src/catalogue/c.js';
import { gopls } from '../../src/catalogue/go.js';
import { pyright } from '../../src/catalogue/python.js';
import { typescript } from '../../src/catalogue/typescript.js';
import { absolutePath } from '../../src/platform/paths.js';
import { getCallHierarchy } from '../../src/query/call-hierarchy.js';
import { findLocations } from '../../src/query/find-locations.js';
import { findSymbol } from '../../src/query/find-symbol.js';
import { getHover } from '../../src/query/hover.js';
import { renameSymbol } from '../../src/query/rename-symbol.js';
import { fakeEditing } from '../support/fake-editing.js';
import { needTools } from './need.js';
import { realGround } from './query-ground.js';
import { findTool, makeWorkspace, repository, type Workspace } from './workspace.js';

const numbers = Array.from({ length: 200 }, (_, index) => index);

function typescriptProject(): Workspace {
  const users = numbers.map((index) => [
    `src/user${index}.ts`,
    index % 3 === 0
      ? `// 🙂 shared\r\nimport { shared } from './base.js';\r\nexport const a${index} = { shared, '🙂': shared(${index}) };`
      : `\uFEFFimport { shared as own } from './base.js';\nexport const a${index} = own(${index});\n`,
  ]);
  return makeWorkspace(
    {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext" }, "include": ["src"] }',
      'package.json': '{ "type": "module" }',
      'src/base.ts': 'export function shared(value: number): number {\n  return value;\n}\n',
      ...Object.fromEntries(users),
    },
    { packages: ['typescript'] },
  );
}

test('typescript: a function that 200 files use is renamed, and the project compiles', async () => {
  const { root, env } = typescriptProject();
  const ground = await realGround(root, env, {
    definition: typescript,
    command: [
      process.execPath,
      `${repository}/node_modules/typescript-language-server/lib/cli.mjs`,
      '--stdio',
    ],
    packages: { typescript: absolutePath('node_modules/typescript', root) },
  });
  const references = await findLocations(
    'references',
    { symbol: 'shared', file_path: 'src/base.ts' },
    ground,
  );
  const raw = (await ground.raw('textDocument/references', {
    textDocument: { uri: ground.uri('src/base.ts') },
    position: { line: 0, character: 16 },
    context: { includeDeclaration: true },
  })) as readonly unknown[];
  expect(references).toMatchObject({ note: 'ok', source: 'lsp', total: raw.length });

  const input = { symbol: 'shared', new_name: 'common', file_path: 'src/base.ts' };
  const answer = await renameSymbol(input, fakeEditing(), ground);
  expect(answer).toMatchObject({ note: 'ok', success: true });
  expect(answer.changed_files).toHaveLength(201);
  expect(ground.read('src/user0.ts')).toBe(
    "// 🙂 shared\r\nimport { common } from './base.js';\r\nexport const a0 = { shared: common, '🙂': common(0) };",
  );
  expect(ground.read('src/user1.ts')).toBe(
    "\uFEFFimport { common as own } from './base.js';\nexport const a1 = own(1);\n",
  );
  const tsc = `${root}/node_modules/typescript/bin/tsc`;
  expect(execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: root, encoding: 'utf8' })).toBe('');
});

test('gopls: a method that a module uses is renamed, and the module builds', async (context) => {
  needTools(context, ['gopls', 'go'], 'apt-get install gopls golang-go');
  const users = numbers
    .slice(0, 30)
    .map((index) => [
      `user${index}/user.go`,
      `package user${index}\n\nimport "example.com/m/base"\n\n// 🙂\nvar Text = "🙂" + base.Shared(${index})\n`,
    ]);
  const { root, env } = makeWorkspace(
    {
      'go.mod': 'module example.com/m\n\ngo 1.19\n',
      'base/base.go': 'package base\n\nfunc Shared(value int) string {\n\treturn string(rune(value))\n}\n',
      ...Object.fromEntries(users),
    },
    { tools: ['gopls', 'go'] },
  );
  const ground = await realGround(root, env, {
    definition: gopls,
    command: [findTool('gopls') ?? '', 'serve'],
  });
  const input = { symbol: 'Shared', new_name: 'Common', file_path: 'base/base.go' };
  const answer = await renameSymbol(input, fakeEditing(), ground);
  expect(answer, answer.message).toMatchObject({ note: 'ok', success: true });
  expect(answer.changed_files).toHaveLength(31);
  expect(ground.read('user7/user.go')).toContain('var Text = "🙂" + base.Common(7)');
  expect(
    execFileSync('go', ['build', './...'], { cwd: root, env: { ...env, GOFLAGS: '' }, encoding: 'utf8' }),
  ).toBe('');
});

test('clangd, which has no index of ours: references and a rename in files that nobody opened', async (context) => {
  needTools(context, ['clangd-19'], 'apt-get install clangd-19');
  const { root, env } = makeWorkspace(
    {
      'compile_flags.txt': '-std=c++17\n',
      'base.h': '#pragma once\nint shared(int value);\n',
      'base.cpp': '#include "base.h"\nint shared(int value) { return value; }\n',
      'user.cpp': '#include "base.h"\nint a = /* 🙂 shared */ shared(1) + shared(2);\n',
    },
    { tools: ['clangd-19'] },
  );
  const command = [findTool('clangd-19') ?? '', '--background-index=false', '--log=error'] as const;
  const ground = await realGround(root, env, { definition: clangd, command });
  const symbol = { symbol: 'shared', file_path: 'base.cpp' };
  const references = await findLocations('references', symbol, ground);
  expect(references.locations.map(({ path, line_1based }) => `${path}:${line_1based}`)).toEqual([
    'base.cpp:2',
    'base.h:2',
    'user.cpp:2',
    'user.cpp:2',
  ]);
  expect(await renameSymbol({ ...symbol, new_name: 'common' }, fakeEditing(), ground)).toMatchObject({
    success: true,
  });
  expect(ground.read('user.cpp')).toBe('#include "base.h"\nint a = /* 🙂 shared */ common(1) + common(2);\n');
  expect(ground.read('base.h')).toBe('#pragma once\nint common(int value);\n');
});

test('pyright: symbols, hover, calls and a declaration elsewhere', async () => {
  const { root, env } = makeWorkspace(
    {
      'base.py': 'class Store:\n    def get(self, key: str) -> int:\n        return len(key)\n',
      'user.py':
        'from base import Store\n\ndef use() -> int:\n    return Store().get("🙂") + Store().get("b")\n',
    },
    { packages: ['pyright'] },
  );
  const command = [process.execPath, `${root}/node_modules/pyright/langserver.index.js`, '--stdio'] as const;
  const ground = await realGround(root, env, { definition: pyright, command });
  const found = await findSymbol({ query: 'Store/get', file_path: 'base.py' }, ground);
  expect(found.symbols).toMatchObject([{ name_path: 'Store/get', kind_name: 'method', line_1based: 2 }]);
  expect(await getHover({ file_path: 'base.py', symbol: 'Store/get' }, ground)).toMatchObject({
    note: 'ok',
    line_1based: 2,
  });
  const declared = await findLocations('declaration', { symbol: 'get', file_path: 'user.py' }, ground);
  expect(declared.locations).toMatchObject([{ path: 'base.py', line_1based: 2 }]);
  const calls = await getCallHierarchy({ file_path: 'base.py', symbol: 'Store/get' }, ground);
  expect(calls.calls).toMatchObject([{ item: { name: 'use', path: 'user.py' } }]);
  expect(calls.calls[0]?.call_sites.map(({ range }) => range.start.character)).toEqual([19, 39]);
});
