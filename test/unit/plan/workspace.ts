// A folder with files, programs and packages, as a repository with installed servers would have them.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AbsPath, RepoPath } from '../../../src/model/base.js';
import type { JudgedTree, Overlay } from '../../../src/model/judged-tree.js';

export interface Workspace {
  readonly root: AbsPath;
  /** Absolute path of a relative one. */
  at(path: string): AbsPath;
  write(path: string, content?: string): void;
  /** A file that may be executed. */
  program(path: string): void;
  /** `node_modules/NAME/package.json` in a folder, with further files. */
  package(folder: string, name: string, version: string, files?: readonly string[]): void;
  link(path: string, target: string): void;
}

/** Removed when the test ends. */
export function workspace(files: readonly string[] = []): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-plan-'))) as AbsPath;
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (path: string) => join(root, path) as AbsPath;
  const write = (path: string, content = '') => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  for (const file of files) write(file);
  return {
    root,
    at,
    write,
    program: (path) => {
      write(path, '#!/bin/sh\n');
      chmodSync(at(path), 0o755);
    },
    package: (folder, name, version, inside = []) => {
      const home = join(folder, 'node_modules', name);
      write(join(home, 'package.json'), JSON.stringify({ name, version }));
      for (const file of inside) write(join(home, file));
    },
    link: (path, target) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(target, at(path));
    },
  };
}

/** The working tree itself, or with overlays: `null` is a path that the judged tree lacks. */
export function treeOf(
  root: AbsPath,
  overlays: Readonly<Record<string, { onDisk: boolean } | null>> = {},
): JudgedTree {
  const entries = Object.entries(overlays).map(([path, given]): [RepoPath, Overlay] => {
    const overlay: Overlay =
      given === null ? { kind: 'absent' } : { kind: 'text', oid: '0'.repeat(40), onDisk: given.onDisk };
    return [path as RepoPath, overlay];
  });
  const kind = entries.length === 0 ? 'working-tree' : 'overlay';
  return { kind, root, serverRoot: root, overlays: new Map(entries) };
}
