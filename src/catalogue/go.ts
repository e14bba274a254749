// Go: gopls publishes before it has seen every overlay, and often without a version; a nudge brings the final lists.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const gopls: ServerDefinition = define({
  name: 'gopls',
  language: 'Go',
  launch: { kind: 'candidates', candidates: [{ bin: 'gopls', args: ['serve'] }] },
  needsPrograms: [{ name: 'go', hint: 'install Go (https://go.dev/dl)' }],
  files: ['*.go'],
  languageId: { default: 'go', byExtension: {}, byName: {} },
  rootMarkers: ['go.work', 'go.mod'],
  // No module, toolchain or version control fetch. GOFLAGS is the user's: build tags and -mod=vendor live there.
  env: { GOPROXY: 'off', GONOPROXY: 'none', GOTOOLCHAIN: 'local' },
  settle: { kind: 'nudge' },
  overlayMissing: 'yes',
  // What it publishes by itself, inferred types two packages on included. It looks at the whole module only some time after a
  // change: 0.25 s (0.5.0), 1 s by default in later ones (setting diagnosticsDelay).
  dependents: { kind: 'project-report', quietMs: 1300 },
  infraPatterns: [
    { kind: 'substring', text: 'No packages found' },
    { kind: 'substring', text: 'No active builds contain' },
    { kind: 'substring', text: 'Error loading workspace' },
  ],
  // The loader's own troubles; an import cycle is reported by it too, and is the user's.
  infraRules: [{ source: 'go list', message: { kind: 'regex', source: '^(?!import cycle not allowed)' } }],
  // Begins when go.mod and go.sum disagree, and never ends.
  ignoredProgress: ['Error loading workspace'],
  executesWorkspaceCode: false,
  writes: ['GOCACHE and the gopls cache in the home folder'],
  installHint: 'go install golang.org/x/tools/gopls@latest',
  // In a folder of its own: beside other files it would be a second package.
  canary: {
    fileName: 'lspcheck_canary/canary.go',
    text: 'package canary\n\nfunc canary( {\n',
    inEveryRun: false,
  },
  tested: 'deep',
  measured: {
    version: 'gopls 0.5.0 (Debian 1:0.5.0+ds-1), go 1.19.8',
    date: '2026-11-30',
    evidence:
      'first publishes carried no version; the nudge brought version 2 for every file in 6 of 6 workspaces and nothing followed within 2 s; files outside the build: one warning of source "go list"',
  },
});
