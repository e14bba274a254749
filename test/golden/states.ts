// One run result for every state that a report can be in, each with the judged texts. The goldens and the guards go through all of them.

import {
  affected,
  cause,
  cleanCell,
  diagnostic,
  findingsCell,
  infra,
  judged,
  partial,
  range,
  related,
  repoPath,
  runOf,
  search,
  serverReport,
  skipped,
  unknownCell,
  unreadable,
} from '../support/run-builder.js';
import { hostileState, type State } from './hostile-state.js';

export type { State } from './hostile-state.js';

const indexText = `import { add } from './add';

interface Options {
  retries: number;
}

export function run(options: Options): number {
  const unused = 1;
  return add({ cents: 1 }, options.retrys);
}

export const total: number = run({ retries: "3" });
`;

const indexFindings = [
  diagnostic({
    code: '2339',
    message: "Property 'retrys' does not exist on type 'Options'.",
    range: range(9, 36, 9, 42),
  }),
  diagnostic({
    range: range(12, 36, 12, 43),
    codeUrl: 'https://example.org/ts/2322',
    related: [related('src/index.ts', 4, 3, "the expected type comes from property 'retries'")],
  }),
] as const;

const pyrightTimeout = cause('start-timeout', 'pyright did not answer initialize within 60 s');
const unusedWarning = diagnostic({
  code: '6133',
  severity: 'warning',
  message: "'unused' is declared but its value is never read.",
  range: range(8, 9, 8, 15),
  tags: ['unnecessary'],
});

export const states: Readonly<Record<string, State>> = {
  'all-clean': {
    run: runOf(
      ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path) =>
        judged(path, [cleanCell('typescript', { via: 'barrier' }), cleanCell('eslint')]),
      ),
      { servers: [serverReport('eslint'), serverReport('typescript', { version: '5.9.3' })] },
    ),
    texts: {},
  },
  findings: {
    run: runOf([judged('src/index.ts', [findingsCell('typescript', indexFindings)])], {
      servers: [serverReport('typescript', { version: '5.9.3' })],
    }),
    texts: { 'src/index.ts': indexText },
  },
  'unknown-and-findings': {
    run: runOf(
      [
        judged('src/index.ts', [findingsCell('typescript', indexFindings)]),
        judged('src/add.ts', [cleanCell('typescript', { via: 'barrier' })]),
        judged('src/mul.ts', [cleanCell('typescript', { via: 'barrier' })]),
        judged('py/app.py', [unknownCell('pyright', pyrightTimeout)]),
        skipped('docs/guide.rst', 'no-server'),
      ],
      {
        servers: [
          serverReport('pyright', { state: 'failed', detail: pyrightTimeout.detail }),
          serverReport('typescript'),
        ],
      },
    ),
    texts: { 'src/index.ts': indexText },
  },
  'unknown-only': {
    run: runOf(
      ['py/app.py', 'py/util.py'].map((path) => judged(path, [unknownCell('pyright', pyrightTimeout)])),
      {
        scope: { kind: 'working-tree', description: 'working tree against HEAD a1b2c3d' },
        servers: [serverReport('pyright', { state: 'failed', detail: pyrightTimeout.detail })],
      },
    ),
    texts: {},
  },
  'unknown-let-through': {
    run: runOf(
      [
        unreadable('gone.ts', cause('read-failed', 'gone.ts does not exist')),
        judged('src/a.ts', [cleanCell('typescript')]),
      ],
      { policy: { onUnknown: 'warn' } },
    ),
    texts: {},
  },
  impaired: {
    run: runOf([
      judged('src/a.ts', [
        findingsCell('typescript', [diagnostic({ severity: 'warning' })], {
          impaired: cause('infra', 'typescript: could not load the project', 'npm install'),
        }),
      ]),
      judged('src/b.ts', [cleanCell('typescript')]),
    ]),
    texts: { 'src/a.ts': 'let x = 1;\n' },
  },
  'infra-only': {
    run: runOf(
      [judged('main.go', [unknownCell('gopls', cause('infra', 'gopls: No packages found for open file'))])],
      {
        servers: [
          serverReport('gopls', {
            infra: [
              infra('diagnostic', 'No packages found for open file', 'main.go'),
              infra('message', 'Error loading workspace: go is not on PATH'),
            ],
          }),
        ],
      },
    ),
    texts: {},
  },
  'skipped-only': {
    run: runOf([
      skipped('notes/todo.rst', 'no-server'),
      skipped('old.ts', 'deleted'),
      skipped('pic.png', 'binary'),
      skipped('pic2.png', 'binary'),
    ]),
    texts: {},
  },
  'no-server-at-all': {
    run: runOf(
      ['src/a.ts', 'src/b.ts'].map((path) =>
        skipped(path, 'no-server', {
          detail: 'looked in node_modules/.bin, then PATH',
          hint: 'npm i -D typescript-language-server',
        }),
      ),
      {
        policy: { zeroConfig: true },
        uncovered: ['src/a.ts', 'src/b.ts'].map((path) => ({ path: repoPath(path), language: 'TypeScript' })),
      },
    ),
    texts: {},
  },
  'uncovered-fails': {
    run: runOf(
      [
        judged('src/a.ts', [cleanCell('typescript')]),
        skipped('x.sh', 'no-server', { hint: 'npm i -D bash-language-server' }),
      ],
      {
        policy: { onUncovered: 'fail' },
        uncovered: [{ path: repoPath('x.sh'), language: 'Shell' }],
      },
    ),
    texts: {},
  },
  'zero-files': { run: runOf([]), texts: {} },
  'zero-files-unchanged': {
    run: runOf([], { scope: { kind: 'working-tree', description: 'working tree against HEAD a1b2c3d' } }),
    texts: {},
  },
  'zero-files-fail': { run: runOf([], { policy: { failOnEmpty: true } }), texts: {} },
  'advisory-unknown': {
    run: runOf([
      judged('src/a.ts', [
        cleanCell('typescript'),
        unknownCell('spell', cause('exited', 'spell ended with exit code 1'), { role: 'advisory' }),
      ]),
      judged('README.md', [
        unknownCell('spell', cause('exited', 'spell ended with exit code 1'), { role: 'advisory' }),
      ]),
    ]),
    texts: {},
  },
  'advisory-beside-clean': {
    run: runOf([
      judged('src/a.ts', [
        cleanCell('typescript'),
        unknownCell('spell', cause('exited', 'spell ended with exit code 1'), { role: 'advisory' }),
      ]),
    ]),
    texts: {},
  },
  interrupted: {
    run: runOf(
      [
        judged('src/a.ts', [cleanCell('typescript')]),
        judged('src/b.ts', [
          unknownCell('typescript', cause('interrupted', 'typescript: SIGINT before an answer')),
        ]),
      ],
      { interrupted: 'SIGINT' },
    ),
    texts: {},
  },
  'interrupted-at-the-end': {
    run: runOf([judged('src/a.ts', [cleanCell('typescript')])], { interrupted: 'SIGTERM' }),
    texts: {},
  },
  'provisional-at-level': {
    run: runOf(
      [
        judged('src/index.ts', [
          unknownCell('typescript', cause('still-busy', 'typescript was still busy at the deadline'), {
            provisional: [indexFindings[0]],
          }),
        ]),
      ],
      { policy: { onUnknown: 'warn' } },
    ),
    texts: { 'src/index.ts': indexText },
  },
  'below-level': {
    run: runOf([
      judged('src/index.ts', [findingsCell('typescript', [unusedWarning])]),
      judged('src/b.ts', [
        cleanCell('typescript', { hidden: [diagnostic({ severity: 'hint', code: '80001' })] }),
      ]),
    ]),
    texts: { 'src/index.ts': indexText },
  },
  inactive: {
    run: runOf([
      judged('src/index.ts', [
        findingsCell('typescript', [
          { ...indexFindings[0], status: 'outside-change' },
          { ...indexFindings[1], status: 'baselined' },
          { ...unusedWarning, status: 'existing' },
          { ...unusedWarning, range: range(3, 1, 3, 10), fingerprint: 'f3-1', status: 'suppressed' },
        ]),
      ]),
      judged('src/b.ts', [cleanCell('typescript')]),
    ]),
    texts: { 'src/index.ts': indexText },
  },
  'active-beside-inactive': {
    run: runOf([
      judged('src/index.ts', [
        findingsCell('typescript', [indexFindings[0], { ...indexFindings[1], status: 'outside-change' }]),
        findingsCell('vtsls', [{ ...indexFindings[0], message: `${indexFindings[0].message} (again)` }]),
        findingsCell('echo', [indexFindings[0]]),
      ]),
    ]),
    texts: { 'src/index.ts': indexText },
  },
  'advisory-provisional': {
    run: runOf([
      judged('src/index.ts', [
        cleanCell('typescript'),
        unknownCell('spell', cause('deadline', 'the deadline came before spell had settled'), {
          role: 'advisory',
          provisional: [indexFindings[0]],
        }),
      ]),
    ]),
    texts: { 'src/index.ts': indexText },
  },
  'never-fails': {
    run: runOf([judged('src/index.ts', [findingsCell('typescript', indexFindings)], 'never')], {
      policy: { failOn: 'never' },
    }),
    texts: { 'src/index.ts': indexText },
  },
  'mixed-scope': {
    run: runOf([judged('src/a.ts', [cleanCell('typescript')])], {
      scope: {
        mixed: [
          { path: repoPath('new.ts'), why: 'untracked' },
          { path: repoPath('tsconfig.json'), why: 'config-unstaged' },
        ],
      },
      notes: ["bundled typescript-language-server 5.3.0 drives this project's typescript 5.9.3"],
    }),
    texts: {},
  },
  affected: {
    run: runOf(
      [
        judged('src/dep.ts', [cleanCell('typescript', { via: 'barrier' })]),
        affected(judged('src/index.ts', [findingsCell('typescript', indexFindings)])),
        affected(judged('src/other.ts', [cleanCell('typescript', { via: 'barrier' })])),
        affected(skipped('src/made.ts', 'generated')),
      ],
      {
        scope: { kind: 'working-tree', description: 'working tree against HEAD a1b2c3d' },
        servers: [serverReport('eslint'), serverReport('typescript', { version: '5.9.3' })],
        affected: [
          search('eslint', 'unknown', partial('unsupported', 'it cannot tell which files depend on others')),
          search(
            'typescript',
            'file-references',
            partial('limit', 'more than 200 files depend on the change'),
            { judged: 2, cut: [repoPath('src/x.ts'), repoPath('src/y.ts')] },
          ),
        ],
      },
    ),
    texts: { 'src/index.ts': indexText },
  },
  'affected-none': {
    run: runOf([judged('src/dep.ts', [cleanCell('typescript')])], {
      affected: [search('typescript', 'references', { kind: 'complete' })],
    }),
    texts: {},
  },
  'affected-failed': {
    run: runOf([judged('src/dep.ts', [cleanCell('typescript')])], {
      servers: [serverReport('typescript')],
      affected: [
        search('typescript', 'references', {
          kind: 'failed',
          cause: cause('exited', 'typescript ended with exit code 1'),
        }),
      ],
    }),
    texts: {},
  },
  'affected-failed-let-through': {
    run: runOf([judged('src/dep.ts', [cleanCell('typescript')])], {
      policy: { onUnknown: 'warn' },
      affected: [
        search('typescript', 'references', {
          kind: 'failed',
          cause: cause('deadline', 'typescript was asked'),
        }),
      ],
    }),
    texts: {},
  },
  hostile: hostileState,
  'many-servers': {
    run: runOf(
      Array.from({ length: 22 }, (_, index) =>
        judged(`src/f${index}.x${index}`, [cleanCell(`server${String(index).padStart(2, '0')}`)]),
      ),
    ),
    texts: {},
  },
};
