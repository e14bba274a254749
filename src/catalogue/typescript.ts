// TypeScript and JavaScript: two adapters over a project's tsserver, and TypeScript 7's own server.
// All judge by the project's own compiler, never by one of ours.

import type { DependentsRule } from '../model/affected.js';
import type { NonEmpty } from '../model/base.js';
import type { Canary, LanguageIdMap, ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';
import { npmDependencyRules } from './missing-dependencies.js';

const files: NonEmpty<string> = ['*.ts', '*.tsx', '*.mts', '*.cts', '*.js', '*.jsx', '*.mjs', '*.cjs'];

export const javascriptLanguageIds: LanguageIdMap = {
  byExtension: {
    '.ts': 'typescript',
    '.mts': 'typescript',
    '.cts': 'typescript',
    '.tsx': 'typescriptreact',
    '.js': 'javascript',
    '.mjs': 'javascript',
    '.cjs': 'javascript',
    '.jsx': 'javascriptreact',
  },
  byName: {},
};

const rootMarkers = ['tsconfig.json', 'jsconfig.json'];

/** No compiler option switches this one off. */
const canary: Canary = {
  fileName: 'lspcheck-canary.ts',
  text: "export const canary: number = 'no number';\n",
  code: '2322',
  inEveryRun: false,
};

/** What a *.vue file exports, known to the files that import it. A project without the plugin is judged as before. */
const vuePlugin = {
  name: '@vue/typescript-plugin',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
  location: '${root}',
  languages: ['vue'],
};

/** tsserver's adapters make a folder for each run there, and leave it. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
export const ownTemporaryFolder = { TMPDIR: '${temp}' };

/** `fileReferences` names importers also of exports that are gone, and of a file that is not open (TypeScript 5.9.3: 4 to 22 ms a file). */
const dependents: DependentsRule = {
  kind: 'file-references',
  // Ambient declarations and augmentations; a script, whose declarations are everybody's.
  globalWith: '\\bdeclare\\s+(global|module)\\b',
  globalWithout: '^\\s*(import|export)\\b|\\b(require\\s*\\(|module\\.exports\\b|exports\\.)',
};

const needsTsserver = { name: 'typescript', below: 7, file: 'lib/tsserver.js' };

export const typescript: ServerDefinition = define({
  name: 'typescript',
  language: 'TypeScript',
  group: 'typescript',
  launch: {
    kind: 'candidates',
    candidates: [
      {
        bin: 'typescript-language-server',
        args: ['--stdio'],
        package: 'typescript-language-server',
        needs: needsTsserver,
        bundled: 'typescript-language-server/lib/cli.mjs',
      },
    ],
  },
  files,
  languageId: javascriptLanguageIds,
  rootMarkers,
  env: ownTemporaryFolder,
  initializationOptions: {
    // Off: type acquisition downloads from npm into the home folder.
    disableAutomaticTypingAcquisition: true,
    // One tsserver in place of two: the same sets, 16 to 20 % sooner.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
    tsserver: { path: '${package:typescript}/lib/tsserver.js', useSyntaxServer: 'never' },
    plugins: [vuePlugin],
  },
  settle: { kind: 'barrier', request: 'tsserver-sync' },
  overlayMissing: 'reload',
  dependents,
  // Language service plugins named in a tsconfig.
  executesWorkspaceCode: true,
  installHint: 'npm i -D typescript',
  canary,
  infraRules: npmDependencyRules,
  tested: 'deep',
  measured: {
    version: 'typescript-language-server 5.3.0, typescript 5.9.3',
    date: '2026-11-30',
    evidence:
      'the three sync commands gave all of 4 planted errors and hints and nothing for the clean file, 40 to 50 ms before the publishes; type acquisition wrote nothing',
  },
});

export const typescriptNative: ServerDefinition = define({
  name: 'typescript-native',
  language: 'TypeScript',
  group: 'typescript',
  launch: {
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
  files,
  languageId: javascriptLanguageIds,
  rootMarkers,
  // As tsc: what `noUnusedLocals` and `allowUnreachableCode: false` find are errors; an editor is told warnings.
  settings: { 'js/ts': { reportStyleChecksAsWarnings: false } },
  settle: {
    kind: 'pull',
    announced: 'static',
    refresh: 'voids',
    progress: 'voids',
    afterConfiguration: false,
  },
  overlayMissing: 'yes',
  dependents: { kind: 'pull-unopened' },
  executesWorkspaceCode: false,
  installHint: 'npm i -D typescript',
  canary,
  infraRules: npmDependencyRules,
  cleanExitCodes: [0, 1],
  tested: 'deep',
  measured: {
    version: 'typescript 7.0.2',
    date: '2026-11-30',
    evidence:
      'pulls sent right after didOpen gave all of 4 planted errors and hints and nothing for the clean file; asked again 2 s later, the same; no refresh',
  },
});

export const vtsls: ServerDefinition = define({
  name: 'vtsls',
  language: 'TypeScript',
  group: 'typescript',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'vtsls', args: ['--stdio'], package: '@vtsls/language-server', needs: needsTsserver },
    ],
  },
  files,
  // Publishes nothing for a file whose language id it does not know.
  languageId: javascriptLanguageIds,
  rootMarkers,
  env: ownTemporaryFolder,
  settings: {
    // The project's compiler in place of the one that it brings.
    vtsls: {
      autoUseWorkspaceTsdk: true,
      tsserver: {
        globalPlugins: [
          { ...vuePlugin, configNamespace: 'typescript', enableForWorkspaceTypeScriptVersions: true },
        ],
      },
    },
    typescript: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder, filled when a session starts
      tsdk: '${package:typescript}/lib',
      disableAutomaticTypeAcquisition: true,
      tsserver: { useSyntaxServer: 'never' },
    },
  },
  // It publishes nothing at all for a clean file.
  settle: { kind: 'barrier', request: 'tsserver-sync' },
  overlayMissing: 'reload',
  dependents,
  executesWorkspaceCode: true,
  installHint: 'npm i -D @vtsls/language-server typescript',
  canary,
  infraRules: npmDependencyRules,
  tested: 'deep',
  measured: {
    version: '@vtsls/language-server 0.3.0, typescript 5.9.3',
    date: '2026-11-30',
    evidence:
      "the three sync commands gave all of 5 planted errors and hints and nothing for the clean file, 165 to 200 ms before the publishes, and the same again; tsserver ran from the project's typescript",
  },
});
