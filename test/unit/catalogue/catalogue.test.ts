import { describe, expect, test } from 'vitest';
import { define } from '../../../src/catalogue/define.js';
import { catalogue } from '../../../src/catalogue/index.js';
import type { RepoPath } from '../../../src/model/base.js';
import type { InfraPattern, ServerDefinition } from '../../../src/model/server-definition.js';
import { languageIdOf } from '../../../src/plan/language-id.js';
import { compileGlobs } from '../../../src/platform/globs.js';

const entry = (name: string): ServerDefinition => {
  const found = catalogue.find((definition) => definition.name === name);
  if (found === undefined) throw new Error(`no entry ${name}`);
  return found;
};

test('names are distinct, and within a group the contract’s order decides', () => {
  const names = catalogue.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const inOrder = (wanted: readonly string[]) => wanted.filter((name) => names.includes(name));
  const groups: readonly (readonly string[])[] = [
    ['typescript', 'typescript-native', 'vtsls'],
    ['pyright', 'basedpyright', 'pylsp'],
    ['clangd', 'ccls'],
  ];
  for (const group of groups) expect(names.filter((name) => group.includes(name))).toEqual(inOrder(group));
});

describe.each(catalogue.map((definition) => [definition.name, definition] as const))('%s', (_name, given) => {
  test('says where it comes from, how to install it, and what was measured when', () => {
    expect(given.origin).toBe('catalogue');
    expect(given.language).not.toBe('');
    expect(given.installHint).not.toBe('');
    expect(given.measured === false).toBe(given.tested === 'listed');
    if (given.measured === false) {
      expect(given.source).toMatch(/^https:\/\//);
      return;
    }
    expect(given.measured.version).toMatch(/\d/);
    expect(given.measured.date).toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
    expect(given.measured.evidence).not.toBe('');
  });

  test('its globs and patterns compile, and none of them matches everything', () => {
    expect(given.files.length).toBeGreaterThan(0);
    const matches = compileGlobs([...given.files, ...given.rootMarkers, ...given.activatesOn]);
    expect(matches('no/such.kind' as RepoPath)).toBe(false);
    const patterns: readonly (InfraPattern | undefined)[] = [
      ...given.infraPatterns,
      ...given.infraRules.map((rule) => rule.message),
    ];
    for (const pattern of patterns) {
      if (pattern?.kind === 'substring') expect(pattern.text.length).toBeGreaterThan(8);
      if (pattern?.kind === 'regex') expect(() => new RegExp(pattern.source)).not.toThrow();
    }
    for (const rule of given.infraRules) expect(Object.keys(rule)).not.toHaveLength(0);
  });

  test('every file it takes has a language id', () => {
    const names = given.files.flatMap(withoutBraces).map((glob) => glob.replaceAll('*', 'a') as RepoPath);
    expect(names.filter((name) => languageIdOf(given.languageId, name) === undefined)).toEqual([]);
    const { default: fallback, byExtension } = given.languageId;
    expect([fallback, ...Object.values(byExtension)]).not.toContain('plaintext');
  });

  test('only placeholders that a start can fill', () => {
    const text = JSON.stringify([given.env, given.settings, given.initializationOptions]);
    const names = [...text.matchAll(/\$\{([^}]*)\}/g)].map((match) => match[1]);
    for (const name of names)
      expect(name).toMatch(/^(root|rootUri|rootName|repoRoot|temp|package:[@\w/.-]+)$/);
  });

  test('a settle rule stands for a measurement', () => {
    expect(given.settle.kind === 'auto').toBe(given.tested === 'listed');
  });
});

/** One brace group at most. */
function withoutBraces(glob: string): readonly string[] {
  const group = /\{([^}]*)\}/.exec(glob);
  return group === null ? [glob] : (group[1] ?? '').split(',').map((part) => glob.replace(group[0], part));
}

test('groups and conditions of zero config, as the contract has them', () => {
  const members = (wanted: string) =>
    catalogue.flatMap(({ name, group }) => (group === wanted ? [name] : []));
  expect(members('typescript').slice(0, 2)).toEqual(['typescript', 'typescript-native']);
  expect(members('python').filter((name) => name !== 'basedpyright')).toEqual(['pyright', 'pylsp', 'ty']);
  expect(members('c')).toEqual(['clangd', 'ccls']);
  const conditional = catalogue.filter(({ activatesOn }) => activatesOn.length > 0).map(({ name }) => name);
  const wanted = [
    'eslint',
    'stylelint',
    'ast-grep',
    'angular',
    'tailwind',
    'deno',
    'graphql',
    'postgres',
    'ruff',
  ];
  expect(conditional).toEqual(expect.arrayContaining(wanted));
  const activates = compileGlobs(entry('eslint').activatesOn);
  const names = [
    'eslint.config.js',
    'eslint.config.mts',
    '.eslintrc',
    '.eslintrc.json',
    'eslintrc.js',
    'package.json',
  ];
  expect(names.filter((name) => activates(name as RepoPath))).toEqual(names.slice(0, 4));
});

test('nothing fetches by itself: type acquisition, schema stores, module proxies and toolchains are off', () => {
  expect(entry('typescript').initializationOptions).toMatchObject({
    disableAutomaticTypingAcquisition: true,
  });
  expect(entry('yaml').settings).toMatchObject({
    yaml: { schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } },
  });
  expect(entry('gopls').env).toEqual({ GOPROXY: 'off', GONOPROXY: 'none', GOTOOLCHAIN: 'local' });
});

test("TypeScript is the project's own: 5 and 6 through the adapter, 7 through its own server", () => {
  const launches = ['typescript', 'typescript-native'].map((name) => entry(name).launch);
  expect(launches).toEqual([
    {
      kind: 'candidates',
      candidates: [
        {
          bin: 'typescript-language-server',
          args: ['--stdio'],
          package: 'typescript-language-server',
          needs: { name: 'typescript', below: 7, file: 'lib/tsserver.js' },
          bundled: 'typescript-language-server/lib/cli.mjs',
        },
      ],
    },
    {
      kind: 'candidates',
      candidates: [
        {
          bin: 'tsc',
          args: ['--lsp', '--stdio'],
          package: 'typescript',
          needs: { name: 'typescript', min: 7 },
        },
        { bin: 'tsgo', args: ['--lsp', '--stdio'], package: '@typescript/native-preview' },
      ],
    },
  ]);
});

test('an import cycle is the user\'s, what else "go list" reports is not', () => {
  const [rule] = entry('gopls').infraRules;
  if (rule?.message?.kind !== 'regex') throw new Error('no rule');
  const infra = new RegExp(rule.message.source);
  expect(rule.source).toBe('go list');
  expect(infra.test('import cycle not allowed')).toBe(false);
  expect(infra.test('No packages found for open file /x.go: <nil>.')).toBe(true);
  expect(infra.test('go.sum is out of sync with go.mod.')).toBe(true);
});

test('what would object to ordinary files takes narrow names only', () => {
  const takes = (name: string) => compileGlobs(entry(name).files);
  const paths = (names: readonly string[]) => names as readonly RepoPath[];
  expect(
    paths(['.github/workflows/ci.yml', 'ci.yml', 'a/.github/workflows/ci.yml']).filter(
      takes('github-actions'),
    ),
  ).toEqual(['.github/workflows/ci.yml']);
  expect(paths(['compose.yaml', 'a/docker-compose.dev.yml', 'values.yaml']).filter(takes('compose'))).toEqual(
    ['compose.yaml', 'a/docker-compose.dev.yml'],
  );
  expect(paths(['src/a.component.html', 'src/index.html', 'src/main.ts']).filter(takes('angular'))).toEqual([
    'src/a.component.html',
  ]);
});

test('eslint: only a status other than ok is distress', () => {
  const status = entry('eslint').distressRequests.find(({ method }) => method === 'eslint/status');
  expect(status?.when).toEqual({ path: ['state'], values: [2, 3] });
});

test("a definition of one's own promises nothing that was not measured", () => {
  const mine = define({
    name: 'mine',
    language: 'mine',
    launch: { kind: 'command', command: ['x'] },
    files: ['*.x'],
  });
  expect(mine).toMatchObject({
    settle: { kind: 'auto' },
    overlayMissing: 'no',
    absentSeverity: 'error',
    executesWorkspaceCode: true,
    measured: false,
    role: 'required',
  });
});
