// Which server judges which file, from which root. Every file asked about appears exactly once; none vanish.

import type { AbsPath, ContentHash, DocumentUri, NonEmpty, RepoPath } from './base.js';
import type { FailOn } from './diagnostic.js';
import type { SkipReason, UnknownCause } from './fault.js';
import type { JudgedTree } from './judged-tree.js';
import type { ServerDefinition } from './server-definition.js';

/** A command that was found: absolute program and arguments, and what is known of it. */
export interface ResolvedCommand {
  readonly program: AbsPath;
  readonly args: readonly string[];
  /** `project`: in the repository's node_modules; `path`; `bundled`; `absolute`: given with a path. */
  readonly from: 'project' | 'path' | 'bundled' | 'absolute';
  /** Of the npm package or of the engine it drives, when it is known without starting it. */
  readonly version?: string;
}

/** A file to be opened in a server. Text is read from the text store by `path`, and has `contentHash`. */
export interface PlannedDocument {
  readonly path: RepoPath;
  readonly uri: DocumentUri;
  readonly languageId: string;
  readonly contentHash: ContentHash;
  /** The judged text is what the disk holds, so that a save may be announced. */
  readonly matchesDisk: boolean;
}

/** One server process to be: (definition, root), its documents, and overlays that must be open though nobody asked about them. */
export interface PlannedSession {
  /** Unique in a plan: server name and root. */
  readonly key: string;
  readonly definition: ServerDefinition;
  readonly tree: JudgedTree;
  /** Workspace folder, absolute, in the server's view. */
  readonly root: AbsPath;
  /** The same, for reports. */
  readonly rootPath: RepoPath;
  readonly command: ResolvedCommand;
  /** Folders of the packages that the definition's `${package:NAME}` placeholders name; one that was not found is missing here. */
  readonly packages: Readonly<Record<string, AbsPath>>;
  /** Empty only where all that is asked is what depends on files that are gone. */
  readonly documents: readonly PlannedDocument[];
  readonly supporting: readonly PlannedDocument[];
  /** Files that the change took away and that this session would judge; sorted, only with --affected. */
  readonly removed?: readonly RepoPath[];
}

export type PlannedCell =
  | {
      readonly kind: 'session';
      readonly server: string;
      readonly role: 'required' | 'advisory';
      readonly sessionKey: string;
    }
  | {
      readonly kind: 'unknown';
      readonly server: string;
      readonly role: 'required' | 'advisory';
      readonly cause: UnknownCause;
    };

export type PlannedFile =
  | {
      readonly kind: 'skipped';
      readonly path: RepoPath;
      readonly reason: SkipReason;
      readonly detail?: string;
      readonly hint?: string;
    }
  /** No verdict before any server was asked: unreadable, unmerged, too large. */
  | { readonly kind: 'unknown'; readonly path: RepoPath; readonly cause: UnknownCause }
  | {
      readonly kind: 'judged';
      readonly path: RepoPath;
      readonly contentHash: ContentHash;
      readonly failOn: FailOn;
      readonly cells: NonEmpty<PlannedCell>;
    };

export interface CheckPlan {
  /** Sorted by path. */
  readonly files: readonly PlannedFile[];
  /** Sorted by key. */
  readonly sessions: readonly PlannedSession[];
  /** What was decided and why, for `--explain` and stderr notes: "bundled typescript-language-server 5.3.0 drives …". */
  readonly notes: readonly string[];
}

/** Judged texts by path. Reading again gives the same bytes, or a failure: never other text. */
export interface TextStore {
  /** Decoded text (a leading BOM removed), for a file the plan calls `judged` or a supporting document. */
  text(
    path: RepoPath,
  ): Promise<
    { readonly kind: 'text'; readonly text: string } | { readonly kind: 'failed'; readonly detail: string }
  >;
  /** Text that is already in memory, for reports: undefined when it was never loaded. */
  peek(path: RepoPath): string | undefined;
}
