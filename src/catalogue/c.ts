// C, C++ and their kin: clangd, whose one publish per text carries its version, and ccls for those who have only that.
// Both judge by compile commands; where these are guessed or do not fit, a file is unknown rather than wrong.

import type { NonEmpty } from '../model/base.js';
import type { InfraRule, LanguageIdMap, ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

const files: NonEmpty<string> = [
  '*.c',
  '*.cc',
  '*.cpp',
  '*.cxx',
  '*.h',
  '*.hh',
  '*.hpp',
  '*.hxx',
  '*.m',
  '*.mm',
  '*.cu',
];

const languageId: LanguageIdMap = {
  byExtension: {
    '.c': 'c',
    '.cc': 'cpp',
    '.cpp': 'cpp',
    '.cxx': 'cpp',
    // The compile commands decide; a header is opened as the larger of the two languages.
    '.h': 'cpp',
    '.hh': 'cpp',
    '.hpp': 'cpp',
    '.hxx': 'cpp',
    '.m': 'objective-c',
    '.mm': 'objective-cpp',
    '.cu': 'cuda-cpp',
  },
  byName: {},
};

const compileCommands: NonEmpty<string> = [
  'compile_commands.json',
  'build/compile_commands.json',
  'compile_flags.txt',
];

/** Codes that speak of the compile command, not of the file: it was guessed, or is meant for another compiler. */
const driverCodes = [
  'drv_unknown_argument',
  'drv_unknown_argument_with_suggestion',
  'drv_invalid_value',
  'drv_argument_not_allowed_with',
  'drv_unsupported_opt',
  'drv_unsupported_opt_for_target',
  'drv_no_such_file',
  'note_drv_use_standard',
];

const infraRules: readonly InfraRule[] = [
  // Without compile commands an include that is not found says nothing; a path that is relative to the file is a slip all the same.
  ...['pp_file_not_found', 'pp_file_not_found_angled_include_not_fatal'].map(
    (code): InfraRule => ({
      source: 'clang',
      code,
      message: { kind: 'regex', source: "^'(?!\\.)" },
      when: { kind: 'none-of', names: [...compileCommands, '.clangd'] },
      means: {
        detail: 'there are no compile commands, so include paths are guessed and headers are not found',
        hint: 'cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make',
      },
    }),
  ),
  ...driverCodes.map((code) => ({ source: 'clang', code })),
  // The twentieth error takes the place of all that would follow.
  {
    source: 'clang',
    code: 'fatal_too_many_errors',
    means: {
      detail: 'clang stopped after 19 errors, so the file may have more',
      hint: 'add -ferror-limit=0 to the compile commands, or under CompileFlags: Add: in .clangd',
    },
  },
];

const versionedBins = ['22', '21', '20', '19', '18', '17', '16', '15', '14'].map(
  (major) => `clangd-${major}`,
);

// No background index: it writes .cache/clangd into the tree. Preambles in memory: on disk a killed clangd leaves them behind.
const args = ['--background-index=false', '--pch-storage=memory', '--log=error'];

export const clangd: ServerDefinition = define({
  name: 'clangd',
  // With a database that cannot be read it judges on with guessed flags, and only this log line says so (19.1.7).
  readsStderr: true,
  infraPatterns: [{ kind: 'substring', text: 'Failed to load compilation database' }],
  language: 'C/C++',
  group: 'c',
  launch: {
    kind: 'candidates',
    // Debian's packages of a version bring no plain `clangd`.
    candidates: [{ bin: 'clangd', args }, ...versionedBins.map((bin) => ({ bin, args }))],
  },
  expects: [
    {
      kind: 'file',
      anyOf: compileCommands,
      why: 'there are no compile commands, so include paths and defines are guessed',
      hint: 'cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make',
    },
  ],
  files,
  languageId,
  rootMarkers: [...compileCommands, '.clangd'],
  settle: { kind: 'versioned' },
  // --use-dirty-headers sees other overlays only when they were opened first: headers after their users gave 1 or 2 stale answers of 30.
  overlay: 'self',
  overlayMissing: 'yes',
  // References come from the index of the disk's text, and name the wrong files (19.1.7).
  dependents: { kind: 'includes-scan' },
  seesUnopened: false,
  infraRules,
  // Without compile commands the limit is ours to lift; with them only they, or .clangd, can.
  initializationOptions: { fallbackFlags: ['-ferror-limit=0'] },
  ignoredProgress: ['backgroundIndexProgress', 'indexing'],
  executesWorkspaceCode: false,
  installHint: 'apt-get install clangd',
  canary: { fileName: 'lspcheck_canary.cpp', text: 'int canary( {\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'clangd 19.1.7 and 22.1.8 (Debian)',
    date: '2026-11-30',
    evidence:
      'one publish per open, with its version, for 60 of 60 files at once, none after; after 19 errors comes fatal_too_many_errors and no more (-ferror-limit); a missing include is pp_file_not_found, a flag that clang does not know drv_unknown_argument',
  },
});

export const ccls: ServerDefinition = define({
  name: 'ccls',
  language: 'C/C++',
  group: 'c',
  launch: { kind: 'candidates', candidates: [{ bin: 'ccls', args: [] }] },
  files,
  languageId,
  rootMarkers: [...compileCommands, '.ccls'],
  // Without a cache folder and without the first index: it would write .ccls-cache, and is not needed for diagnostics.
  initializationOptions: { cache: { directory: '' }, index: { initialBlacklist: ['.'] } },
  settle: { kind: 'push' },
  overlay: 'self',
  dependents: { kind: 'includes-scan' },
  seesUnopened: false,
  infraRules: [{ source: 'ccls', message: { kind: 'regex', source: "^'.*' file not found$" } }],
  // Begun for every file, and ended only by the shutdown.
  ignoredProgress: ['indexing'],
  executesWorkspaceCode: false,
  installHint: 'apt-get install ccls',
  canary: { fileName: 'lspcheck_canary.cpp', text: 'int canary( {\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: 'ccls 0.20220729 (Debian)',
    date: '2026-11-30',
    evidence: 'one publish per open, without version, 24 to 39 ms later; none within 8 s after',
  },
});
