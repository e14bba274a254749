// Scripting languages of shells and editors: fish and Vim script.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const fish: ServerDefinition = define({
  name: 'fish',
  language: 'fish',
  launch: { kind: 'candidates', candidates: [{ bin: 'fish-lsp', args: ['start'], package: 'fish-lsp' }] },
  needsPrograms: [{ name: 'fish', hint: 'install fish (apt-get install fish)' }],
  files: ['*.fish'],
  languageId: { default: 'fish', byExtension: {}, byName: {} },
  settle: { kind: 'push' },
  overlay: 'self',
  executesWorkspaceCode: false,
  installHint: 'npm i -D fish-lsp',
  canary: { fileName: 'lspcheck-canary.fish', text: 'if test 1\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: 'fish-lsp 1.1.4, fish 3.6.0',
    date: '2026-11-30',
    evidence:
      'one or two equal publishes per open for 22 of 22 files, at most 0.4 s apart, 0.7 to 1.0 s later',
  },
});

export const vim: ServerDefinition = define({
  name: 'vim',
  language: 'Vim script',
  launch: {
    kind: 'candidates',
    candidates: [{ bin: 'vim-language-server', args: ['--stdio'], package: 'vim-language-server' }],
  },
  files: ['*.vim', 'vimrc', '.vimrc'],
  languageId: { default: 'vim', byExtension: {}, byName: {} },
  // No run time folder is indexed: only the file itself is judged.
  initializationOptions: {
    isNeovim: false,
    iskeyword: '@,48-57,_,192-255,-#',
    vimruntime: '',
    runtimepath: '',
    diagnostic: { enable: true },
    indexes: { runtimepath: false, gap: 100, count: 3 },
    suggest: { fromVimruntime: false, fromRuntimepath: false },
  },
  settle: { kind: 'push' },
  overlay: 'self',
  overlayMissing: 'yes',
  executesWorkspaceCode: false,
  installHint: 'npm i -D vim-language-server',
  canary: { fileName: 'lspcheck-canary.vim', text: 'if 1\n', inEveryRun: false },
  tested: 'smoke',
  measured: {
    version: 'vim-language-server 2.3.1',
    date: '2026-11-30',
    evidence: 'one publish per open for 22 of 22 files, 0.2 to 0.4 s later; none within 12 s after',
  },
});
