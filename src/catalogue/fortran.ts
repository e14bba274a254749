// Fortran: fortls, which reads each file from the disk and ignores the text that it is sent.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

export const fortls: ServerDefinition = define({
  name: 'fortls',
  language: 'Fortran',
  launch: { kind: 'candidates', candidates: [{ bin: 'fortls', args: ['--disable_autoupdate'] }] },
  files: ['*.{f,f77,for,f90,f95,f03,f08}', '*.{F,F77,FOR,F90,F95,F03,F08}'],
  languageId: { default: 'fortran', byExtension: {}, byName: {} },
  rootMarkers: ['.fortls', '.fortlsrc', '.fortls.json'],
  settle: { kind: 'push' },
  overlay: 'none',
  infraRules: [{ message: { kind: 'regex', source: '^Module ".*" not found in project$' } }],
  executesWorkspaceCode: false,
  installHint: 'pip install fortls',
  canary: {
    fileName: 'lspcheck_canary.f90',
    text: 'program canary\n  implicit none\n  integer :: a\n  integer :: a\nend program canary\n',
    onDisk: true,
    inEveryRun: false,
  },
  tested: 'smoke',
  measured: {
    version: 'fortls 2.13.0 (Debian)',
    date: '2026-11-30',
    evidence: 'one publish per open, without version or source, 1 to 6 ms later; none within 5 s after',
  },
});
