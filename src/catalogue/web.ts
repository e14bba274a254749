// JSON, CSS and HTML by the servers of VS Code. All announce pull and answer it at once; without real settings the
// servers of CSS and HTML answer it empty. HTML means its styles and scripts: the server has no opinion on tags.

import type { LaunchCandidate, ServerDefinition, SettleRule } from '../model/server-definition.js';
import { define } from './define.js';

const candidate = (bin: string): LaunchCandidate => ({
  bin,
  args: ['--stdio'],
  package: 'vscode-langservers-extracted',
});

const settle: SettleRule = {
  kind: 'pull',
  announced: 'static',
  refresh: 'voids',
  progress: 'noise',
  afterConfiguration: false,
};

const installHint = 'npm i -D vscode-langservers-extracted';

/** Where comments are allowed, by name or glob (VS Code's own list, and those of common tools); a comment in any other *.json is an error. */
const jsonWithComments = [
  '{js,ts}config.json',
  '{js,ts}config{.,-}*.json',
  '.eslintrc.json',
  '.swcrc',
  '.babelrc',
  '.babelrc.json',
  '.jshintrc',
  '.oxlintrc.json',
  'api-extractor.json',
  'devcontainer.json',
  'tslint.json',
  'typedoc.json',
];

export const json: ServerDefinition = define({
  name: 'json',
  language: 'JSON',
  launch: { kind: 'candidates', candidates: [candidate('vscode-json-language-server')] },
  files: ['*.json', '*.jsonc', '*.code-workspace', '.swcrc', '.babelrc', '.jshintrc'],
  languageId: {
    byExtension: { '.json': 'json', '.jsonc': 'jsonc', '.code-workspace': 'jsonc' },
    byName: Object.fromEntries(jsonWithComments.map((name) => [name, 'jsonc'])),
  },
  initializationOptions: { provideFormatter: false },
  settle,
  // Schemas are read from the disk.
  overlay: 'self',
  overlayMissing: 'yes',
  infraRules: [{ code: '65536' }],
  executesWorkspaceCode: false,
  writes: ['no file, but it fetches a schema that a file names by its address ("$schema": "https://…")'],
  installHint,
  canary: { fileName: 'lspcheck-canary.json', text: '{ "canary": \n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'vscode-langservers-extracted 4.10.0',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen gave 13 of 13 planted problems in 11 files, 2.5 s later the same; it asks for no settings and judges without them; a schema that cannot be read is a warning with code 65536',
  },
});

export const css: ServerDefinition = define({
  name: 'css',
  language: 'CSS',
  launch: { kind: 'candidates', candidates: [candidate('vscode-css-language-server')] },
  files: ['*.css', '*.scss', '*.less'],
  // Exact: it answers empty for an id that it does not know.
  languageId: { byExtension: { '.css': 'css', '.scss': 'scss', '.less': 'less' }, byName: {} },
  initializationOptions: { provideFormatter: false },
  settings: {
    css: { validate: true, lint: {} },
    scss: { validate: true, lint: {} },
    less: { validate: true, lint: {} },
  },
  settle,
  // No import is followed: a file's own text is all that it judges.
  overlay: 'full',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint,
  canary: { fileName: 'lspcheck-canary.css', text: 'a { color: red;\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'vscode-langservers-extracted 4.10.0',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen gave 9 of 9 planted problems in 4 files and nothing for the clean one, 1.5 s later the same; each waited for the answer to its workspace/configuration',
  },
});

export const html: ServerDefinition = define({
  name: 'html',
  language: 'HTML',
  launch: { kind: 'candidates', candidates: [candidate('vscode-html-language-server')] },
  files: ['*.html', '*.htm'],
  languageId: { default: 'html', byExtension: {}, byName: {} },
  initializationOptions: { embeddedLanguages: { css: true, javascript: true }, provideFormatter: false },
  settings: {
    html: { validate: { scripts: true, styles: true } },
    css: { validate: true, lint: {} },
    javascript: { validate: { enable: true } },
  },
  settle,
  overlay: 'full',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint,
  canary: { fileName: 'lspcheck-canary.html', text: '<style>a { color: red;</style>\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'vscode-langservers-extracted 4.10.0',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen gave 4 of 4 planted problems in styles and scripts and nothing for the clean file, 1.5 s later the same; an unclosed tag is no problem to it',
  },
});
