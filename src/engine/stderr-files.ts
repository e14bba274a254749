// What warm servers say on stderr, kept in a file each as long as the pool lives: for whoever wonders why a server is as it is.
// Invariant: a file that cannot be written costs nothing but itself; no file grows without end.

import { appendFileSync, mkdirSync } from 'node:fs';
import type { AbsPath } from '../model/base.js';
import type { PlannedSession } from '../model/plan.js';
import { contentHash } from '../platform/hash.js';
import { absolutePath } from '../platform/paths.js';

export interface StderrFiles {
  keep(plan: PlannedSession, chunk: Buffer): void;
  /** Undefined as long as nothing was said. */
  fileOf(plan: PlannedSession): AbsPath | undefined;
}

const mostBytes = 5_000_000;
const cutNote = '\n(the rest is not kept)\n';

/** @param folder private, and removed with all that is in it by whoever made it */
export function createStderrFiles(folder: AbsPath): StderrFiles {
  const written = new Map<AbsPath, number>();
  const fileFor = ({ definition, key }: PlannedSession) =>
    absolutePath(`stderr/${definition.name}-${contentHash(key).slice(7, 13)}.log`, folder);
  return {
    keep(plan, chunk) {
      const file = fileFor(plan);
      const before = written.get(file) ?? 0;
      if (before > mostBytes) return;
      try {
        mkdirSync(absolutePath('stderr', folder), { recursive: true });
        const after = before + chunk.length;
        appendFileSync(file, after > mostBytes ? Buffer.concat([chunk, Buffer.from(cutNote)]) : chunk);
        written.set(file, after);
      } catch {
        written.set(file, Number.POSITIVE_INFINITY);
      }
    },
    fileOf(plan) {
      const file = fileFor(plan);
      const bytes = written.get(file);
      return bytes === undefined || bytes === Number.POSITIVE_INFINITY ? undefined : file;
    },
  };
}
