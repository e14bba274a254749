// tsc against tsserver's adapter and against TypeScript 7's own server, on the sources of rxjs and of query-core.

import type { Workspace } from '../workspace.js';
import { parityPackage, readCorpus } from './corpus.js';
import type { Finding } from './findings.js';
import { describeParity, lastWordOfVersion, npmTool } from './parity.js';
import { nothingButSyntax, readTscOutput, tenSuggestions } from './tsc-output.js';
import { scriptMistakes, scriptSyntaxErrors, typeMistakes } from './typescript-mistakes.js';

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

async function tsc(workspace: Workspace): Promise<readonly Finding[]> {
  return readTscOutput((await npmTool(workspace, 'tsc', ['-p', '.', '--pretty', 'false'], [0, 1, 2])).stdout);
}

const both = {
  corpus,
  beside,
  cli: tsc,
  version: (workspace: Workspace) => lastWordOfVersion(workspace, 'tsc'),
};

const gentle = [...scriptMistakes, ...typeMistakes];

describeParity({
  ...both,
  engine: 'tsc 5',
  server: 'typescript',
  packages: ['typescript'],
  mistakes: gentle,
  known: tenSuggestions(5),
});

describeParity({
  ...both,
  engine: 'tsc 5, syntax errors',
  server: 'typescript',
  packages: ['typescript'],
  mistakes: scriptSyntaxErrors,
  known: [nothingButSyntax(45)],
});

describeParity({
  ...both,
  engine: 'tsc 7',
  server: 'typescript-native',
  packages: ['typescript7'],
  mistakes: gentle,
  known: [],
});

describeParity({
  ...both,
  engine: 'tsc 7, syntax errors',
  server: 'typescript-native',
  packages: ['typescript7'],
  mistakes: scriptSyntaxErrors,
  known: [nothingButSyntax(46)],
});
