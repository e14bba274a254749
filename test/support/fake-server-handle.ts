// Servers in the hand of a test: handles whose sessions answer as they are told, over real files in a temporary folder.
// `asked` is every request in order, with what was open then. Nothing is started; requests can be held back and cancelled.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Given } from '../../src/catalogue/define.js';
import type { CallBudget, ServerHandle } from '../../src/engine/server-handle.js';
import type { AbsPath, RepoPath } from '../../src/model/base.js';
import type { Fault } from '../../src/model/fault.js';
import { splitLines } from '../../src/model/lines.js';
import type { PositionEncoding } from '../../src/model/server-definition.js';
import { compileGlobs } from '../../src/platform/globs.js';
import { absolutePath, fromUri, repoPathOf, toUri } from '../../src/platform/paths.js';
import type { Call } from '../../src/query/ground.js';
import type { RequestOutcome } from '../../src/session/connection.js';
import { announces } from '../../src/session/provisions.js';
import type { ServerSession } from '../../src/session/server-session.js';
import { definition, repoPath } from './definitions.js';
import { type FakeClock, fakeClock } from './fake-clock.js';

/** What a method is answered with: a value, a thrown `refusal`, or a promise that the test holds. */
type Answer = (params: never, turn: number) => unknown;

export interface FakeServer {
  readonly name?: string;
  /** Default: everything is offered that has an answer. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly answers?: Readonly<Record<string, Answer | object | string | null>>;
  readonly encoding?: PositionEncoding;
  /** It cannot be started. */
  readonly fault?: Fault;
  readonly openProgress?: readonly string[];
  readonly definition?: Partial<Given>;
}

export interface Asking {
  readonly server: string;
  readonly method: string;
  readonly params: unknown;
  readonly open: readonly string[];
}

export interface FakeGround extends Call {
  readonly clock: FakeClock;
  readonly asked: readonly Asking[];
  /** Requests whose signal was aborted. */
  readonly cancelled: readonly string[];
  /** Resolves when this many requests have come. */
  untilAsked(count: number): Promise<void>;
  /** Ends the call: its time is up, or the caller withdrew. */
  end(how: 'expired' | 'cancelled'): void;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  uri(path: string): string;
}

export class Refusal extends Error {
  constructor(
    readonly code: number,
    message = 'refused',
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export function fakeGround(
  files: Readonly<Record<string, string | Uint8Array>>,
  ...servers: readonly FakeServer[]
): FakeGround {
  const root = temporaryRoot();
  const stop = new AbortController();
  let expired = false;
  const budget: CallBudget = { signal: stop.signal, expired: () => expired, pause: () => () => {} };
  const asked: Asking[] = [];
  const cancelled: string[] = [];
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const handles = servers.map((server, index) => fakeHandle(server, index, root, asked, cancelled));
  return {
    root,
    budget,
    clock: fakeClock(),
    requestTimeoutMs: 15_000,
    files: async () => Object.keys(files).sort().map(repoPath),
    source: {
      allServers: async () => handles,
      serversFor: async (path) =>
        handles.filter(({ definition: { files: globs } }) => compileGlobs(globs)(path)),
    },
    asked,
    cancelled,
    untilAsked: (count) => vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(count), 5000),
    end: (how) => {
      expired = how === 'expired';
      stop.abort();
    },
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    uri: (path) => toUri(absolutePath(path, root)),
  };
}

/** A range on one line or over several, 0-based, as servers send it. */
export function range(l1: number, c1: number, l2 = l1, c2 = c1) {
  return { start: { line: l1, character: c1 }, end: { line: l2, character: c2 } };
}

function temporaryRoot(): AbsPath {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-query-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'root');
  mkdirSync(root);
  return absolutePath(root, base);
}

function fakeHandle(
  server: FakeServer,
  index: number,
  root: AbsPath,
  asked: Asking[],
  cancelled: string[],
): ServerHandle {
  const name = server.name ?? (index === 0 ? 'fake' : `fake${index + 1}`);
  const own = definition(name, server.definition);
  const open = new Map<RepoPath, { text: string; version: number }>();
  const turns = new Map<string, number>();
  const session = {
    plan: { definition: own, tree: { kind: 'working-tree', root, serverRoot: root, overlays: new Map() } },
    facts: { encoding: server.encoding ?? 'utf-16' },
    lost: undefined,
    openProgress: server.openProgress ?? [],
    offers: (method: string) =>
      server.capabilities === undefined
        ? server.answers?.[method] !== undefined
        : announces(server.capabilities, method),
    isOpen: (path: RepoPath) => open.has(path),
    textOf: (path: RepoPath) => open.get(path),
    linesOf: (path: RepoPath) => splitLines(open.get(path)?.text ?? ''),
    pathOfServerFile: (absolute: string) => repoPathOf(root, absolute),
    pathOfUri: (uri: string) => {
      const absolute = fromUri(uri);
      return absolute === undefined ? undefined : repoPathOf(root, absolute);
    },
    async request(method: string, params: unknown, signal?: AbortSignal): Promise<RequestOutcome> {
      const turn = turns.get(method) ?? 0;
      turns.set(method, turn + 1);
      asked.push({ server: name, method, params, open: [...open.keys()].sort() });
      const given = server.answers?.[method];
      try {
        // Tests give answers for the params that their method has.
        const value = typeof given === 'function' ? (given as Answer)(params as never, turn) : given;
        return await Promise.race([
          Promise.resolve(value).then((result): RequestOutcome => ({ kind: 'answer', result })),
          aborted(signal).then((): RequestOutcome => {
            cancelled.push(method);
            return { kind: 'lost' };
          }),
        ]);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { kind: 'error', code: error.code, message: error.message, data: error.data };
      }
    },
  };
  return {
    name,
    definition: own,
    rootPath: repoPath('.'),
    async ask(request, work) {
      if (server.fault !== undefined) return { kind: 'failed', fault: server.fault };
      for (const path of request.open) {
        const text = readFileSync(join(root, path), 'utf8').replace(/^\uFEFF/, '');
        const before = open.get(path);
        if (before?.text !== text) open.set(path, { text, version: (before?.version ?? 0) + 1 });
      }
      // What the room uses of a session, and no more.
      return { kind: 'answered', value: await work(session as unknown as ServerSession) };
    },
  };
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
