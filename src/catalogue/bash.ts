// Shell scripts: bash-language-server, which is shellcheck with a server around it. Without shellcheck, and after a
// failure of it, it publishes empty lists; only its log tells.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const bash: ServerDefinition = define({
  name: 'bash',
  language: 'shell',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'bash-language-server', args: ['start'], package: 'bash-language-server' }],
  },
  needsPrograms: [{ name: 'shellcheck', hint: 'apt-get install shellcheck' }],
  // Not *.zsh: for what shellcheck cannot read it publishes an empty list.
  files: ['*.sh', '*.bash', '*.ksh', '*.bats', '.bashrc', '.bash_profile', '.bash_aliases', '.profile'],
  // Those that shellcheck knows; to its server all of them are bash or sh.
  interpreters: ['sh', 'bash', 'dash', 'ash', 'ksh', 'bats'],
  languageId: { default: 'shellscript', byExtension: {}, byName: {} },
  initializationOptions: { backgroundAnalysisMaxFiles: 0, logLevel: 'warning' },
  // Of documents opened before its request for settings is answered it remembers the last alone: then none is asked.
  capabilities: { workspace: { configuration: false } },
  settle: { kind: 'versioned' },
  // Of a line with an emoji before it, shellcheck's column 12 came as character 11.
  columnUnits: { shellcheck: 'utf-32' },
  // Sourced files and .shellcheckrc are read from the disk.
  overlay: 'self',
  overlayMissing: 'yes',
  infraPatterns: [
    { kind: 'substring', text: 'ShellCheck: disabling linting' },
    { kind: 'substring', text: 'Error while linting' },
  ],
  executesWorkspaceCode: false,
  installHint: 'npm i -D bash-language-server',
  // A parse error, since any other check can be switched off.
  canary: { fileName: 'lspcheck-canary.sh', text: '#!/bin/sh\nif true; then\n', inEveryRun: true },
  tested: 'deep',
  measured: {
    version: 'bash-language-server 5.8.1, shellcheck 0.9.0',
    date: '2026-11-30',
    evidence:
      'without the configuration capability, 33 opens at once: 33 of 33 published in 3 of 3 runs, each once, with version 1 and the same list as alone, 0.9 to 1.2 s after the start; with it 1 of 33. A shellcheck that outlasts 10 s publishes nothing',
  },
});
