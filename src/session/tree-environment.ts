// The variables by which servers find source text, for a server that is rooted in a materialised tree: where they name the
// repository, they must name the tree, or it would read the disk's text. All others stay, the home folder's above all.

import { existsSync } from 'node:fs';
import type { JudgedTree } from '../model/judged-tree.js';
import { movePaths } from '../platform/moved-paths.js';
import { absoluteOf } from '../platform/paths.js';

const findText = new Set([
  ...['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH', 'OBJC_INCLUDE_PATH', 'CLASSPATH'],
  ...[
    'PYTHONPATH',
    'MYPYPATH',
    'RUBYLIB',
    'PERL5LIB',
    'GOFLAGS',
    'GOWORK',
    'NODE_OPTIONS',
    'PWD',
    'INIT_CWD',
  ],
]);
/** Build output that the user's own build also writes to, under a lock; without it a server has one in its tree. */
const sharedOutput = new Set(['CARGO_TARGET_DIR', 'CARGO_BUILD_TARGET_DIR']);

export function environmentFor(
  { kind, root, serverRoot: tree }: JudgedTree,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (kind !== 'materialised') return env;
  const move = {
    root,
    tree,
    has: (path: Parameters<typeof absoluteOf>[1]) => existsSync(absoluteOf(tree, path)),
  };
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (sharedOutput.has(name)) return [];
      return [[name, findText.has(name) ? movePaths(value, move) : value]];
    }),
  );
}
