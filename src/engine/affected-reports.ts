// What a server says by itself of files that are not open, and when it has said it all: nothing comes any more, no progress is
// open, and its processes are at rest. Positions are not known here (nobody has the lines): only what is said is compared.

import type { CollectOptions } from '../collect/collector.js';
import { createRestWindow } from '../collect/rest-window.js';
import type { RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import { canObserve } from '../session/process-tree.js';
import type { ServerSession } from '../session/server-session.js';
import type { Asker } from './affected-asking.js';
import type { Counts } from './base-cell.js';

/** The last list of each file that is not open, by what each entry says. */
export type Said = ReadonlyMap<RepoPath, readonly string[]>;

export interface Reports {
  /** As of now; call `settled` before. */
  said(): Said;
  /** Undefined once all is said; else why it cannot be waited for. */
  settled(options: CollectOptions, asker: Asker): Promise<UnknownCause | undefined>;
  end(): void;
}

const lookEveryMs = 20;
const observedQuietMs = 100;
const blindQuietMs = 300;

/** From the session's start on: what it said earlier is not told again. */
export function hearReports(session: ServerSession, counts: Counts): Reports {
  const lists = new Map<RepoPath, readonly string[]>();
  const open = new Set<string>();
  const { definition } = session.plan;
  const isIgnored = ({ token, title }: { token: string; title: string }) =>
    definition.ignoredProgress.some((part) => token.includes(part) || title.includes(part));
  let heard = true;
  const unsubscribe = session.subscribe((event) => {
    heard = true;
    if (event.kind === 'progress-begin' && !isIgnored(event)) open.add(event.token);
    if (event.kind === 'progress-end') open.delete(event.token);
    if (event.kind !== 'foreign-publish' || event.path === undefined) return;
    const { path } = event;
    lists.set(path, event.diagnostics.filter((one) => counts(path, one)).map(wordsOf));
  });

  return {
    said: () => new Map(lists),
    end: unsubscribe,
    settled: async ({ clock, quietPeriodMs }, asker) => {
      const { dependents } = definition;
      const ownMs = dependents.kind === 'project-report' ? dependents.quietMs : 0;
      const quietMs = Math.max(ownMs, quietPeriodMs ?? (canObserve ? observedQuietMs : blindQuietMs));
      const rest = createRestWindow(quietMs);
      const look = session.tree.watch();
      let quietSince = clock.now();
      heard = true;
      for (;;) {
        const cause = asker.over();
        if (cause !== undefined) return cause;
        const now = clock.now();
        if (heard || open.size > 0) {
          heard = false;
          rest.reset();
          quietSince = now;
        }
        rest.add(now, look());
        if (canObserve ? rest.covers(now) : now - quietSince >= quietMs) return undefined;
        await clock.sleep(lookEveryMs);
      }
    },
  };
}

/** Files of which something is said that was not said before, or more often. */
export function saidMore(now: Said, before: Said): readonly RepoPath[] {
  return [...now].flatMap(([path, list]) => {
    const left = [...(before.get(path) ?? [])];
    const isNew = list.some((words) => {
      const at = left.indexOf(words);
      if (at < 0) return true;
      left.splice(at, 1);
      return false;
    });
    return isNew ? [path] : [];
  });
}

function wordsOf({ severity, code, source, message }: ServerDiagnostic): string {
  return JSON.stringify([severity ?? null, code ?? null, source ?? null, message]);
}
