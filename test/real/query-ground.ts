// A real server in the hand of a test of the room `query`: one session, shown the disk's text before every question, as the pool does.
// Raw requests go to the same session, so that an answer can be held against the server's own.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { prepareGround } from '../../src/engine/ground.js';
import type { ServerHandle } from '../../src/engine/server-handle.js';
import type { AbsPath, RepoPath } from '../../src/model/base.js';
import type { ServerDefinition } from '../../src/model/server-definition.js';
import { workingTree } from '../../src/plan/judged-tree.js';
import { languageIdOf } from '../../src/plan/language-id.js';
import { systemClock } from '../../src/platform/clock.js';
import { compileGlobs } from '../../src/platform/globs.js';
import { contentHash } from '../../src/platform/hash.js';
import { silentLog } from '../../src/platform/log.js';
import { absoluteOf, absolutePath, toUri } from '../../src/platform/paths.js';
import type { Call } from '../../src/query/ground.js';
import { spawnServer } from '../../src/session/process.js';
import type { ServerSession } from '../../src/session/server-session.js';
import { startSession } from '../../src/session/start-session.js';
import type { Env } from './workspace.js';

export interface RealServer {
  readonly definition: ServerDefinition;
  readonly command: readonly [string, ...string[]];
  readonly packages?: Readonly<Record<string, AbsPath>>;
}

export interface RealGround extends Call {
  readonly session: ServerSession;
  raw(method: string, params: unknown): Promise<unknown>;
  uri(path: string): string;
  read(path: string): string;
}

export async function realGround(given: string, env: Env, server: RealServer): Promise<RealGround> {
  const root = absolutePath(given, '/');
  const tree = workingTree(root);
  const { definition, command } = server;
  const [program, ...args] = command;
  const stop = new AbortController();
  const ground = await prepareGround({
    clock: systemClock,
    log: silentLog,
    spawn: spawnServer,
    env,
    signal: stop.signal,
    jobs: 1,
  });
  const path = '.' as RepoPath;
  const plan = {
    key: definition.name,
    definition,
    tree,
    root,
    rootPath: path,
    command: { program: absolutePath(program, '/'), args, from: 'absolute' as const },
    packages: server.packages ?? {},
    documents: [
      { path, uri: toUri(root), languageId: '', contentHash: contentHash(''), matchesDisk: true },
    ] as const,
    supporting: [],
  };
  const outcome = await startSession(plan, ground.startDeps(plan), {
    startTimeoutMs: 60_000,
    deadlineAt: Number.POSITIVE_INFINITY,
    signal: stop.signal,
  });
  if (outcome.kind === 'failed') throw new Error(outcome.fault.detail);
  const { session } = outcome;
  onTestFinished(() => ground.end([session.close()]));
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const uri = (name: string) => toUri(absolutePath(name, root));
  const handle: ServerHandle = {
    name: definition.name,
    definition,
    rootPath: path,
    async ask({ open }, work) {
      for (const one of [...new Set([...session.documents.paths(), ...open])]) {
        const text = read(one).replace(/^\uFEFF/, '');
        if (session.textOf(one)?.text === text) continue;
        const languageId = languageIdOf(definition.languageId, one) ?? '';
        const document = { path: one, uri: toUri(absoluteOf(root, one)), languageId };
        session.show({ ...document, contentHash: contentHash(text), matchesDisk: true }, text);
      }
      return { kind: 'answered', value: await work(session) };
    },
  };
  return {
    root,
    session,
    read,
    uri,
    clock: systemClock,
    requestTimeoutMs: 60_000,
    budget: { signal: stop.signal, expired: () => false, pause: () => () => {} },
    files: async () =>
      // Git's own list is of paths relative to the root.
      execFileSync('git', ['ls-files', '-z'], { cwd: root, env, encoding: 'utf8' })
        .split('\0')
        .filter((name) => name !== '') as RepoPath[],
    source: {
      allServers: async () => [handle],
      serversFor: async (one) => (compileGlobs(definition.files)(one) ? [handle] : []),
    },
    async raw(method, params) {
      const answer = await session.request(method, params);
      if (answer.kind !== 'answer') throw new Error(`${method}: ${JSON.stringify(answer)}`);
      return answer.result;
    },
  };
}
