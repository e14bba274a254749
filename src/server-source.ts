// Which servers of a pool a path has, and which there are at all: the same choice as a run makes, from the same configuration.
// For questions about the disk's text. Nothing is started by looking.

import { compileRules } from './config/rules.js';
import { missingHandle, pooledHandle } from './engine/pool-handle.js';
import type { ServerHandle, ServerSource } from './engine/server-handle.js';
import type { SessionPool } from './engine/session-pool.js';
import type { AbsPath, RepoPath } from './model/base.js';
import type { Config } from './model/config.js';
import type { UnknownReason } from './model/fault.js';
import type { PlannedSession } from './model/plan.js';
import { inBatches } from './plan/batches.js';
import { trustHint } from './plan/cells.js';
import { judgedFolders } from './plan/folders.js';
import { workingTree } from './plan/judged-tree.js';
import { languageIdOf } from './plan/language-id.js';
import { locator } from './plan/locate.js';
import type { ProgramSources } from './plan/places.js';
import { type Candidate, createSelector } from './plan/select.js';
import { openTextStore } from './plan/text-store.js';
import type { TrustGate } from './plan/trust-gate.js';
import type { Environment } from './platform/environment.js';
import { contentHash } from './platform/hash.js';
import { absoluteOf, toUri } from './platform/paths.js';

export interface SourceRequest {
  readonly root: AbsPath;
  /** Where programs are looked for. */
  readonly programs: ProgramSources;
  readonly config: Config;
  /** Where nobody chose the repository: what may run. */
  readonly gate: TrustGate | undefined;
  /** What servers see. */
  readonly env: Environment;
  readonly pool: SessionPool;
  /** What `allServers` goes by. */
  readonly files: () => Promise<readonly RepoPath[]>;
}

export function serverSource(request: SourceRequest): ServerSource {
  const { root, programs, config, files } = request;
  const tree = workingTree(root);
  const rules = compileRules(config);
  const names = config.servers.map(({ name }) => name);
  const selector = createSelector({
    config,
    folders: judgedFolders(tree),
    locate: locator(programs),
    headOf: openTextStore({ tree, entries: [], maxFileSizeBytes: config.maxFileSizeBytes }).head,
    allowedServers: (path) => names.filter(rules(path).allows),
  });

  const serversFor = async (path: RepoPath): Promise<readonly ServerHandle[]> => {
    const selection = await selector.select(path);
    const candidates = selection.kind === 'servers' ? selection.candidates : [];
    const speaking = candidates.filter(({ definition }) => definition.type === 'lsp');
    return Promise.all(speaking.map((candidate) => handleOf(candidate, path, request)));
  };
  return {
    serversFor,
    allServers: async () => {
      const found = await inBatches(await files(), serversFor);
      const byKey = new Map(found.flat().map((handle) => [`${handle.name}@${handle.rootPath}`, handle]));
      return [...byKey.values()].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    },
  };
}

async function handleOf(
  candidate: Candidate,
  path: RepoPath,
  { root, config, gate, env, pool }: SourceRequest,
): Promise<ServerHandle> {
  const { definition, root: rootPath } = candidate;
  const { name, installHint } = definition;
  const without = (reason: UnknownReason, detail: string, hint: string) =>
    missingHandle({ definition, rootPath }, { reason, detail, ...(hint !== '' && { hint }) });
  const passed = gate === undefined ? candidate : await gate(candidate);
  if ('would' in passed) return without('untrusted', passed.would, trustHint);
  const { location } = passed;
  if (location.kind === 'missing') return without('not-started', `${name}: ${location.why}`, installHint);
  if (location.lacks !== undefined) {
    const lack = `${name} runs, but "${location.lacks.name}" is not on PATH`;
    return without('not-started', lack, location.lacks.hint);
  }
  const tree = workingTree(root);
  const plan: PlannedSession = {
    key: `${name}@${rootPath}`,
    definition,
    tree,
    root: absoluteOf(root, rootPath),
    rootPath,
    command: location.command,
    packages: location.packages,
    documents: [
      {
        path,
        uri: toUri(absoluteOf(root, path)),
        languageId: languageIdOf(definition.languageId, path) ?? '',
        contentHash: contentHash(''),
        matchesDisk: true,
      },
    ],
    supporting: [],
  };
  const startTimeoutMs = definition.startTimeoutMs ?? config.startTimeoutMs;
  return pooledHandle({ pool, plan, env, startTimeoutMs });
}
