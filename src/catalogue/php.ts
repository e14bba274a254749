// PHP: intelephense publishes twice, what parsing shows first and the real list when the workspace is indexed.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const php: ServerDefinition = define({
  name: 'php',
  language: 'PHP',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'intelephense', args: ['--stdio'], package: 'intelephense' }],
  },
  files: ['*.php', '*.phtml'],
  languageId: { default: 'php', byExtension: {}, byName: {} },
  rootMarkers: ['composer.json'],
  // Its index would be kept in the home folder, and its licence looked for there.
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders, filled when a session starts
  initializationOptions: {
    storagePath: '${temp}/intelephense',
    globalStoragePath: '${temp}/intelephense',
  },
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders
  settings: { intelephense: { telemetry: { enabled: false } } },
  settle: { kind: 'push' },
  quietPeriodMs: 300,
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint: 'npm i -D intelephense',
  // Known to be undefined only once everything is indexed: a run that settled on the first lists would find it mute.
  canary: {
    fileName: 'lspcheck-canary.php',
    text: '<?php\nlspcheck_canary_nowhere();\n',
    code: 'P1010',
    inEveryRun: true,
  },
  tested: 'deep',
  measured: {
    version: 'intelephense 1.18.5',
    date: '2026-11-30',
    evidence:
      'two publishes per open for 31 files: 20 wrong ones empty at first (0.1 s), all right 2.4 s later, 0.35 s after its progress ended, at work all the while; 20 runs, half beside four busy loops, gave one report; an overlay reaches the files that use it, in every order of opening, also for a path that is not on disk',
  },
});
