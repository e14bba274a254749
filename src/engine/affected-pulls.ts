// What a server answers to pulls of files that are not open: the whole project's state, one question a file. Such an answer was
// measured to be full, or a refusal where the file belongs to nothing; the verdict is made later, of the opened file.

import type { RepoPath } from '../model/base.js';
import type { UnknownCause } from '../model/fault.js';
import { absoluteOf, toUri } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { type Asker, refusal } from './affected-asking.js';
import type { Said } from './affected-reports.js';

const atOnce = 32;
const what = 'the diagnostics of a file that is not open';

export type Pulled =
  | { readonly kind: 'said'; readonly said: Said }
  | { readonly kind: 'failed'; readonly cause: UnknownCause };

/** @param counts by LSP's severity number, if one was sent. Files without anything that counts are left out. */
export async function pullAll(
  session: ServerSession,
  asker: Asker,
  paths: readonly RepoPath[],
  counts: (severity: unknown) => boolean,
): Promise<Pulled> {
  const said = new Map<RepoPath, readonly string[]>();
  let cause: UnknownCause | undefined;
  const rest = [...paths];
  const worker = async () => {
    for (let path = rest.shift(); path !== undefined && cause === undefined; path = rest.shift()) {
      const answer = await pull(session, asker, path);
      if (answer.kind === 'failed') cause = answer.cause;
      else {
        const list = answer.items.filter((item) => counts(field(item, 'severity')));
        if (list.length > 0)
          said.set(
            path,
            list.map((item) => JSON.stringify(item)),
          );
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return cause === undefined ? { kind: 'said', said } : { kind: 'failed', cause };
}

async function pull(
  session: ServerSession,
  asker: Asker,
  path: RepoPath,
): Promise<
  | { readonly kind: 'items'; readonly items: readonly unknown[] }
  | { readonly kind: 'failed'; readonly cause: UnknownCause }
> {
  const uri = toUri(absoluteOf(session.plan.tree.serverRoot, path));
  const { pullIdentifier: identifier } = session.facts;
  const params = { textDocument: { uri }, ...(identifier !== undefined && { identifier }) };
  const asked = await asker.ask(what, (signal) => session.request('textDocument/diagnostic', params, signal));
  if (asked.kind === 'failed') return asked;
  // TypeScript 7.0.2: "no project found for URI", of a file that it would not judge either.
  if (asked.kind === 'refused' && asked.code === -32603 && /no project found/i.test(asked.message))
    return { kind: 'items', items: [] };
  const refused = asked.kind === 'refused' ? asked : { code: 0, message: 'its answer is no list' };
  const items = asked.kind === 'answer' ? field(asked.result, 'items') : undefined;
  if (Array.isArray(items)) return { kind: 'items', items };
  return { kind: 'failed', cause: refusal(session.plan.definition.name, what, refused) };
}
