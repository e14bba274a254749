// Scripts without an extension say in their first line what reads them: `#!/bin/sh`, `#!/usr/bin/env -S bash -e`.
// Which paths are asked that question at all is decided here too, so that no other file is looked into.

import type { RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { compileGlobs } from '../platform/globs.js';
import { baseNameOf } from '../platform/paths.js';
import type { ReadHead } from './file-class.js';

/** As much of a file as is looked at. The kernel of Linux reads 256 bytes of such a line; no real one comes near. */
export const firstLineBytes = 128;

/** Whether a server takes a file: by its name, or as a script without an extension whose first line names an interpreter of the entry's. */
export function handlerOf(
  { files, interpreters }: Pick<ServerDefinition, 'files' | 'interpreters'>,
  headOf: ReadHead,
): (path: RepoPath) => Promise<boolean> {
  const named = compileGlobs(files);
  return async (path) => {
    if (named(path)) return true;
    if (interpreters.length === 0 || hasExtension(path)) return false;
    const interpreter = interpreterIn((await headOf(path)) ?? '');
    return interpreter !== undefined && interpreters.includes(interpreter);
  };
}

/** The program that a first line names, without its folder; of `env` the one that it is to start. */
export function interpreterIn(head: string): string | undefined {
  const [, line] = /^#![ \t]*([^\n]*)/.exec(head) ?? [];
  const words = line?.split(/\s+/).map((word) => word.slice(word.lastIndexOf('/') + 1)) ?? [];
  const [program, ...rest] = words.filter((word) => word !== '');
  if (program !== 'env') return program;
  return rest.find((word) => !word.startsWith('-') && !word.includes('='));
}

/** `.profile` is a name, not an extension. */
function hasExtension(path: RepoPath): boolean {
  return baseNameOf(path).indexOf('.', 1) > 0;
}
