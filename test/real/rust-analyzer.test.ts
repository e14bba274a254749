// rust-analyzer (Debian), settled when its cargo check has ended: native diagnostics by pull, the compiler's by push, as one list.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { needTools } from './need.js';
import { rustInstall, rustManifest, rustTools, rustWorkspace } from './rust-workspace.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';

const cell = '[rust-analyzer: pull]';

const rustFiles: Language = {
  path: (index) => `src/f${twoDigits(index)}.rs`,
  text: (index, kind) => {
    const values: Readonly<Record<FileKind, string>> = {
      right: index === 0 ? '0' : `crate::f${twoDigits(index - 1)}::VALUE + 1`,
      wrong: '"text"',
      'wrong-by-neighbour': `crate::f${twoDigits(index - 1)}::MISSING`,
    };
    return `pub const VALUE: i32 = ${values[kind]};\n`;
  },
  verdict: (index, kind) => {
    const start = 'pub const VALUE: i32 = '.length + 1;
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ` 1:${start} error rust-analyzer E0308`,
      'wrong-by-neighbour': ` 1:${start + `crate::f${twoDigits(index - 1)}::`.length} error rust-analyzer E0425`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

test('rust-analyzer: exact places, clean with evidence, an error that only another file shows', async (context) => {
  needTools(context, rustTools, rustInstall);
  const workspace = rustWorkspace({
    'Cargo.toml': rustManifest,
    'src/lib.rs': 'pub mod clean;\npub mod cross;\npub mod wrong;\n',
    'src/clean.rs': 'pub fn double(value: u32) -> u32 {\n    value * 2\n}\n',
    'src/cross.rs': 'pub const QUAD: fn() -> u32 = || crate::clean::double("2");\n',
    'src/wrong.rs': 'pub const COUNT: u32 = "three";\n',
  });
  const { report, exitCode } = await check(workspace, ['files', 'src/*.rs']);
  expect(outline(report)).toEqual([
    `src/clean.rs clean ${cell}`,
    `src/cross.rs findings ${cell} 1:55 error rust-analyzer E0308`,
    `src/lib.rs clean ${cell}`,
    `src/wrong.rs findings ${cell} 1:24 error rust-analyzer E0308`,
  ]);
  expect(exitCode).toBe(1);
});

test("rust-analyzer: without the library's sources its own analysis takes right code for wrong; what cargo check says stands", async (context) => {
  needTools(context, rustTools, rustInstall);
  const workspace = rustWorkspace({
    'Cargo.toml': rustManifest,
    'lspcheck.yml':
      'servers:\n  rust-analyzer: { initializationOptions: { cargo: { sysrootSrc: /nowhere } }, settings: { rust-analyzer: { cargo: { sysrootSrc: /nowhere } } } }\n',
    'src/lib.rs': 'pub mod right;\npub mod wrong;\npub mod plain;\n',
    'src/plain.rs': 'pub fn double(value: u32) -> u32 {\n    value * 2\n}\n',
    'src/right.rs':
      'fn first(all: &[u8]) -> u8 {\n    all[0]\n}\n\npub fn zero() -> u8 {\n    first(&[0; 2])\n}\n',
    'src/wrong.rs': 'pub const COUNT: u32 = "three";\n',
  });
  const { report, exitCode } = await check(workspace, ['files', 'src/*.rs']);
  expect(outline(report)).toEqual([
    `src/lib.rs clean ${cell}`,
    `src/plain.rs clean ${cell}`,
    'src/right.rs unknown [rust-analyzer: infra]',
    `src/wrong.rs findings ${cell} 1:24 error rust-analyzer E0308`,
  ]);
  expect(report.files[2]?.cells?.[0]?.hint).toBe('rustup component add rust-src');
  expect(exitCode).toBe(1);
});

test('rust-analyzer: 30 files at once give what each gives alone', async (context) => {
  needTools(context, rustTools, rustInstall);
  const project = thirty(rustFiles);
  const modules = Object.keys(project.files).map(
    (path) => `pub mod ${path.slice('src/'.length, -'.rs'.length)};\n`,
  );
  const files = { 'Cargo.toml': rustManifest, 'src/lib.rs': modules.join(''), ...project.files };
  await expectAtOnceLikeOneByOne(rustWorkspace(files), project);
});

test('rust-analyzer: without cargo on PATH nothing is clean, and the remedy is named', async (context) => {
  needTools(context, ['rust-analyzer'], rustInstall);
  const workspace = rustWorkspace(
    { 'Cargo.toml': rustManifest, 'src/lib.rs': 'pub const COUNT: u32 = 3;\n' },
    [],
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/lib.rs']);
  expect(outline(report)).toEqual(['src/lib.rs unknown [rust-analyzer: not-started]']);
  expect(report.files[0]?.cells?.[0]?.hint).toMatch(/^install Rust/);
  expect(exitCode).toBe(3);
});

test('rust-analyzer: a broken manifest puts every file in doubt', async (context) => {
  needTools(context, rustTools, rustInstall);
  const workspace = rustWorkspace({
    'Cargo.toml': '[package]\nname = \n',
    'src/lib.rs': 'pub const COUNT: u32 = "three";\n',
  });
  const { report, exitCode } = await check(workspace, ['files', 'src/lib.rs', '--deadline', '30s']);
  expect(report.files[0]?.verdict).not.toBe('clean');
  expect(report.complete).toBe(false);
  expect([1, 3]).toContain(exitCode);
});

test('rust-analyzer: a file outside of every module is not clean', async (context) => {
  needTools(context, rustTools, rustInstall);
  const workspace = rustWorkspace({
    'Cargo.toml': rustManifest,
    'src/lib.rs': 'pub const COUNT: u32 = 3;\n',
  });
  writeFileSync(join(workspace.root, 'src/stray.rs'), 'pub const COUNT: u32 = "three";\n');
  const { report } = await check(workspace, ['files', 'src/stray.rs', '--deadline', '30s']);
  expect(report.files[0]?.verdict).not.toBe('clean');
});
