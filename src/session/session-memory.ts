// What a session must not forget between its listeners: work still in progress, and the remarks beside the diagnostics that
// matter. Bounded: a server that never stops talking cannot fill our memory, and that remarks were cut off is itself a remark.

import type { SessionEvent } from './session-event.js';

export type SessionRemark = Extract<
  SessionEvent,
  { readonly kind: 'message' | 'distress' | 'foreign-publish' | 'pollution' }
>;

export interface SessionMemory {
  keep(event: SessionEvent): void;
  standing(): readonly SessionEvent[];
  /** Titles of the work that has begun and not ended. */
  openProgress(): readonly string[];
  remarks(): readonly SessionRemark[];
  /** Messages that hold for as long as the server runs, each once. */
  lastingWords(): readonly string[];
}

/** What of a remark is worth keeping; undefined for nothing. */
export type TellingPart = (remark: SessionRemark) => SessionRemark | undefined;

/** Whether a message says something that stays true. */
export type IsLasting = (text: string) => boolean;

const mostLastingWords = 100;
const mostRemarks = 5000;
/** Text on stdout costs nothing but its place in the report: a few lines show what it is. */
const mostPollution = 20;
const longestTextChars = 4096;

export function createSessionMemory(
  tellingPart: TellingPart = (remark) => remark,
  isLasting: IsLasting = () => false,
): SessionMemory {
  const openProgress = new Map<string, Extract<SessionEvent, { readonly kind: 'progress-begin' }>>();
  const remarks: SessionRemark[] = [];
  const seen = new Set<string>();
  const lasting = new Set<string>();
  let configurationAsked = false;
  let quiescence: SessionEvent | undefined;
  let torn: SessionEvent | undefined;

  let pollution = 0;
  const remember = (whole: SessionRemark): void => {
    const remark = tellingPart(whole);
    if (remark === undefined) return;
    if (remark.kind === 'pollution') pollution += 1;
    if (pollution > mostPollution && remark.kind === 'pollution') return;
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
        case 'torn':
          torn = event;
          return;
        case 'message':
          if (lasting.size < mostLastingWords && isLasting(event.text))
            lasting.add(event.text.slice(0, longestTextChars));
          remember(event);
          return;
        case 'distress':
        case 'foreign-publish':
        case 'pollution':
          remember(event);
          return;
        case 'heard':
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
      ...(torn === undefined ? [] : [torn]),
      ...(configurationAsked ? [{ kind: 'configuration-asked' } as const] : []),
    ],
    openProgress: () => [...openProgress.values()].map(({ title }) => title),
    remarks: () => remarks,
    lastingWords: () => [...lasting],
  };
}
