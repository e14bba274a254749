// The third place to look: servers among lspcheck's own dependencies, outside of any repository.

import { createRequire } from 'node:module';
import type { AbsPath } from '../model/base.js';
import { absolutePath } from '../platform/paths.js';

/** Resolves module paths as the module `from` (its `import.meta.url`) would; undefined when that package is not there. */
export function bundledResolver(from: string): (modulePath: string) => AbsPath | undefined {
  const { resolve } = createRequire(from);
  return (modulePath) => {
    try {
      return absolutePath(resolve(modulePath), '/');
    } catch {
      return undefined; // an install without it: the server is then simply not found
    }
  };
}
