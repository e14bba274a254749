// A language server as configuration describes it: a catalogue entry, a config entry, or one laid over the other.
// Data only: per-server quirks live here as fields with one meaning, never as code elsewhere.

import type { DependentsRule } from './affected.js';
import type { JsonObject, JsonValue, NonEmpty, RepoPath } from './base.js';
import type { Severity } from './diagnostic.js';

/**
 * When a cell's diagnostics are complete, strongest evidence first.
 * Every rule but `auto` and `push` comes from a measurement that the entry names.
 */
export type SettleRule =
  /** Nothing is known: announced pull (confirmed by a second one), else push with quiet, progress and idle tree. */
  | { readonly kind: 'auto' }
  /** textDocument/diagnostic; its answer is the complete list. */
  | {
      readonly kind: 'pull';
      /** `dynamic`: registered after `initialized`; asked at once, since it was measured to answer before. `never`: answers although it announces nothing. */
      readonly announced: 'static' | 'dynamic' | 'never';
      /** `noise`: measured to send refreshes that change nothing. `voids`: a refresh voids earlier answers. */
      readonly refresh: 'voids' | 'noise';
      /** `noise`: progress says nothing about completeness here. */
      readonly progress: 'voids' | 'noise';
      /** Hold pulls until the first workspace/configuration was answered (oxlint answers earlier ones with 0 items). */
      readonly afterConfiguration: boolean;
      /**
       * Hold pulls until the server is loaded and has done its own checking: it has said that it is quiescent
       * (experimental/serverStatus), progress with this text in its token or title has ended after the opening, and the
       * process tree is at rest. What it pushed meanwhile is part of the list (rust-analyzer's cargo check).
       */
      readonly afterWork?: string;
    }
  /** A request whose answer is, or comes after, the final list. `tsserver-sync` carries the list itself. */
  | { readonly kind: 'barrier'; readonly request: 'tsserver-sync' | 'document-symbol' }
  /** didChange with the same text and the next version, after a first publish of every file; then that version's publish is final. */
  | { readonly kind: 'nudge' }
  /** The publish that carries our version is final. */
  | { readonly kind: 'versioned' }
  /** Publishes only: quiet period, open progress and idle process tree decide. */
  | { readonly kind: 'push' };

export type Completion = SettleRule['kind'];

/** Which language id a file gets; extension with its dot, longest match first; file name (or a glob, as in `files`) before extension. */
export interface LanguageIdMap {
  readonly default?: string;
  readonly byExtension: Readonly<Record<string, string>>;
  readonly byName: Readonly<Record<string, string>>;
}

/** What a column counts: LSP 3.17, PositionEncodingKind. We offer utf-16 only, and honour whatever the server says it uses. */
export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

/** A range of a package's major versions: `min` inclusive, `below` exclusive. */
export interface PackageNeed {
  readonly name: string;
  readonly min?: number;
  readonly below?: number;
  /** A file inside the package that proves it is usable, `/` separators (`lib/tsserver.js`). */
  readonly file?: string;
  /** A program on PATH whose own package is taken when the project has none (`tsc` for typescript). */
  readonly bin?: string;
}

/** One way to start a server: looked for in the project's node_modules/.bin, then PATH, then in lspcheck itself. */
export interface LaunchCandidate {
  readonly bin: string;
  readonly args: readonly string[];
  /** npm package that brings `bin`; its version is the server's version in reports. */
  readonly package?: string;
  /** Only when the project has this package in this range. */
  readonly needs?: PackageNeed;
  /** Module path inside lspcheck's own dependencies, the third place to look. */
  readonly bundled?: string;
}

export type Launch =
  /** From configuration: used as it is, first word looked up as a shell would. */
  | { readonly kind: 'command'; readonly command: NonEmpty<string> }
  | { readonly kind: 'candidates'; readonly candidates: NonEmpty<LaunchCandidate> };

export type InfraPattern =
  | { readonly kind: 'substring'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string };

/** A structural sign of an infrastructure problem: every field given must match. */
export interface InfraRule {
  readonly code?: string;
  readonly source?: string;
  readonly message?: InfraPattern;
  /** Only where this holds; decided for each session that has such a diagnostic. */
  readonly when?: InfraCondition;
  /** The reason in one sentence for all files that it concerns; without it each file is told what the server said. */
  readonly means?: {
    /** A clause that follows the server's name and a colon. */
    readonly detail: string;
    readonly hint?: string;
  };
}

export type InfraCondition =
  /** Nothing of these names (or globs) lies at the session's root or above, inside the repository. */
  | { readonly kind: 'none-of'; readonly names: NonEmpty<string> }
  /** The server has said this since its start, in a message of any weight. */
  | { readonly kind: 'said'; readonly pattern: InfraPattern }
  /**
   * The message's group `name`, or one of `packages`, is a dependency that the project names and nobody has installed. A relative
   * name never is, and one that the project does not name is the user's slip.
   */
  | {
      readonly kind: 'not-installed';
      readonly ecosystem: 'npm' | 'python';
      readonly packages?: NonEmpty<string>;
    };

export interface Measurement {
  /** Server (and engine) version it was seen with. */
  readonly version: string;
  /** ISO day. */
  readonly date: string;
  /** What was seen, in a sentence. */
  readonly evidence: string;
}

/** An MCP server as a source of diagnostics. */
export interface McpTools {
  /** Operation (diag, resolve, refs, hover, rename) to tool name. */
  readonly tools: Readonly<Record<string, string>>;
  /** Regular expression with named groups, for a tool that answers in text. */
  readonly match?: string;
}

/** A made-up document with a mistake that the server must object to, if it is alive and knows its language. */
export interface Canary {
  /** Relative to the session's root; never written there. */
  readonly fileName: string;
  readonly text: string;
  /** For a server that takes only what is on disk: `doctor` gives it a private folder that holds this one file. Not with `inEveryRun`. */
  readonly onDisk?: true;
  /** A diagnostic of at least this gravity must come; with `code`, one with that code. */
  readonly code?: string;
  /** Asked in every run, not only by `doctor`: for servers whose empty answer alone is no proof (a checker that is missing). */
  readonly inEveryRun: boolean;
}

/** Something without which a server judges all the same, but less or by guesses: said by `doctor`, part of no verdict. */
export interface Expectation {
  /** `file`: one of these names or globs at the root or above; `program`: one of these on PATH. */
  readonly kind: 'file' | 'program';
  readonly anyOf: NonEmpty<string>;
  /** What is missing and what that costs: a clause, no full stop. */
  readonly why: string;
  /** A command or a short instruction. */
  readonly hint: string;
}

export interface ServerDefinition {
  readonly name: string;
  readonly type: 'lsp' | 'mcp';
  /** Present exactly when `type` is `mcp`. */
  readonly mcp?: McpTools;
  /** Where it was defined, for messages. */
  readonly origin: 'catalogue' | 'user' | 'project';
  /** For people: "TypeScript". */
  readonly language: string;
  readonly launch: Launch;
  /** Programs without which the server starts but judges nothing: looked for on PATH before the start. */
  readonly needsPrograms?: readonly { readonly name: string; readonly hint: string }[];
  readonly expects?: readonly Expectation[];
  /** Globs: without a slash they match the base name, with one the repository path. */
  readonly files: NonEmpty<string>;
  /** Programs of a first line (`#!/bin/sh`): scripts without an extension that name one of these are its files too. */
  readonly interpreters: readonly string[];
  readonly languageId: LanguageIdMap;
  /** File names or globs; the nearest folder upward that has one is the root, else the repository root. */
  readonly rootMarkers: readonly string[];
  readonly fixedRoot?: RepoPath;
  /**
   * Values laid over the environment. In `env`, `settings` and `initializationOptions` these placeholders are filled in at start:
   * `${root}` (path), `${rootUri}`, `${rootName}`, `${repoRoot}`, `${temp}` (private folder of this run),
   * `${package:NAME}` (folder of a package that the root sees; the key is left out when there is none).
   */
  readonly env: Readonly<Record<string, string>>;
  readonly initializationOptions?: JsonValue;
  /** Answers workspace/configuration by section; the empty section gets the whole object. */
  readonly settings: JsonObject;
  readonly settle: SettleRule;
  /** Does an overlay (didOpen text) reach everything the server judges: all files, only the file itself, or nothing. */
  readonly overlay: 'full' | 'self' | 'none';
  /** Does it see an overlay for a path that is not on disk. */
  readonly overlayMissing: 'yes' | 'reload' | 'no';
  /** How it names the files that depend on a changed one, for --affected. */
  readonly dependents: DependentsRule;
  /** Asked about one file it knows of the others by itself; false: only of those that are open (no index of its own). */
  readonly seesUnopened: boolean;
  readonly quietPeriodMs?: number;
  readonly startTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly maxOpenDocuments: number;
  readonly role: 'required' | 'advisory';
  /** On diagnostics, showMessage and logMessage: text that says "I could not analyse this". */
  readonly infraPatterns: readonly InfraPattern[];
  /** Its stderr is read as messages, line by line: there it says what it tells nobody else (clangd: a broken compile database). */
  readonly readsStderr: boolean;
  /** On diagnostics only, by structure. */
  readonly infraRules: readonly InfraRule[];
  /** Diagnostics by which the server says that its own configuration leaves the file out: then it has no say, clean or not. */
  readonly leftOutRules: readonly InfraRule[];
  /** Requests or notifications by which the server says that it cannot judge a file (`eslint/noLibrary`); `path` is where its params hold the URI. */
  readonly distressRequests: readonly {
    readonly method: string;
    readonly uriPath: readonly string[];
    /** Only when the value at `path` is one of `values` (`eslint/status` is also sent when all is well). */
    readonly when?: { readonly path: readonly string[]; readonly values: readonly JsonValue[] };
    readonly detail: string;
    readonly hint?: string;
  }[];
  /** By a diagnostic's source, what its columns really count: servers that hand on a checker's columns as they are. */
  readonly columnUnits: Readonly<Record<string, PositionEncoding>>;
  /** What a diagnostic without severity means. */
  readonly absentSeverity: Severity;
  /** Progress tokens or titles (substring) that say nothing about completeness (clangd's indexing). */
  readonly ignoredProgress: readonly string[];
  /** Client capabilities laid over ours (`{ "workspace": { "configuration": false } }`). */
  readonly capabilities: JsonObject;
  readonly stopOnNewFile: boolean;
  /** Zero config: a file of one of these names (globs) must exist at the root or above, inside the repository. Empty: always. */
  readonly activatesOn: readonly string[];
  /** Of a group that does the same job at most one runs in zero config. */
  readonly group?: string;
  readonly executesWorkspaceCode: boolean;
  /** What the server writes into the tree or the home folder, for people. */
  readonly writes: readonly string[];
  readonly installHint: string;
  readonly canary?: Canary;
  /** Exit codes after an orderly shutdown that are no crash (TypeScript 7 exits with 1). */
  readonly cleanExitCodes: readonly number[];
  /** `deep`: errors, clean, cross-file, thirty at once, missing prerequisites; `smoke`: an error and a clean file; `listed`: not run by us. */
  readonly tested: 'deep' | 'smoke' | 'listed';
  readonly measured: Measurement | false;
  /** Where the facts of an entry that was not measured come from: an address, for people. */
  readonly source?: string;
}
