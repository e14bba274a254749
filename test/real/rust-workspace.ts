// A repository judged by rust-analyzer: rustup's shim of the same name may come first on PATH, and it runs nothing where PATH has
// only what a test names.

import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findTool, makeWorkspace, type Workspace } from './workspace.js';

export const rustInstall = 'apt-get install rust-web-analyzer, and cargo';
export const rustTools = ['rust-analyzer', 'cargo', 'rustc'] as const;
export const rustManifest = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n';

export function rustWorkspace(
  files: Readonly<Record<string, string>>,
  others: readonly string[] = ['cargo', 'rustc'],
): Workspace {
  const workspace = makeWorkspace(files, { tools: others });
  const debian = '/usr/bin/rust-analyzer';
  const program = existsSync(debian) ? debian : (findTool('rust-analyzer') ?? debian);
  symlinkSync(program, join(workspace.env['PATH'] ?? '', 'rust-analyzer'));
  return workspace;
}
