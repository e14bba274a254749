// Python: pyright, which registers its pull provider only after `initialized` but answers before.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const pyright: ServerDefinition = define({
  name: 'pyright',
  language: 'Python',
  group: 'python',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'pyright-langserver', args: ['--stdio'], package: 'pyright' }],
  },
  files: ['*.py', '*.pyi'],
  languageId: { default: 'python', byExtension: {}, byName: {} },
  rootMarkers: ['pyrightconfig.json', 'pyproject.toml'],
  settle: {
    kind: 'pull',
    announced: 'dynamic',
    refresh: 'noise',
    progress: 'noise',
    afterConfiguration: false,
  },
  overlayMissing: 'no',
  // Without a readable config it judges by its defaults, and only the log says so.
  infraPatterns: [{ kind: 'substring', text: 'could not be parsed. Verify that format is correct' }],
  // It runs the python on PATH, isolated (-I); a .venv of the repository was not run.
  executesWorkspaceCode: false,
  installHint: 'npm i -D pyright',
  expects: [
    {
      kind: 'program',
      anyOf: ['python3', 'python'],
      why: 'no Python interpreter is on PATH, so imports of installed packages are not found',
      hint: 'apt-get install python3',
    },
  ],
  // A syntax error: what else it reports depends on typeCheckingMode.
  canary: { fileName: 'lspcheck_canary.py', text: 'def canary(:\n    pass\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'pyright 1.1.414',
    date: '2026-11-30',
    evidence:
      'pulls sent before the registration gave 3 of 3 planted diagnostics and nothing for the clean file; the same after 2 refreshes; one progress per pull',
  },
});
