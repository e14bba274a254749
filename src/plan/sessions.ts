// Documents gathered into sessions: one per (server, root), each with the overlays that must be open beside them.
// An overlay that is in scope for another session of the server is one of these too: each process reads the disk itself.

import type { NonEmpty } from '../model/base.js';
import { compareText } from '../model/diagnostic.js';
import type { PlannedSession } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { absoluteOf } from '../platform/paths.js';
import type { Placed, Removed } from './cells.js';
import { documentOrder, type OverlayView } from './overlays.js';

/** Sorted by key; documents and overlays in `documentOrder`. */
export async function sessionsOf(
  placed: readonly (Placed | Removed)[],
  views: (definition: ServerDefinition) => Promise<OverlayView>,
): Promise<readonly PlannedSession[]> {
  const groups = [...groupByKey(placed)].sort(([a], [b]) => compareText(a, b));
  return Promise.all(groups.map(([, group]) => sessionOf(group, views)));
}

async function sessionOf(
  group: NonEmpty<Placed | Removed>,
  views: (definition: ServerDefinition) => Promise<OverlayView>,
): Promise<PlannedSession> {
  const { sessionKey: key, definition, root: rootPath, location } = group[0];
  const { tree, documents: overlays } = await views(definition);
  const documents = group
    .flatMap((one) => ('document' in one ? [one.document] : []))
    .sort(documentOrder(tree));
  const removed = group.flatMap((one) => ('document' in one ? [] : [one.path])).sort(compareText);
  const inScope = new Set(documents.map(({ path }) => path));
  return {
    key,
    definition,
    tree,
    root: absoluteOf(tree.serverRoot, rootPath),
    rootPath,
    command: location.command,
    packages: location.packages,
    documents,
    supporting: overlays.filter(({ path }) => !inScope.has(path)),
    ...(removed.length > 0 && { removed }),
  };
}

function groupByKey<T extends Placed | Removed>(placed: readonly T[]): ReadonlyMap<string, NonEmpty<T>> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of placed) {
    const group = groups.get(one.sessionKey);
    if (group) group.push(one);
    else groups.set(one.sessionKey, [one]);
  }
  return groups;
}
