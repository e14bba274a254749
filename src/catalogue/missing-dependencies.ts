// Complaints that mean "the project's dependencies are not installed" where they are about a package that the project names:
// data for the servers that make them. What is about a path, or about a package that nobody named, stays a finding.

import type { InfraRule } from '../model/server-definition.js';

const npmMeans = {
  detail: 'packages that package.json names are not installed',
  hint: 'npm install',
};

const npm = { kind: 'not-installed', ecosystem: 'npm' } as const;

const said = (source: string) => ({ kind: 'regex', source }) as const;

/** TypeScript's, of 5.9 and 7.0: the same codes in every server that is built on it. */
export const npmDependencyRules: readonly InfraRule[] = [
  ...[
    ...['2307', '2792'].map((code) => ({ code, message: said("^Cannot find module '(?<name>[^']+)'") })),
    { code: '2882', message: said("side-effect import of '(?<name>[^']+)'") },
    { code: '7016', message: said("^Could not find a declaration file for module '(?<name>[^']+)'") },
    { code: '2875', message: said("requires the module path '(?<name>[^']+)' to exist") },
    { code: '2688', message: said("^Cannot find type definition file for '(?<name>[^']+)'") },
    // Names that a package of types would bring.
    ...['2580', '2581', '2582', '2583', '2584', '2591', '2592', '2593'].map((code) => ({
      code,
      message: said('`npm i --save-dev (?<name>@types/[\\w.-]+)`'),
    })),
  ].map((rule) => ({ ...rule, when: npm, means: npmMeans })),
  // What follows when the types of a JSX library are not there.
  {
    code: '7026',
    when: { ...npm, packages: ['react', '@types/react', 'preact', 'solid-js'] },
    means: npmMeans,
  },
];

/** pyright's and basedpyright's: `from source` says that only a stub was found. */
export const pythonDependencyRules: readonly InfraRule[] = [
  'reportMissingImports',
  'reportMissingModuleSource',
].map((code) => ({
  code,
  message: said('^Import "(?<name>[^"]+)" could not be resolved'),
  when: { kind: 'not-installed', ecosystem: 'python' },
  means: {
    detail: 'packages that the project names are not in the environment that it sees',
    hint: 'install them, and run lspcheck in that environment (source .venv/bin/activate)',
  },
}));
