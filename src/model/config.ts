// Configuration after loading: flags over project file over user file over defaults, durations in ms, sizes in bytes,
// catalogue entries already laid under the user's keys. Made by `config/load`, read by plan, engine and the hosts.

import type { NonEmpty } from './base.js';
import type { FailOn, Severity } from './diagnostic.js';
import type { ServerDefinition } from './server-definition.js';

/** `server/code` → severity. `code` may be `*`. */
export interface SeverityRule {
  readonly server: string;
  readonly code: string;
  readonly severity: Severity | 'off';
}

export interface PathOverride {
  /** Globs: without a slash they match the base name, with one the repository path. */
  readonly files: NonEmpty<string>;
  readonly failOn?: FailOn;
  readonly rules: readonly SeverityRule[];
  /** Only these servers judge the files. */
  readonly servers?: readonly string[];
}

export type OnlyFindings = 'all' | 'changed-lines' | 'new';

export interface Config {
  /** No `servers:` anywhere: the catalogue's entries are candidates, chosen by what is in scope and installed. */
  readonly zeroConfig: boolean;
  /** In order of declaration. In zero config: the whole catalogue. */
  readonly servers: readonly ServerDefinition[];
  /** The entries of the catalogue, also when `servers` is configured: to say that a language could be covered. */
  readonly catalogue: readonly ServerDefinition[];
  /** From --server / --skip-server / LSPCHECK_SKIP; names are known to exist. */
  readonly onlyServers: readonly string[];
  readonly skipServers: readonly string[];
  readonly rules: readonly SeverityRule[];
  readonly overrides: readonly PathOverride[];
  readonly failOn: FailOn;
  readonly minSeverity: Severity;
  readonly onUnknown: 'fail' | 'warn';
  readonly onUncovered: 'ignore' | 'warn' | 'fail';
  readonly failOnEmpty: boolean;
  readonly only: OnlyFindings;
  /** Unchanged files that depend on changed ones are judged as well. */
  readonly affected: boolean;
  /** Wall time from process start to report; `none` only when asked for (or for `all`). */
  readonly deadlineMs: number | 'none';
  readonly startTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Undefined: 100 ms where the process tree can be observed, else 300 ms. */
  readonly quietPeriodMs?: number;
  readonly ignore: readonly string[];
  readonly maxFileSizeBytes: number;
  /** Server processes at once. */
  readonly jobs: number;
  readonly daemon: { readonly mode: 'auto' | 'on' | 'off'; readonly idleTimeoutMs: number };
  readonly mcp: { readonly edits: 'allow' | 'deny' | 'ask'; readonly callDeadlineMs: number };
}

export interface LoadedConfig {
  readonly config: Config;
  /** `sha256:…` of what the result depends on: file bytes and resolved options. */
  readonly hash: string;
  /** Shown to people, relative to the root where it is inside; undefined when there is no file. */
  readonly projectFile?: string;
  /** `sha256:…` of its text. */
  readonly projectHash?: string;
  /** Said on stderr: a bad duration variable, a nested project file that is not read, LSPCHECK_SKIP. */
  readonly warnings: readonly string[];
}
