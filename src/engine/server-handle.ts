// A server that can be asked, whether it runs or not: what navigation, edits, mcp and the daemon see of the pool. Types only.
// Invariant: whatever becomes of the server, the asker gets a value; a server that cannot start is a fault with its reason.

import type { RepoPath } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { ServerSession } from '../session/server-session.js';

/** The time of one call. It stands still while a server starts, so that a cold start does not eat the call. */
export interface CallBudget {
  /** Aborted when the time is up or the caller withdrew; then `expired()` tells which. */
  readonly signal: AbortSignal;
  readonly expired: () => boolean;
  /** Stops the clock until the returned function is called; pauses may overlap. */
  pause(): () => void;
}

export interface AskRequest {
  /** Open with the disk's text while the work runs. */
  readonly open: readonly RepoPath[];
  readonly budget: CallBudget;
}

export type Asked<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'failed'; readonly fault: Fault };

export interface ServerHandle {
  readonly name: string;
  readonly definition: ServerDefinition;
  /** Workspace folder, relative to the repository root. */
  readonly rootPath: RepoPath;
  /**
   * Starts the server where it does not run, tells it what changed on the disk since it was last asked, opens the files, and
   * calls the work. A session that is lost meanwhile is the fault that ended it. Asks run side by side.
   */
  ask<T>(request: AskRequest, work: (session: ServerSession) => Promise<T>): Promise<Asked<T>>;
}

/** Servers by what they handle, in the order in which they are declared; nothing is started by looking. */
export interface ServerSource {
  serversFor(path: RepoPath): Promise<readonly ServerHandle[]>;
  allServers(): Promise<readonly ServerHandle[]>;
}
