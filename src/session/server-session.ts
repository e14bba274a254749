// One running server for one workspace folder: documents opened and closed, requests asked, events told, an end in bounded time.
// What a server does wrong becomes a `lost` event or a value, never an exception. Judges nothing, waits for nothing but start and end.

import type { RepoPath } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { Clock } from '../platform/clock.js';
import { fromUri } from '../platform/paths.js';
import type { Connection, RequestOutcome } from './connection.js';
import { field } from './document-text.js';
import { type FileChange, type FileWatcher, fileEvents } from './file-watchers.js';
import type { ServerFacts } from './handshake.js';
import { createOpenDocuments, type OpenDocuments } from './open-documents.js';
import { placeOf } from './place.js';
import type { ServerProcess } from './process.js';
import { observeTree, type TreeObserver } from './process-tree.js';
import type { SessionEvent, TimedSessionEvent } from './session-event.js';
import {
  createSessionMemory,
  type IsLasting,
  type SessionMemory,
  type SessionRemark,
  type TellingPart,
} from './session-memory.js';
import { endServer } from './shutdown.js';
import { type ReadDiagnostics, type ReadingContext, readDiagnostics } from './wire-diagnostic.js';

export interface SessionParts {
  readonly plan: PlannedSession;
  readonly process: ServerProcess;
  readonly connection: Connection;
  readonly facts: ServerFacts;
  readonly clock: Clock;
  readonly pathOfServerFile: (absolute: string) => RepoPath | undefined;
  readonly startMs: number;
  /** Whether pull is announced right now, statically or by registration. */
  readonly announcesPull: () => boolean;
  readonly wantsSave: () => { readonly includeText: boolean } | undefined;
  /** Whether the server takes this request, statically or by registration. */
  readonly offers: (method: string) => boolean;
  /** Which changes on the disk it has asked to be told of; undefined for none. */
  readonly watchers: () => readonly FileWatcher[] | undefined;
  readonly tellingPart?: TellingPart | undefined;
  readonly isLasting?: IsLasting | undefined;
  /** Called once the process is gone for good. */
  readonly onGone: () => void;
}

export class ServerSession {
  readonly plan: PlannedSession;
  readonly facts: ServerFacts;
  readonly startMs: number;
  readonly tree: TreeObserver;
  readonly documents: OpenDocuments;
  readonly #parts: SessionParts;
  readonly #listeners = new Set<(event: TimedSessionEvent) => void>();
  readonly #memory: SessionMemory;
  #lost: Fault | undefined;
  #closing: Promise<void> | undefined;
  readonly #releaseNow = new AbortController();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.plan = parts.plan;
    this.#memory = createSessionMemory(parts.tellingPart, parts.isLasting);
    this.facts = parts.facts;
    this.startMs = parts.startMs;
    this.tree = observeTree(parts.process.pid);
    this.documents = createOpenDocuments({ notify: parts.connection.notify, wantsSave: parts.wantsSave });
  }

  /** The fault that made this session useless, if there is one. */
  get lost(): Fault | undefined {
    return this.#lost;
  }

  /** What was said beside diagnostics since the start and matters, in order. */
  get remarks(): readonly SessionRemark[] {
    return this.#memory.remarks();
  }

  /** Of its messages those that stay true, whoever asks it what. */
  get lastingWords(): readonly string[] {
    return this.#memory.lastingWords();
  }

  get announcesPull(): boolean {
    return this.#parts.announcesPull();
  }

  /** Whether it asks to be told of saves. */
  get wantsSave(): boolean {
    return this.#parts.wantsSave() !== undefined;
  }

  /** Whether it has announced that it takes this request. */
  offers(method: string): boolean {
    return this.#parts.offers(method);
  }

  /** Titles of the work that it says is under way ("Indexing"). */
  get openProgress(): readonly string[] {
    return this.#memory.openProgress();
  }

  /** Which changes on the disk it has asked to be told of; undefined when it has asked for none. */
  get watchers(): readonly FileWatcher[] | undefined {
    return this.#parts.watchers();
  }

  /** The last words on its stderr; hostile text. */
  get stderrTail(): string {
    return this.#parts.process.stderrTail();
  }

  get pid(): number {
    return this.#parts.process.pid;
  }

  /**
   * What still holds is told first: open progress, a configuration request, the loss of the server.
   * Returns the function that ends the subscription.
   */
  subscribe(listener: (event: TimedSessionEvent) => void): () => void {
    const at = this.#parts.clock.now();
    for (const event of this.#memory.standing()) listener({ ...event, at });
    if (this.#lost !== undefined) listener({ kind: 'lost', fault: this.#lost, at });
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called by the start-up code with what the connection hears; the first `lost` is the last event. */
  tell(event: SessionEvent): void {
    if (this.#lost !== undefined || this.#closing !== undefined) return;
    if (event.kind === 'lost') this.#lost = event.fault;
    this.#memory.keep(event);
    const timed = { ...event, at: this.#parts.clock.now() };
    for (const listener of [...this.#listeners]) listener(timed);
    if (event.kind === 'lost') void this.close();
  }

  /** Reads a publish's params and tells it; documents are compared by decoded path, however the URI is spelt. */
  hearPublish(params: unknown): void {
    const uri = field(params, 'uri');
    const items = field(params, 'diagnostics');
    if (typeof uri !== 'string' || !Array.isArray(items)) {
      const path = typeof uri === 'string' ? this.pathOfUri(uri) : undefined;
      this.tell({ kind: 'distress', path, detail: 'it sent a publishDiagnostics that cannot be read' });
      return;
    }
    const absolute = fromUri(uri);
    const path = absolute === undefined ? undefined : this.#parts.pathOfServerFile(absolute);
    const open = path === undefined ? undefined : this.documents.get(path);
    if (path === undefined || open === undefined) {
      this.tell({ kind: 'foreign-publish', path, diagnostics: this.#read([], items).diagnostics });
      return;
    }
    const version = field(params, 'version');
    this.tell({
      kind: 'publish',
      path,
      version: typeof version === 'number' ? version : undefined,
      ...this.#read(open.lines, items),
    });
  }

  open(document: PlannedDocument, text: string): void {
    this.documents.open(document, text);
  }

  isOpen(path: RepoPath): boolean {
    return this.documents.get(path) !== undefined;
  }

  /** Opened, or changed to this text when it is open. Returns the version that was sent. */
  show(document: PlannedDocument, text: string): number {
    const version = this.documents.change(document.path, text);
    if (version === undefined) return this.documents.open(document, text);
    if (document.matchesDisk) this.documents.save(document.path);
    return version;
  }

  change(path: RepoPath, text: string): number | undefined {
    return this.documents.change(path, text);
  }

  closeDocument(path: RepoPath): void {
    this.documents.close(path);
  }

  /** workspace/didChangeWatchedFiles with those of the changes that it has asked for. */
  tellFiles(changes: readonly FileChange[]): void {
    const watchers = this.watchers ?? [];
    const wanted = changes.filter((change) => watchers.some((watches) => watches(change)));
    if (wanted.length > 0)
      this.#parts.connection.notify('workspace/didChangeWatchedFiles', fileEvents(wanted));
  }

  request(method: string, params: unknown, signal?: AbortSignal): Promise<RequestOutcome> {
    return this.#parts.connection.request(method, params, signal);
  }

  /** Reads diagnostics of an open document that came another way than by publish (a pull's items). */
  readItems(path: RepoPath, items: readonly unknown[]): ReadDiagnostics {
    return this.#read(this.documents.get(path)?.lines ?? [], items);
  }

  /** What the server was last told of an open document. */
  textOf(path: RepoPath): { readonly text: string; readonly version: number } | undefined {
    return this.documents.get(path);
  }

  linesOf(path: RepoPath): readonly string[] {
    return this.documents.get(path)?.lines ?? [];
  }

  /** Undefined outside of the judged tree. */
  pathOfServerFile(absolute: string): RepoPath | undefined {
    return this.#parts.pathOfServerFile(absolute);
  }

  pathOfUri(uri: string): RepoPath | undefined {
    const absolute = fromUri(uri);
    return absolute === undefined ? undefined : this.pathOfServerFile(absolute);
  }

  get pendingRequests(): number {
    return this.#parts.connection.pendingRequests;
  }

  /**
   * Ends the server: shutdown and exit, then TERM, then KILL to everything in its tree; resolves when it is gone.
   * A lost server gets no courtesies. Safe to call twice.
   */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** The report is out: do not wait for an orderly end any longer. */
  release(): void {
    this.#releaseNow.abort();
  }

  async #end(): Promise<void> {
    const { process: server, connection, clock, onGone } = this.#parts;
    const courteous = this.#lost === undefined;
    await endServer({
      server,
      connection,
      clock,
      tree: this.tree,
      courteous,
      hurry: this.#releaseNow.signal,
    });
    onGone();
  }

  #read(lines: readonly string[], items: readonly unknown[]): ReadDiagnostics {
    const context: ReadingContext = {
      lines,
      encoding: this.facts.encoding,
      columnUnits: this.plan.definition.columnUnits,
      place: (uri) => this.place(uri),
    };
    return readDiagnostics(items, context);
  }

  /** Where a URI lies: in the repository, with its lines if it is open, or outside. */
  place(uri: string): ReturnType<ReadingContext['place']> {
    const place = placeOf(uri, this.plan.tree.root, this.#parts.pathOfServerFile);
    const lines = place.outsideRepository ? undefined : this.documents.get(place.path)?.lines;
    return { ...place, ...(lines !== undefined && { lines }) };
  }
}
