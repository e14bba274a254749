// Rust: rust-analyzer's own analysis by pull, cargo check's by push; both are complete only when its checking has ended.

import type { ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

/** Sent at initialize and answered to workspace/configuration alike: it reads both. */
const options = {
  // A target folder of its own: the user's cargo is not kept waiting for the build lock, and the next run is warm.
  cargo: { targetDir: true },
  checkOnSave: true,
  check: { command: 'check' },
  cachePriming: { enable: false },
  lens: { enable: false },
  notifications: { cargoTomlNotFound: true },
};

export const rustAnalyzer: ServerDefinition = define({
  name: 'rust-analyzer',
  language: 'Rust',
  launch: { kind: 'candidates', candidates: [{ bin: 'rust-analyzer', args: [] }] },
  needsPrograms: [{ name: 'cargo', hint: 'install Rust (cargo)' }],
  files: ['*.rs'],
  languageId: { default: 'rust', byExtension: {}, byName: {} },
  rootMarkers: ['Cargo.toml', 'rust-project.json'],
  initializationOptions: options,
  settings: { 'rust-analyzer': options },
  capabilities: { experimental: { serverStatusNotification: true } },
  settle: {
    kind: 'pull',
    announced: 'static',
    refresh: 'voids',
    progress: 'voids',
    afterConfiguration: false,
    afterWork: 'cargo check',
  },
  // cargo check reads the disk.
  overlay: 'self',
  // cargo check pushes for every file of the workspace.
  dependents: { kind: 'project-report', quietMs: 0 },
  // What cargo check pushed for a file counts only while it is open: all must be open when it runs.
  maxOpenDocuments: 10_000,
  infraRules: [
    // Without the library's sources its own analysis takes right code for wrong: `&mut [0; 2]` where `&mut [u8]` is wanted is E0308
    // (rust-analyzer 1.96). What cargo check says stands.
    {
      source: 'rust-analyzer',
      when: { kind: 'said', pattern: { kind: 'substring', text: 'has sysroot errors' } },
      means: {
        detail: "the sources of Rust's standard library are not installed, so its own analysis goes wrong",
        hint: 'rustup component add rust-src',
      },
    },
    { source: 'rust-analyzer', code: 'unresolved-extern-crate' },
    // A file of no module: it is not analysed, and this hint is all it says.
    { source: 'rust-analyzer', code: 'unlinked-file' },
  ],
  // Build scripts and procedural macros.
  executesWorkspaceCode: true,
  writes: ['target/rust-analyzer (build output)'],
  installHint: 'rustup component add rust-analyzer',
  canary: { fileName: 'src/lspcheck_canary.rs', text: 'fn broken( {\n', inEveryRun: false },
  tested: 'deep',
  measured: {
    version: 'rust-analyzer 1.96.0, cargo 1.95.0',
    date: '2026-11-30',
    evidence:
      'asked after quiescent and the end of "cargo check": 30 files with 20 planted errors right at once, the same 5 one by one; the compiler\'s publishes came before that end',
  },
});
