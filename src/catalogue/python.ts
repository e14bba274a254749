// Python: pyright and its fork, which register their pull provider only after `initialized` but answer before.

import type { NonEmpty } from '../model/base.js';
import type {
  Canary,
  Expectation,
  InfraPattern,
  LanguageIdMap,
  ServerDefinition,
  SettleRule,
} from '../model/server-definition.js';
import { define } from './define.js';
import { pythonDependencyRules } from './missing-dependencies.js';

const files: NonEmpty<string> = ['*.py', '*.pyi'];
const languageId: LanguageIdMap = { default: 'python', byExtension: {}, byName: {} };
const rootMarkers = ['pyrightconfig.json', 'pyproject.toml'];

/** Each run makes a folder there, and may leave it. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
const env = { TMPDIR: '${temp}' };

const settle: SettleRule = {
  kind: 'pull',
  announced: 'dynamic',
  refresh: 'noise',
  progress: 'noise',
  afterConfiguration: false,
};

/** Without a readable config they judge by their defaults. */
const unreadableConfig: InfraPattern = {
  kind: 'substring',
  text: 'could not be parsed. Verify that format is correct',
};

const interpreter: Expectation = {
  kind: 'program',
  anyOf: ['python3', 'python'],
  why: 'no Python interpreter is on PATH, so imports of installed packages are not found',
  hint: 'apt-get install python3',
};

/** A syntax error: what else is reported depends on typeCheckingMode. */
const canary: Canary = {
  fileName: 'lspcheck_canary.py',
  text: 'def canary(:\n    pass\n',
  inEveryRun: false,
};

export const pyright: ServerDefinition = define({
  name: 'pyright',
  language: 'Python',
  group: 'python',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'pyright-langserver', args: ['--stdio'], package: 'pyright' }],
  },
  files,
  languageId,
  rootMarkers,
  env,
  settle,
  overlayMissing: 'no',
  dependents: { kind: 'references' },
  infraPatterns: [unreadableConfig],
  infraRules: pythonDependencyRules,
  // It runs the python on PATH, isolated (-I); a .venv of the repository was not run.
  executesWorkspaceCode: false,
  installHint: 'npm i -D pyright',
  expects: [interpreter],
  canary,
  tested: 'deep',
  measured: {
    version: 'pyright 1.1.414',
    date: '2026-11-30',
    evidence:
      'pulls sent before the registration gave 3 of 3 planted diagnostics and nothing for the clean file; the same after 2 refreshes; one progress per pull',
  },
});

export const basedpyright: ServerDefinition = define({
  name: 'basedpyright',
  language: 'Python',
  group: 'python',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'basedpyright-langserver', args: ['--stdio'], package: 'basedpyright' }],
  },
  files,
  languageId,
  rootMarkers,
  env,
  // Else it rewrites .basedpyright/baseline.json after a save, when errors have gone. What that file lists comes as hints.
  settings: { basedpyright: { analysis: { baselineMode: 'discard' } } },
  settle,
  overlayMissing: 'no',
  dependents: { kind: 'references' },
  infraPatterns: [unreadableConfig],
  infraRules: pythonDependencyRules,
  executesWorkspaceCode: false,
  installHint: 'npm i -D basedpyright',
  expects: [interpreter],
  canary,
  tested: 'deep',
  measured: {
    version: 'basedpyright 1.40.1',
    date: '2026-11-30',
    evidence:
      'pulls sent before the registration, and again 2.5 s after it, gave all of 10 planted diagnostics in 4 files and nothing for the clean one, twice more the same; 2 to 3 refreshes that changed nothing; a broken pyrightconfig.json or pyproject.toml: a shown error; the baseline file was not written',
  },
});
