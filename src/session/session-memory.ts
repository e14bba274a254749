// What a session must not forget between its listeners: work still in progress, and every remark beside the diagnostics.
// Bounded: a server that never stops talking cannot fill our memory, and that remarks were cut off is itself a remark.

import type { SessionEvent } from './session-event.js';

export type SessionRemark = Extract<
  SessionEvent,
  { readonly kind: 'message' | 'distress' | 'foreign-publish' | 'pollution' }
>;

export interface SessionMemory {
  keep(event: SessionEvent): void;
  standing(): readonly SessionEvent[];
  remarks(): readonly SessionRemark[];
}

const mostRemarks = 5000;
const longestTextChars = 4096;

export function createSessionMemory(): SessionMemory {
  const openProgress = new Map<string, SessionEvent>();
  const remarks: SessionRemark[] = [];
  const seen = new Set<string>();
  let configurationAsked = false;
  let quiescence: SessionEvent | undefined;

  const remember = (remark: SessionRemark): void => {
    const cut =
      remark.kind === 'message' ? { ...remark, text: remark.text.slice(0, longestTextChars) } : remark;
    const key = JSON.stringify(cut);
    if (seen.has(key) || remarks.length > mostRemarks) return;
    seen.add(key);
    remarks.push(
      remarks.length < mostRemarks
        ? cut
        : {
            kind: 'message',
            level: 'error',
            shown: true,
            text: `more than ${mostRemarks} messages: the rest was not read`,
          },
    );
  };

  return {
    keep(event) {
      switch (event.kind) {
        case 'progress-begin':
          openProgress.set(event.token, event);
          return;
        case 'progress-end':
          openProgress.delete(event.token);
          return;
        case 'configuration-asked':
          configurationAsked = true;
          return;
        case 'quiescence':
          quiescence = event;
          return;
        case 'message':
        case 'distress':
        case 'foreign-publish':
        case 'pollution':
          remember(event);
          return;
        case 'publish':
        case 'refresh':
        case 'pull-announced':
        case 'pull-withdrawn':
        case 'lost':
          return;
      }
    },
    standing: () => [
      ...openProgress.values(),
      ...(quiescence === undefined ? [] : [quiescence]),
      ...(configurationAsked ? [{ kind: 'configuration-asked' } as const] : []),
    ],
    remarks: () => remarks,
  };
}
