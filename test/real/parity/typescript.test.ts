// tsc against tsserver's adapter and against TypeScript 7's own server, on the sources of rxjs and of query-core.

import type { Workspace } from '../workspace.js';
import { parityPackage, readCorpus } from './corpus.js';
import type { Finding } from './findings.js';
import { otherSideSays } from './known-differences.js';
import { describeParity, npmTool } from './parity.js';
import { scriptMistakes, typeMistakes } from './typescript-mistakes.js';

const corpus = () => ({
  ...readCorpus(parityPackage('rxjs/src'), ['**/*.ts'], 'rxjs'),
  ...readCorpus(parityPackage('@tanstack/query-core/src'), ['*.ts'], 'query'),
});

const beside = () => ({
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      noEmit: true,
      noUnusedLocals: true,
      allowUnreachableCode: false,
      noImplicitReturns: true,
      types: [],
    },
    include: ['rxjs', 'query'],
  }),
});

/** `src/a.ts(3,7): error TS2322: …`; further lines of a message are indented. */
const line =
  /^(?<path>[^\s(][^(]*)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) TS(?<code>\d+): (?<message>.*)$/;

async function tsc(workspace: Workspace): Promise<readonly Finding[]> {
  const { stdout } = await npmTool(workspace, 'tsc', ['-p', '.', '--pretty', 'false'], [0, 1, 2]);
  return stdout.split('\n').flatMap((text) => {
    const groups = line.exec(text)?.groups;
    if (groups === undefined && /^\S/.test(text)) throw new Error(`not understood: ${text}`);
    if (groups === undefined) return [];
    const { path = '', code = '-', message = '' } = groups;
    const severity = groups['severity'] === 'error' ? 'error' : 'warning';
    return [
      { path, line: Number(groups['line']), column: Number(groups['column']), severity, code, message },
    ];
  });
}

async function version(workspace: Workspace): Promise<string> {
  return (await npmTool(workspace, 'tsc', ['--version'], [0])).stdout.trim().replace('Version ', '');
}

const both = { corpus, beside, cli: tsc, version };

const gentle = [...scriptMistakes, ...typeMistakes];

describeParity({
  ...both,
  engine: 'tsc 5',
  server: 'typescript',
  packages: ['typescript'],
  mistakes: gentle,
  known: (['missed', 'extra'] as const).map((side) => ({
    side,
    count: 5,
    cause:
      'code 2304 in place of 2552 or the other way round: a compiler makes ten spelling suggestions and then no more, and tsserver checks the files in another order than tsc',
    holds: (difference, comparison) =>
      ['2304', '2552'].includes(difference.finding.code) &&
      otherSideSays(difference, ['2304', '2552'], comparison),
  })),
});
describeParity({
  ...both,
  engine: 'tsc 7',
  server: 'typescript-native',
  packages: ['typescript7'],
  mistakes: gentle,
  known: [],
});
