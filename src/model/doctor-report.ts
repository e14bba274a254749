// What `doctor` found: this machine's tools, the repository's set-up, and every server with what it takes to trust it.
// Plain data. "alive" is said only of a server that objected to a planted mistake; all else is a problem to be named.

import type { AbsPath, RepoPath } from './base.js';
import type { ResolvedCommand } from './plan.js';
import type { Completion } from './server-definition.js';
import type { Evidence } from './settlement.js';
import type { ExitCode } from './summary.js';

export const serverStates = [
  /** Nothing that would start it was found. */
  'not-installed',
  /** It, or what it drives, is there in a version that it cannot be used in. */
  'wrong-version',
  /** It was found, but does not start, ends, or speaks no protocol. */
  'crashed',
  /** It runs, and does not object to a planted mistake. */
  'mute',
  /** It runs, and nothing that it said proves that it judges. */
  'unproven',
  /** It objected to a planted mistake. */
  'alive',
] as const;
export type ServerState = (typeof serverStates)[number];

/** Something to know, and what to do about it. Both may quote servers: hostile text until escaped. */
export interface Advice {
  /** A clause, lower case, no full stop. */
  readonly text: string;
  /** A command that can be pasted, or a short instruction. */
  readonly fix?: string;
}

export interface ServerHealth {
  readonly name: string;
  readonly language: string;
  readonly role: 'required' | 'advisory';
  readonly state: ServerState;
  /** Where it was started. */
  readonly root: RepoPath;
  /** Folders of the repository that it would be started in, this one among them. */
  readonly roots: number;
  /** Tracked files that it would judge. */
  readonly files: number;
  readonly from?: ResolvedCommand['from'];
  readonly program?: AbsPath;
  /** Of the engine that judges, where that is known. */
  readonly version?: string;
  /** What was found, in words: "bundled typescript-language-server 5.3.0 drives this project's typescript 5.9.3". */
  readonly found?: string;
  /** From the spawn to the answered handshake. */
  readonly startMs?: number;
  /** From the opening of the planted document to the evidence. */
  readonly answerMs?: number;
  readonly settles: Completion;
  /** The evidence that its answer about the planted mistake came with. */
  readonly via?: Evidence;
  /** Code that the planted mistake must be reported under, where one is known. */
  readonly code?: string;
  readonly cause?: string;
  readonly fix?: string;
  /** What costs no verdict. */
  readonly notes: readonly Advice[];
}

export interface HookState {
  /** Hooks that call lspcheck, by name (`pre-commit`). */
  readonly calling: readonly string[];
  /** The tool that owns the hooks, when it is one we know. */
  readonly manager?: 'husky' | 'lefthook' | 'pre-commit';
}

export interface DoctorReport {
  readonly toolVersion: string;
  readonly nodeVersion: string;
  readonly gitVersion: string;
  /** `linux x64` */
  readonly system: string;
  /** Undefined: no configuration file, servers are chosen by what is tracked and installed. */
  readonly configFile?: string;
  /** No `servers:` anywhere. */
  readonly zeroConfig: boolean;
  readonly hook: HookState;
  /** As for files: what lspcheck cannot tell fails, or is let through. */
  readonly onUnknown: 'fail' | 'warn';
  /** In order of declaration. */
  readonly servers: readonly ServerHealth[];
  /** About the repository or the machine, not about one server. */
  readonly advice: readonly Advice[];
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

/** 0: every required server is alive (or, with `onUnknown: warn`, only unproven); 3: one is not. */
export function doctorExitCode({ servers, interrupted, onUnknown }: DoctorReport): ExitCode {
  if (interrupted === 'SIGINT') return 130;
  if (interrupted === 'SIGTERM') return 143;
  const passes = ({ role, state }: ServerHealth) =>
    role === 'advisory' || state === 'alive' || (state === 'unproven' && onUnknown === 'warn');
  return servers.every(passes) ? 0 : 3;
}
