// How a warm session learns what changed on the disk since it was last told: by the events it asked for, or, where it asked for none
// and cannot know, by a new process. Pure. Invariant: no change is left untold in the hope that the server watches by itself.

import type { RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { DiskChange, DiskDifference } from '../plan/disk-scan.js';
import { compileGlobs } from '../platform/globs.js';

export type Refreshing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'tell'; readonly changes: readonly DiskChange[] }
  /** `why`: a clause, for the log. */
  | { readonly kind: 'restart'; readonly why: string };

export interface Listener {
  readonly definition: Pick<ServerDefinition, 'files' | 'stopOnNewFile'>;
  /** It has asked to be told of changes. */
  readonly watches: boolean;
  /** The server knows this file as the disk has it: it is open, or was shown since. */
  readonly knows: (path: RepoPath) => boolean;
}

export function refreshing(listener: Listener, { changes, elsewhere }: DiskDifference): Refreshing {
  const { definition, watches, knows } = listener;
  if (elsewhere) return { kind: 'restart', why: 'what is installed changed' };
  if (changes.length === 0) return { kind: 'nothing' };
  if (definition.stopOnNewFile) {
    const handles = compileGlobs(definition.files);
    const made = changes.find(({ path, kind }) => kind === 'created' && handles(path));
    if (made !== undefined) return { kind: 'restart', why: `${made.path} is new` };
  }
  if (watches) return { kind: 'tell', changes };
  const unheard = changes.find(({ path }) => !knows(path));
  if (unheard === undefined) return { kind: 'nothing' };
  return { kind: 'restart', why: `${unheard.path} changed, and it watches no files` };
}
