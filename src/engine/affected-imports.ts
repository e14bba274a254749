// Dependents by tsserver's `fileReferences`: the files that import one, whatever they name of it, exports that are gone included.

import { tsserverRequest } from '../collect/tsserver-request.js';
import type { RepoPath } from '../model/base.js';
import { absoluteOf, absolutePath } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { type Asker, refusal } from './affected-asking.js';
import { type Levels, type Step, searchLevels } from './affected-levels.js';

const what = 'the importers of a file';

export function importersOf(
  session: ServerSession,
  asker: Asker,
  changed: readonly RepoPath[],
  counts: (path: RepoPath) => boolean,
  enough: number,
): Promise<Levels> {
  const visited = new Set<RepoPath>(changed);
  const step = async (path: RepoPath): Promise<Step<RepoPath>> => {
    const file = absoluteOf(session.plan.tree.serverRoot, path);
    const asked = await asker.ask(what, (signal) => tsserverRequest(session, 'fileReferences', file, signal));
    if (asked.kind === 'failed') return asked;
    const refused = (message: string, code = 0): Step<RepoPath> => {
      return { kind: 'failed', cause: refusal(session.plan.definition.name, what, { code, message }) };
    };
    if (asked.kind === 'refused') return refused(asked.message, asked.code);
    const refs = field(field(asked.result, 'body'), 'refs');
    if (!Array.isArray(refs)) return refused(String(field(asked.result, 'message') ?? 'no list'));
    const importers = refs.flatMap((ref: unknown) => pathOf(session, field(ref, 'file')) ?? []);
    const next = [...new Set(importers)].filter((importer) => !visited.has(importer) && counts(importer));
    for (const importer of next) visited.add(importer);
    return { kind: 'found', paths: next, next };
  };
  return searchLevels(changed, step, enough);
}

function pathOf(session: ServerSession, file: unknown): RepoPath | undefined {
  return typeof file === 'string'
    ? session.pathOfServerFile(absolutePath(file, session.plan.root))
    : undefined;
}
