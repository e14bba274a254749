import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath, RepoPath } from '../../../src/model/base.js';
import type { JudgedTree } from '../../../src/model/judged-tree.js';
import { judgedFolders } from '../../../src/plan/folders.js';
import { missingNpmPackages, packagesBehind as npmPackages } from '../../../src/plan/npm-packages.js';
import {
  missingPythonPackages,
  packagesBehind as pythonPackages,
  requirementNames,
} from '../../../src/plan/python-packages.js';

let root: AbsPath;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lspcheck-packages-')) as AbsPath;
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('npm', () => {
  test.each([
    ['lodash', ['lodash', '@types/lodash']],
    ['lodash/fp', ['lodash', '@types/lodash']],
    ['@scope/pkg/sub', ['@scope/pkg', '@types/scope__pkg']],
    ['node:fs', ['@types/node']],
    ['path', ['@types/node']],
    ['@types/jest', ['@types/jest']],
    ['./nope', []],
    ['../nope', []],
    ['/nope', []],
    ['#nope', []],
    ['@/components/x', []],
  ])('behind %s', (name, expected) => {
    expect(npmPackages(name)).toEqual(expected);
  });

  const missing = async (folder: string, ...names: readonly string[]) => [
    ...(await missingNpmPackages(
      root,
      names.map((name) => ({ folder: folder as RepoPath, name })),
    )),
  ];

  test('named in a package.json of the file’s folder or above, and in no node_modules there', async () => {
    write('package.json', '{ "devDependencies": { "typescript": "5", "@types/node": "20" } }');
    write('packages/a/package.json', '{ "dependencies": { "lodash": "4", "left-pad": "1" } }');
    write('node_modules/typescript/package.json', '{}');
    write('packages/a/node_modules/left-pad/package.json', '{}');
    const asked = ['lodash/fp', 'left-pad', 'typescript', 'undeclared', './nope', 'node:fs'];
    expect(await missing('packages/a/src', ...asked)).toEqual(['lodash/fp', 'node:fs']);
    expect(await missing('.', ...asked)).toEqual(['node:fs']);
  });

  test('a package.json that cannot be read names nothing', async () => {
    write('package.json', '{ "dependencies": ');
    expect(await missing('.', 'lodash')).toEqual([]);
    write('package.json', '{ "dependencies": "lodash" }');
    expect(await missing('.', 'lodash')).toEqual([]);
  });
});

describe('python', () => {
  test.each([
    [
      'requirements.txt',
      'requests>=2\n# no\nPyYAML==6 ; x\n-r other.txt\nnum_py[a]\n',
      ['requests', 'pyyaml', 'num-py'],
    ],
    ['pyproject.toml', '[project]\ndependencies = ["requests>=2", \'rich[x]~=1\']\n', ['requests', 'rich']],
    ['pyproject.toml', '[tool.poetry.dependencies]\nDjango = "^5"\n', ['django']],
    ['setup.cfg', '[options]\ninstall_requires =\n    requests>=2\n    six\n', ['requests', 'six']],
    ['setup.py', 'setup(install_requires=[\'requests\', "six >= 1"])\n', ['requests', 'six']],
    ['Pipfile', '[packages]\nrequests = "*"\n', ['requests']],
    ['environment.yml', 'dependencies:\n  - numpy=1.2\n  - "scipy"\n', ['numpy', 'scipy']],
  ])('%s: %s', (file, text, expected) => {
    expect(requirementNames(file, text)).toEqual(expect.arrayContaining(expected));
    expect(requirementNames(file, text)).not.toContain('no');
  });

  test('a module may have a package of another name; a relative one has none', () => {
    expect(pythonPackages('yaml')).toContain('pyyaml');
    expect(pythonPackages('google.cloud.storage')).toContain('google-cloud-storage');
    expect(pythonPackages('PIL.Image')).toContain('pillow');
    expect(pythonPackages('.nope')).toEqual([]);
  });

  test('named by a manifest, and neither in the active environment nor in that of the python on PATH', async () => {
    write('requirements.txt', 'requests\nnumpy\nPyYAML\n');
    write('env/lib/python3.11/site-packages/numpy/__init__.py');
    write('env/lib/python3.11/site-packages/yaml.py');
    const tree: JudgedTree = { kind: 'working-tree', root, serverRoot: root, overlays: new Map() };
    const missing = async (env: Readonly<Record<string, string>>) => {
      const names = ['requests.adapters', 'numpy', 'yaml', 'undeclared', '.nope'];
      const asked = names.map((name) => ({ folder: 'pkg' as RepoPath, name }));
      return [...(await missingPythonPackages(root, judgedFolders(tree), asked, env))];
    };
    expect(await missing({ VIRTUAL_ENV: `${root}/env` })).toEqual(['requests.adapters']);
    expect(await missing({})).toEqual(['requests.adapters', 'numpy', 'yaml']);
  });
});
