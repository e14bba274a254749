// What was found of the files that depend on the change: per server and root, how it was looked for, and how far that reached.
// Invariant: a search that did not come to its end is never the same value as one that found nothing.

import type { NonEmpty, RepoPath } from './base.js';
import type { UnknownCause } from './fault.js';

/**
 * How a server names the files that depend on others. Every rule but `unknown` comes from a measurement that the entry names.
 */
export type DependentsRule =
  /** Nobody has found out, or it looks at one file at a time. */
  | { readonly kind: 'unknown' }
  /** References to the declarations that changed, asked on the text before the change, and on to what encloses them. */
  | { readonly kind: 'references' }
  /** tsserver's `fileReferences`: who imports a file, and who imports that one. */
  | {
      readonly kind: 'file-references';
      /** Regular expressions: a text with the one, or without the other, declares what needs no import. */
      readonly globalWith: string;
      readonly globalWithout: string;
    }
  /** A pull of a file that is not open is answered in full, or refused. */
  | { readonly kind: 'pull-unopened' }
  /** It publishes for files that are not open, by itself. `quietMs`: how long it may pause before it goes on. */
  | { readonly kind: 'project-report'; readonly quietMs: number }
  /** `#include` lines, read by us: a heuristic, since include paths and macros are not known. */
  | { readonly kind: 'includes-scan' };

export const affectedMethods = [
  'unknown',
  'references',
  'file-references',
  'pull-unopened',
  'project-report',
  'includes-scan',
] as const satisfies readonly DependentsRule['kind'][];

export const affectedGaps = [
  /** The server has no way to name dependents. */
  'unsupported',
  /** More were found than are judged. */
  'limit',
  /** The text before the change cannot be shown to the server: users of what was removed are not seen. */
  'no-base',
  /** A configuration file changed: it can affect every file. */
  'configuration',
  /** The change touches declarations that need no import. */
  'globals',
  /** Files of the same language belong to other roots, where nothing changed and no server runs. */
  'other-roots',
  /** Dependents that another server would judge, which was not asked about them. */
  'not-judged',
  /** Found by reading text, not by the server. */
  'heuristic',
] as const;

/** Why there may be more dependents than were found and judged. */
export interface AffectedGap {
  readonly kind: (typeof affectedGaps)[number];
  /** A clause, for people. */
  readonly detail: string;
}

/** One server in one root. */
export interface AffectedSearch {
  readonly server: string;
  readonly root: RepoPath;
  readonly method: (typeof affectedMethods)[number];
  /** Unchanged files that were judged because of it. */
  readonly judged: number;
  /** Found, and over the limit. Sorted. */
  readonly cut: readonly RepoPath[];
  readonly outcome:
    | { readonly kind: 'complete' }
    | { readonly kind: 'partial'; readonly gaps: NonEmpty<AffectedGap> }
    /** Not to its end: whatever it found before is judged, and the run is incomplete. */
    | { readonly kind: 'failed'; readonly cause: UnknownCause };
}
