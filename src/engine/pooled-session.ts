// One warm server: who uses it, what it was told of documents and of the disk, and what it said to whom.
// Invariants: before it is used it knows the disk as it is; a document whose verdict rests on publishes is never shown in a way in
// which a word about an earlier text could pass for one about this; what it complained of once makes it unfit for another run.

import type { ContentHash, RepoPath } from '../model/base.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import { type DiskState, diskDifference } from '../plan/disk-scan.js';
import type { Clock } from '../platform/clock.js';
import { absoluteOf } from '../platform/paths.js';
import type { ServerSession } from '../session/server-session.js';
import type { SessionRemark } from '../session/session-memory.js';
import { createDocumentLocks, type DocumentLocks } from './document-locks.js';
import { type Refreshing, refreshing } from './freshness.js';
import { settlesByPublish } from './reuse.js';

export interface DiskText {
  readonly text: string;
  /** Of the bytes. */
  readonly hash: ContentHash;
}

/** The disk's text now; undefined for what is no text, or not there. */
export type ReadText = (path: RepoPath) => Promise<DiskText | undefined>;

export interface PooledParts {
  /** Of all that makes its answers what they are. */
  readonly hash: string;
  readonly session: ServerSession;
  /** As it was before the server started. */
  readonly disk: DiskState;
  readonly clock: Clock;
  readonly readText: ReadText;
}

/** Documents that stay open between calls, so that a server keeps what it worked out for them. */
const mostHeld = 20;
/** A server that does not answer a request it need not know, by then, does not answer such requests. */
const syncMs = 5000;

export class PooledSession {
  readonly hash: string;
  readonly session: ServerSession;
  readonly locks: DocumentLocks = createDocumentLocks();
  readonly startedAt: number;
  /** Said before anything was asked of it. */
  readonly startRemarks: readonly SessionRemark[];
  users = 0;
  /** It is being put down. */
  ended = false;
  usedAt: number;
  readonly #parts: PooledParts;
  #disk: DiskState;
  /** What it was last told of each path that it was shown. */
  readonly #shown = new Map<RepoPath, ContentHash>();
  /** Closed, and perhaps still spoken of. */
  readonly #closed = new Set<RepoPath>();

  constructor(parts: PooledParts) {
    this.hash = parts.hash;
    this.session = parts.session;
    this.#parts = parts;
    this.#disk = parts.disk;
    this.startedAt = parts.clock.now();
    this.startRemarks = [...parts.session.remarks];
    this.usedAt = this.startedAt;
  }

  /** It said something that may hold for later runs too, and that it need not say again. */
  get complained(): boolean {
    return this.session.remarks.some(({ kind }) => kind !== 'pollution');
  }

  get plan(): PlannedSession {
    return this.session.plan;
  }

  /**
   * Tells it what changed on the disk up to this state. `restart`: it cannot be told; `late`: somebody else's document did not become
   * free in time.
   * @param about documents that will be shown to it anyway
   */
  async refresh(
    disk: DiskState,
    about: readonly PlannedDocument[],
    until: AbortSignal,
  ): Promise<'fresh' | 'late' | Extract<Refreshing, { kind: 'restart' }>> {
    if (disk.turn <= this.#disk.turn) return 'fresh';
    const hashes = new Map(about.map(({ path, contentHash: hash }) => [path, hash]));
    const difference = diskDifference(this.#disk, disk);
    const texts = await this.#readShown(difference.changes.map(({ path }) => path));
    const step = refreshing(
      {
        definition: this.plan.definition,
        watches: this.session.watchers !== undefined,
        knows: (path) =>
          hashes.has(path) ||
          this.session.isOpen(path) ||
          (this.#shown.has(path) && this.#shown.get(path) === texts.get(path)?.hash),
      },
      difference,
    );
    if (step.kind === 'restart') return step;
    if (!(await this.#followDisk(hashes, until))) return 'late';
    if (step.kind === 'tell')
      this.session.tellFiles(
        step.changes.map(({ path, kind }) => ({ file: absoluteOf(this.plan.tree.serverRoot, path), kind })),
      );
    this.#disk = disk;
    return 'fresh';
  }

  /** For a document that nobody else uses: whether what it publishes from now on can be trusted to be about this text. */
  async prepare(documents: readonly PlannedDocument[], until: AbortSignal): Promise<boolean> {
    for (const { path, contentHash: hash } of documents) {
      if (this.isShownAs(path, hash) && this.#wantsOpening) this.#close(path);
      this.#note(path, hash);
    }
    this.#makeRoom(documents.length);
    const isSpokenOf = documents.some(({ path }) => this.#closed.has(path));
    if (!isSpokenOf || !settlesByPublish(this.session)) return true;
    return this.#sync(until);
  }

  /** The disk's texts of those that have one. */
  async readForAsking(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, DiskText>> {
    const read = await Promise.all(
      paths.map(async (path) => [path, await this.#parts.readText(path)] as const),
    );
    return new Map(read.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
  }

  isShownAs(path: RepoPath, hash: ContentHash | undefined): boolean {
    return this.session.isOpen(path) && this.#shown.get(path) === hash;
  }

  /** For a document that nobody judges meanwhile, or that is shown as it is. */
  showForAsking(document: PlannedDocument, { text, hash }: DiskText): void {
    const { path } = document;
    if (!this.isShownAs(path, hash)) this.session.show(document, text);
    this.#note(path, hash);
    this.#makeRoom(0);
  }

  letGo(documents: readonly PlannedDocument[]): void {
    for (const { path } of documents) this.#close(path);
  }

  /** The same text again is nothing new to a server that publishes by itself; one that is asked needs nothing new. */
  get #wantsOpening(): boolean {
    return settlesByPublish(this.session) || this.plan.definition.settle.kind === 'versioned';
  }

  /** The latest last. */
  #note(path: RepoPath, hash: ContentHash): void {
    this.#shown.delete(path);
    this.#shown.set(path, hash);
  }

  #close(path: RepoPath): void {
    this.session.closeDocument(path);
    this.#closed.add(path);
  }

  /** What it said of closed documents has come when this is answered: `$/` requests must be, even by those who do not know them. */
  async #sync(until: AbortSignal): Promise<boolean> {
    const { clock } = this.#parts;
    const stop = new AbortController();
    const answer = await Promise.race([
      this.session.request('$/lspcheck/sync', null, AbortSignal.any([stop.signal, until])),
      clock.sleep(syncMs, stop.signal).then(() => undefined),
    ]);
    stop.abort();
    if (answer === undefined || answer.kind === 'lost') return false;
    this.#closed.clear();
    return true;
  }

  /** Open documents that this call is not about get the disk's text, or are closed. */
  async #followDisk(about: ReadonlyMap<RepoPath, ContentHash>, until: AbortSignal): Promise<boolean> {
    const others = this.session.documents.paths().filter((path) => !about.has(path));
    const texts = await this.#readShown(others);
    for (const path of others) {
      const read = texts.get(path);
      if (read !== undefined && this.#shown.get(path) === read.hash) continue;
      if (!(await this.locks.alone([path], until))) return false;
      if (read === undefined) this.#close(path);
      else if (this.session.change(path, read.text) !== undefined) {
        this.session.documents.save(path);
        this.#shown.set(path, read.hash);
      }
      this.locks.free('alone', [path]);
    }
    return true;
  }

  async #readShown(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, DiskText | undefined>> {
    const shown = paths.filter((path) => this.#shown.has(path));
    return new Map(
      await Promise.all(shown.map(async (path) => [path, await this.#parts.readText(path)] as const)),
    );
  }

  /** Least lately shown first; what is in use stays. */
  #makeRoom(wanted: number): void {
    const most = Math.min(mostHeld, Math.max(0, this.plan.definition.maxOpenDocuments - wanted));
    const held = [...this.#shown.keys()].filter(
      (path) => this.session.isOpen(path) && this.locks.isFree(path),
    );
    for (const path of held.slice(0, Math.max(0, held.length - most))) this.#close(path);
  }
}
