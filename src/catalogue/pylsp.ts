// Python by the community's server: what it finds is what the checkers installed beside it find (pyflakes, pycodestyle, mypy).

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const pylsp: ServerDefinition = define({
  name: 'pylsp',
  language: 'Python',
  group: 'python',
  launch: { kind: 'candidates', candidates: [{ bin: 'pylsp', args: [] }] },
  files: ['*.py', '*.pyi'],
  languageId: { default: 'python', byExtension: {}, byName: {} },
  rootMarkers: ['pyproject.toml', 'setup.cfg', 'setup.py'],
  // mypy would write .mypy_cache into the tree.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
  env: { MYPY_CACHE_DIR: '${temp}/mypy-cache' },
  settle: { kind: 'push' },
  // Handed on as each checker counts: bytes of the syntax tree, or characters.
  columnUnits: { pyflakes: 'utf-8', mypy: 'utf-8', pycodestyle: 'utf-32' },
  // mypy reads the disk; pyflakes and pycodestyle alone would take a file's own text.
  overlay: 'none',
  // Each open document starts a mypy: 30 at once were silent for 25 s, and did not end on shutdown.
  maxOpenDocuments: 2,
  // Without any checker every file is published empty.
  canary: { fileName: 'lspcheck_canary.py', text: 'def canary(:\n    pass\n', inEveryRun: true },
  infraRules: [
    {
      source: 'mypy',
      message: {
        kind: 'regex',
        source:
          '^(?:Cannot find implementation or library stub|Library stubs not installed|Skipping analyzing |Hint: "python3 -m pip|\\(or run "mypy --install-types"|See https://mypy\\.readthedocs\\.io/\\S*#missing-imports)',
      },
    },
  ],
  // A mypy plugin named in the project's configuration.
  executesWorkspaceCode: true,
  installHint: 'pip install "python-lsp-server[pyflakes,pycodestyle]" pylsp-mypy',
  tested: 'deep',
  measured: {
    version:
      'python-lsp-server 1.7.1, pyflakes 2.5.0, pycodestyle 2.10.0, mypy 1.0.1 with pylsp-mypy 0.6.5 (Debian)',
    date: '2026-11-30',
    evidence:
      'one publish per open, without version, when the slowest checker has ended (1.2 to 2.3 s with mypy, which shows no progress); none after; without checkers, empty publishes',
  },
});
