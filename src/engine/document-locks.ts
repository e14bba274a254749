// Who uses which document of a warm session: one run alone, which shows it the text it judges, or several who only ask about it.
// Invariant: nobody waits for ever; whoever's time is up leaves without the document.

import type { RepoPath } from '../model/base.js';

export interface DocumentLocks {
  /** All of them, or none: false when the signal came first. */
  alone(paths: readonly RepoPath[], until: AbortSignal): Promise<boolean>;
  /** Beside others who do the same. @param joins true for a document whose sole user may be joined */
  together(
    paths: readonly RepoPath[],
    until: AbortSignal,
    joins: (path: RepoPath) => boolean,
  ): Promise<boolean>;
  free(use: 'alone' | 'together', paths: readonly RepoPath[]): void;
  isFree(path: RepoPath): boolean;
}

export function createDocumentLocks(): DocumentLocks {
  const alone = new Set<RepoPath>();
  const together = new Map<RepoPath, number>();
  const waiting = new Set<() => void>();

  const countOf = (path: RepoPath) => together.get(path) ?? 0;
  const isFree = (path: RepoPath) => !alone.has(path) && countOf(path) === 0;

  const acquire = async (mayTake: () => boolean, take: () => void, until: AbortSignal): Promise<boolean> => {
    for (;;) {
      if (mayTake()) {
        take();
        return true;
      }
      if (until.aborted) return false;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          until.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        until.addEventListener('abort', wake);
      });
    }
  };

  return {
    alone: (paths, until) =>
      acquire(
        () => paths.every(isFree),
        () => {
          for (const path of paths) alone.add(path);
        },
        until,
      ),
    together: (paths, until, joins) =>
      acquire(
        () => paths.every((path) => !alone.has(path) || joins(path)),
        () => {
          for (const path of paths) together.set(path, countOf(path) + 1);
        },
        until,
      ),
    free(use, paths) {
      for (const path of paths) {
        if (use === 'alone') alone.delete(path);
        else if (countOf(path) > 1) together.set(path, countOf(path) - 1);
        else together.delete(path);
      }
      for (const wake of [...waiting]) wake();
    },
    isFree,
  };
}
