// Warm servers between calls: started on demand and once for all who ask at the same time, reused while they know the disk as it is,
// put down after their idle time, all of them at the end. Knows nothing of MCP, of git, or of who asks.
// Invariants: who gets a session gets a fresh one; a start that failed is not tried again for 30 s; nothing is left behind.

import type { AbsPath } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { DiskScan, DiskState } from '../plan/disk-scan.js';
import type { Environment } from '../platform/environment.js';
import { createFailedStarts, type FailedStart } from './failed-starts.js';
import { poolKey } from './pool-key.js';
import { type PoolStarter, poolStarter, type StarterOptions } from './pool-starter.js';
import { PooledSession } from './pooled-session.js';

export interface PoolOptions extends StarterOptions {
  readonly scan: DiskScan;
  /** Where an entry does not say. */
  readonly idleTimeoutMs: number;
}

export interface PoolRequest {
  readonly plan: PlannedSession;
  /** The asker's, unfiltered. */
  readonly env: Environment;
  /** What it will be shown. */
  readonly documents: readonly PlannedDocument[];
  readonly startTimeoutMs: number;
  /** When the asker leaves. The start goes on for others. */
  readonly until: AbortSignal;
  /** For a verdict: then a server that has complained is not asked again. */
  readonly judges: boolean;
}

export type Borrowed =
  | { readonly kind: 'ready'; readonly pooled: PooledSession; readonly reused: boolean }
  | { readonly kind: 'failed'; readonly fault: Fault }
  /** The asker's time was up. */
  | { readonly kind: 'late' };

/** `unfit`: nobody shall get it again; `unrepeatable`: nor any of its kind for a document that it has seen. */
export type Fate = 'good' | 'unfit' | 'unrepeatable';

export interface PoolSlot {
  readonly plan: PlannedSession;
  readonly hash: string;
  readonly startedAt: number;
  /** Once it has started. */
  readonly pooled?: PooledSession;
}

interface Slot extends PoolSlot {
  readonly key: string;
  readonly started: Promise<PooledSession | Fault>;
  pooled?: PooledSession;
}

const orderlyMs = 300;
/** A server that dies or turns unfit as soon as it is started, again and again. */
const mostTries = 4;

export class SessionPool {
  readonly #options: PoolOptions;
  readonly #failures: ReturnType<typeof createFailedStarts>;
  readonly #slots = new Map<string, Slot>();
  readonly #closing = new Set<Promise<void>>();
  readonly #idle = new Map<PooledSession, AbortController>();
  /** Of servers that publish nothing when they are shown the same text again. */
  readonly #unrepeatable = new Set<string>();
  readonly #ending = new AbortController();
  readonly #starter: PoolStarter;
  constructor(options: PoolOptions) {
    this.#options = options;
    this.#failures = createFailedStarts(options.clock);
    this.#starter = poolStarter(options, this.#ending.signal);
  }

  /** Whether it runs, so that nobody has to wait for a start. */
  isRunning(plan: PlannedSession, env: Environment): boolean {
    const { slot, hash } = poolKey(plan, env);
    const known = this.#slots.get(slot);
    return known?.hash === hash && known.pooled !== undefined;
  }

  /** To be given back. */
  async borrow(request: PoolRequest): Promise<Borrowed> {
    const { plan, env, until } = request;
    const { slot: key, hash } = poolKey(plan, env);
    const disk = await this.#options.scan();
    for (let tries = 1; ; tries += 1) {
      if (until.aborted) return { kind: 'late' };
      const failure = this.#failures.faultOf(key, hash);
      if (failure !== undefined) return { kind: 'failed', fault: failure };
      const known = this.#slots.get(key);
      if (known !== undefined && known.hash !== hash) this.#retire(known, 'its entry is another now');
      const reused = this.#slots.get(key)?.pooled !== undefined;
      const slot = this.#slots.get(key) ?? this.#start(key, hash, disk, request);
      const pooled = await Promise.race([slot.started, aborted(until)]);
      if (pooled === undefined) return { kind: 'late' };
      if (!(pooled instanceof PooledSession)) return { kind: 'failed', fault: pooled };
      pooled.users += 1;
      this.#idle.get(pooled)?.abort();
      const obstacle = await this.#obstacle(pooled, request, reused, disk);
      if (obstacle === undefined) return { kind: 'ready', pooled, reused };
      this.giveBack(pooled);
      if (obstacle === 'late') return { kind: 'late' };
      const { lost } = pooled.session;
      if (tries === mostTries && lost !== undefined) return { kind: 'failed', fault: lost };
      this.#retire(slot, obstacle.why);
    }
  }

  giveBack(pooled: PooledSession, fate: Fate = 'good'): void {
    pooled.users -= 1;
    pooled.usedAt = this.#options.clock.now();
    if (fate === 'unrepeatable') this.#unrepeatable.add(pooled.hash);
    const slot = this.#slotOf(pooled);
    if (fate !== 'good' && slot !== undefined) this.#retire(slot, 'it is not fit to be used again');
    else if (pooled.users === 0) this.#rest(pooled, slot);
  }

  /**
   * Puts down servers (all, where none is named) and forgets that they could not be started. Those in use end when they are given back.
   * Returns the keys of what was put down.
   */
  async restart(names?: readonly string[]): Promise<readonly string[]> {
    const isMeant = ({ definition }: PlannedSession) =>
      names === undefined || names.includes(definition.name);
    this.#failures.forget(isMeant);
    const slots = [...this.#slots.values()].filter(({ plan }) => isMeant(plan));
    for (const slot of slots) this.#retire(slot, 'it was to be started anew');
    const idle = slots.flatMap(({ pooled }) => (pooled?.users === 0 ? [pooled] : []));
    await Promise.all(idle.map((pooled) => this.#close(pooled)));
    return slots.map(({ plan }) => plan.key);
  }

  /** In the order of their starts. */
  slots(): readonly PoolSlot[] {
    return [...this.#slots.values()];
  }

  /** What it said on stderr, of all its processes here; undefined when that was nothing. */
  stderrFileOf(plan: PlannedSession): AbsPath | undefined {
    return this.#starter.stderrFileOf(plan);
  }

  failures(): readonly FailedStart[] {
    return this.#failures.list();
  }

  /** Everything is put down. Resolves when nothing is left. */
  async end(): Promise<void> {
    this.#ending.abort();
    const slots = [...this.#slots.values()];
    for (const rest of this.#idle.values()) rest.abort();
    for (const slot of slots) this.#retire(slot, 'the end');
    const outcomes = await Promise.allSettled(slots.map(({ started }) => started));
    const left = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' && outcome.value instanceof PooledSession ? [outcome.value] : [],
    );
    for (const pooled of left) void this.#close(pooled);
    // Nobody waits for an orderly end any longer.
    const gone = new AbortController();
    void this.#options.clock.sleep(orderlyMs, gone.signal).then(() => {
      for (const { session } of left) session.release();
    });
    await this.#starter.end([...this.#closing]);
    gone.abort();
  }

  /** Why a session cannot be used for this, if it cannot. */
  async #obstacle(
    pooled: PooledSession,
    { documents, judges, until }: PoolRequest,
    reused: boolean,
    disk: DiskState,
  ): Promise<'late' | { readonly why: string } | undefined> {
    const { session } = pooled;
    if (session.lost !== undefined || pooled.ended) return { why: 'it is gone' };
    if (judges && reused && pooled.complained) return { why: 'it complained of something' };
    const repeats = documents.some(({ path }) => session.documents.wasOpened(path));
    if (judges && repeats && this.#unrepeatable.has(pooled.hash))
      return { why: 'it says nothing of a text that it has seen before' };
    const outcome = await pooled.refresh(disk, documents, until);
    return outcome === 'fresh' ? undefined : outcome;
  }

  #start(key: string, hash: string, disk: DiskState, request: PoolRequest): Slot {
    const { plan } = request;
    const { clock, log } = this.#options;
    const started = this.#starter.start({ ...request, hash, disk });
    const slot: Slot = { key, hash, plan, startedAt: clock.now(), started };
    this.#slots.set(key, slot);
    log('debug', `${plan.key}: starting, to be kept`);
    const forget = () => {
      if (this.#slots.get(key) === slot) this.#slots.delete(key);
    };
    started.then((outcome) => {
      if (outcome instanceof PooledSession) {
        slot.pooled = outcome;
        this.#failures.forget((one) => one.key === plan.key);
        outcome.session.subscribe(({ kind }) => {
          if (kind === 'lost') this.#retire(slot, 'it was lost');
        });
        return;
      }
      forget();
      if (!this.#ending.signal.aborted) this.#failures.add(key, { plan, hash, fault: outcome });
    }, forget);
    return slot;
  }

  #slotOf(pooled: PooledSession): Slot | undefined {
    return [...this.#slots.values()].find((slot) => slot.pooled === pooled);
  }

  /** Nobody gets it any more; it is put down when the last who has it gives it back. */
  #retire(slot: Slot, why: string): void {
    if (this.#slots.get(slot.key) === slot) this.#slots.delete(slot.key);
    this.#options.log('debug', `${slot.plan.key}: not used any more: ${why}`);
    slot.started.then(
      (outcome) => {
        if (outcome instanceof PooledSession && outcome.users === 0) void this.#close(outcome);
      },
      () => {},
    );
  }

  #close(pooled: PooledSession): Promise<void> {
    pooled.ended = true;
    const closing = pooled.session.close();
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
    return closing;
  }

  /** Until it is used again, or has rested too long. One that was retired does not rest. */
  #rest(pooled: PooledSession, slot: Slot | undefined): void {
    if (slot === undefined) {
      void this.#close(pooled);
      return;
    }
    const used = new AbortController();
    this.#idle.set(pooled, used);
    const ms = pooled.session.plan.definition.idleTimeoutMs ?? this.#options.idleTimeoutMs;
    void this.#options.clock.sleep(ms, used.signal).then(() => {
      if (this.#idle.get(pooled) === used) this.#idle.delete(pooled);
      if (!used.signal.aborted && pooled.users === 0) this.#retire(slot, 'it was idle for long');
    });
  }
}

type Aborted = undefined;

function aborted(signal: AbortSignal): Promise<Aborted> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
