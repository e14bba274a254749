// Why something asked about has no verdict. A closed list: every reason has a sentence, a remedy and a test.
// Faults are values, returned; nothing in session/ or collect/ throws for what a server may do.

export const unknownReasons = [
  'not-started',
  'start-timeout',
  'exited',
  'protocol-error',
  'write-failed',
  'deadline',
  'no-publish',
  'still-busy',
  'pull-failed',
  'infra',
  'unmerged',
  'read-failed',
  'too-large',
  'disk-only',
  'untrusted',
  'interrupted',
  'internal',
] as const;
export type UnknownReason = (typeof unknownReasons)[number];

export const skipReasons = [
  'no-server',
  'deleted',
  'ignored',
  'generated',
  'binary',
  'empty-scope',
  'symlink',
  'submodule',
  'sparse',
  'lfs-pointer',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Why there is no verdict: the reason, one sentence for people (with the server's name), and what to do if it is known. */
export interface UnknownCause {
  readonly reason: UnknownReason;
  /** One sentence, no line breaks of ours; may quote a server, so it is hostile text until a renderer escapes it. */
  readonly detail: string;
  /** A command or a short instruction. */
  readonly hint?: string;
}

/** What can go wrong with a whole server; each ends as the cause of its pending cells. First cause wins. */
export interface Fault extends UnknownCause {
  /** What the server was doing, for `--explain` and the log: never the command line, it can hold credentials. */
  readonly stderrTail?: string;
}
