// Noise of the environment by real servers: dependencies that are not installed, headers that nobody can find. Decided so: a
// relative import is a slip always, and so is a package that no manifest names; what a manifest names and nobody installed is
// the environment's: unknown, once per cause, and never in the way of a real finding.

import { describe, expect, test } from 'vitest';
import { check, lspcheck, outline } from './lspcheck.js';
import { needTools } from './need.js';
import { makeWorkspace, type PackageName } from './workspace.js';

const typescriptFiles = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "jsx": "react-jsx" } }\n',
  'package.json':
    '{ "dependencies": { "lodash": "4", "react": "19", "@shop/parts": "1" }, "devDependencies": { "typescript": "5", "@types/node": "20" } }\n',
  'src/clean.ts': 'export const count: number = 3;\n',
  'src/installed.ts':
    "import { map } from 'lodash';\nimport { part } from '@shop/parts/small';\n\nexport const all = [map, part];\n",
  'src/node.ts': "import { join } from 'node:path';\n\nexport const place = join('a', 'b');\n",
  'src/relative.ts': "import { nope } from './nope.js';\n\nexport const none = nope;\n",
  'src/undeclared.ts': "import { pad } from 'left-pad-of-nobody';\n\nexport const padded = pad;\n",
  'src/view.tsx': 'export const view = <p>text</p>;\n',
  'src/wrong.ts': "import { map } from 'lodash';\n\nexport const count: number = 'three';\nexport { map };\n",
};
const typescriptNames = Object.keys(typescriptFiles).filter((name) => name.startsWith('src/'));

describe.each<[server: string, packages: readonly PackageName[], evidence: string]>([
  ['typescript', ['typescript'], 'barrier'],
  ['vtsls', ['typescript', '@vtsls/language-server'], 'barrier'],
  ['typescript-native', ['typescript7'], 'pull'],
])('%s without the packages that package.json names', (server, packages, evidence) => {
  const make = () => {
    const workspace = makeWorkspace(typescriptFiles, { packages });
    workspace.write('lspcheck.yml', `servers:\n  ${server}: {}\n`);
    return workspace;
  };

  test('is unknown where they are used, and finds all the rest', async () => {
    const { report, exitCode } = await check(make(), ['files', ...typescriptNames]);
    expect(outline(report)).toEqual([
      `src/clean.ts clean [${server}: ${evidence}]`,
      `src/installed.ts unknown [${server}: infra]`,
      `src/node.ts unknown [${server}: infra]`,
      `src/relative.ts findings [${server}: ${evidence}] 1:22 error ${server} 2307`,
      `src/undeclared.ts findings [${server}: ${evidence}] 1:21 error ${server} 2307`,
      `src/view.tsx unknown [${server}: infra]`,
      `src/wrong.ts findings [${server}: ${evidence}] 3:14 error ${server} 2322`,
    ]);
    expect(report.complete).toBe(false);
    expect(exitCode).toBe(1);
    const cells = report.files.flatMap((file) => file.cells ?? []).filter((cell) => cell.reason === 'infra');
    expect(cells).toHaveLength(4);
    expect(new Set(cells.map(({ detail, hint }) => `${detail} / ${hint}`))).toEqual(
      new Set([`${server}: packages that package.json names are not installed / npm install`]),
    );
  });

  test('says so once, with the files', async () => {
    const { stdout } = await lspcheck(make(), ['files', 'src/installed.ts', 'src/node.ts', 'src/view.tsx']);
    expect(stdout.split('packages that package.json names are not installed')).toHaveLength(2);
    expect(stdout).toContain(`${server}, infra: src/installed.ts, src/node.ts, src/view.tsx\n`);
  });

  test('judges them once they are there', async () => {
    const workspace = make();
    const packageOf = (name: string, types: string) => {
      workspace.write(`node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0" }\n`);
      workspace.write(`node_modules/${name}/index.d.ts`, types);
    };
    packageOf('lodash', 'export declare function map(): void;\n');
    packageOf('@shop/parts', '');
    workspace.write('node_modules/@shop/parts/small.d.ts', 'export declare const part: number;\n');
    workspace.write('src/sub.ts', "import { big } from '@shop/parts/big';\n\nexport const all = big;\n");
    const { report } = await check(workspace, ['files', 'src/installed.ts', 'src/sub.ts']);
    expect(outline(report)).toEqual([
      `src/installed.ts clean [${server}: ${evidence}]`,
      // The package is there, its part is not: a slip.
      `src/sub.ts findings [${server}: ${evidence}] 1:21 error ${server} 2307`,
    ]);
  });
});

describe.each<PackageName>(['pyright', 'basedpyright'])(
  '%s without the packages that the project names',
  (server) => {
    const files = {
      'requirements.txt': 'numpy>=2\nbeautifulsoup4\n',
      'clean.py': 'count: int = 3\n',
      'installed.py': 'from bs4 import BeautifulSoup as Soup\n\nsoup: type[Soup] = Soup\n',
      'relative.py': 'from .nope import nothing as nothing\n',
      'undeclared.py': 'import nobody_named_this as nobody\n\nnobody.run()\n',
      'wrong.py': 'import numpy as np\n\nnp.zeros(1)\ncount: int = "three"\n',
    };

    test('is unknown where they are used, and finds all the rest', async () => {
      const workspace = makeWorkspace(files, { packages: [server] });
      // Python itself is not on PATH: there is no environment at all. Follow-ups of the unknown types are left out.
      workspace.write('pyrightconfig.json', '{ "typeCheckingMode": "standard" }\n');
      const names = Object.keys(files).filter((name) => name.endsWith('.py'));
      const { report, exitCode } = await check(workspace, ['files', ...names]);
      expect(outline(report)).toEqual([
        `clean.py clean [${server}: pull]`,
        `installed.py unknown [${server}: infra]`,
        `relative.py findings [${server}: pull] 1:6 error ${server} reportMissingImports`,
        `undeclared.py findings [${server}: pull] 1:8 error ${server} reportMissingImports`,
        `wrong.py findings [${server}: pull] 4:14 error ${server} reportAssignmentType`,
      ]);
      expect(report.complete).toBe(false);
      expect(exitCode).toBe(1);
      expect(report.files[1]?.cells?.[0]?.detail).toBe(
        `${server}: packages that the project names are not in the environment that it sees`,
      );
    });
  },
);

describe('clangd', () => {
  const tools = ['clangd-19'];
  const files = {
    'relative.cpp': '#include "./nope.h"\n\nint three() { return 3; }\n',
    'system.cpp': '#include <missing/library.h>\n\nint three() { return 3; }\n',
  };
  const names = Object.keys(files);

  test('without compile commands a header is not missing but unknown, unless it is named beside the file', async (context) => {
    needTools(context, tools, 'apt-get install clangd-19');
    const { report } = await check(makeWorkspace(files, { tools }), ['files', ...names]);
    expect(outline(report)).toEqual([
      'relative.cpp findings [clangd: push-versioned] 1:10 error clangd pp_file_not_found',
      'system.cpp unknown [clangd: infra]',
    ]);
  });

  test('with compile commands it is missing', async (context) => {
    needTools(context, tools, 'apt-get install clangd-19');
    const workspace = makeWorkspace({ ...files, 'compile_flags.txt': '-std=c++17\n' }, { tools });
    const { report } = await check(workspace, ['files', ...names]);
    expect(outline(report)).toEqual([
      'relative.cpp findings [clangd: push-versioned] 1:10 error clangd pp_file_not_found',
      'system.cpp findings [clangd: push-versioned] 1:10 error clangd pp_file_not_found',
    ]);
  });
});
