// pyright and basedpyright against their own command lines, on packages of Debian's Python library.

import { isAbsolute, relative } from 'node:path';
import type { PackageName, Workspace } from '../workspace.js';
import type { Finding } from './findings.js';
import { describeParity, npmTool } from './parity.js';
import { needPythonLibrary, pythonCorpus } from './python-corpus.js';
import { pythonMistakes, pythonSyntaxErrors } from './python-mistakes.js';

const corpus = () => pythonCorpus(['{json,email,html,tomllib,wsgiref}/*.py']);

const beside = () => ({
  'lib/__init__.py': '',
  'pyrightconfig.json': JSON.stringify({ include: ['lib'], pythonVersion: '3.11', pythonPlatform: 'Linux' }),
});

/** The documented form of --outputjson. */
interface Output {
  readonly generalDiagnostics: readonly {
    readonly file: string;
    readonly severity: 'error' | 'warning' | 'information';
    readonly message: string;
    readonly rule?: string;
    readonly range?: { readonly start: { readonly line: number; readonly character: number } };
  }[];
}

async function run(workspace: Workspace, command: string): Promise<readonly Finding[]> {
  const { stdout } = await npmTool(workspace, command, ['--outputjson', '-p', '.'], [0, 1]);
  const { generalDiagnostics } = JSON.parse(stdout) as Output;
  return generalDiagnostics.map(({ file, severity, message, rule = '-', range }) => ({
    path: isAbsolute(file) ? relative(workspace.root, file) : file,
    line: (range?.start.line ?? 0) + 1,
    column: (range?.start.character ?? 0) + 1,
    severity: severity === 'information' ? 'info' : severity,
    code: rule,
    message,
  }));
}

const row = (command: PackageName & ('pyright' | 'basedpyright')) =>
  describeParity({
    engine: command,
    server: command,
    needs: needPythonLibrary,
    packages: [command],
    corpus,
    ofMachine: true,
    beside,
    mistakes: [...pythonMistakes, ...pythonSyntaxErrors],
    version: async (workspace) =>
      (await npmTool(workspace, command, ['--version'], [0])).stdout.split('\n')[0] ?? '',
    cli: (workspace) => run(workspace, command),
    known: [],
  });

row('pyright');
row('basedpyright');
