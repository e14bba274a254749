// Which servers of a pool a path has, and which there are at all: the same choice as a run makes, from the same configuration.
// For questions about the disk's text. Nothing is started by looking.

import { compileRules } from './config/rules.js';
import { missingHandle, pooledHandle } from './engine/pool-handle.js';
import type { ServerHandle, ServerSource } from './engine/server-handle.js';
import type { SessionPool } from './engine/session-pool.js';
import type { AbsPath, RepoPath } from './model/base.js';
import type { Config } from './model/config.js';
import type { PlannedSession } from './model/plan.js';
import { inBatches } from './plan/batches.js';
import { bundledResolver } from './plan/bundled.js';
import { judgedFolders } from './plan/folders.js';
import { workingTree } from './plan/judged-tree.js';
import { languageIdOf } from './plan/language-id.js';
import { locator } from './plan/locate.js';
import { type Candidate, createSelector } from './plan/select.js';
import { openTextStore } from './plan/text-store.js';
import type { Environment } from './platform/environment.js';
import { contentHash } from './platform/hash.js';
import { absoluteOf, absolutePath, toUri } from './platform/paths.js';

export interface SourceRequest {
  readonly root: AbsPath;
  /** Other work trees of the repository, where packages may be installed. */
  readonly extraRoots: readonly AbsPath[];
  readonly config: Config;
  readonly env: Environment;
  readonly pool: SessionPool;
  /** What `allServers` goes by. */
  readonly files: () => Promise<readonly RepoPath[]>;
}

export function serverSource(request: SourceRequest): ServerSource {
  const { root, extraRoots, config, env, files } = request;
  const tree = workingTree(root);
  const rules = compileRules(config);
  const names = config.servers.map(({ name }) => name);
  const execPath = absolutePath(process.execPath, '/');
  const resolveBundled = bundledResolver(import.meta.url);
  const selector = createSelector({
    config,
    folders: judgedFolders(tree),
    locate: locator({ env, serverRoot: root, extraRoots, execPath, resolveBundled }),
    headOf: openTextStore({ tree, entries: [], maxFileSizeBytes: config.maxFileSizeBytes }).head,
    allowedServers: (path) => names.filter(rules(path).allows),
  });

  const serversFor = async (path: RepoPath): Promise<readonly ServerHandle[]> => {
    const selection = await selector.select(path);
    const candidates = selection.kind === 'servers' ? selection.candidates : [];
    return candidates
      .filter(({ definition }) => definition.type === 'lsp')
      .map((candidate) => handleOf(candidate, path, request));
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

function handleOf(
  { definition, root: rootPath, location }: Candidate,
  path: RepoPath,
  { root, config, env, pool }: SourceRequest,
): ServerHandle {
  const { name, installHint } = definition;
  const missing = (rest: string, hint: string) =>
    missingHandle(
      { definition, rootPath },
      { reason: 'not-started', detail: `${name}${rest}`, ...(hint !== '' && { hint }) },
    );
  if (location.kind === 'missing') return missing(`: ${location.why}`, installHint);
  if (location.lacks !== undefined)
    return missing(` runs, but "${location.lacks.name}" is not on PATH`, location.lacks.hint);
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
