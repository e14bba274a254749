// The order of a replay, without I/O: a server's message is due when every client message before it in the recording has been
// seen. Client messages may come in another order among themselves; one that the recording does not have is told as such.

import { excerptOf, isNear, isSameMessage, nameOf, tolerated } from './same-message.mjs';

/** @param entries lines of a transcript with placeholders filled */
export function createReplay(entries) {
  const end = entries.findIndex(
    ({ message, direction }) => direction === 'sent' && message.method === 'shutdown',
  );
  const script = end < 0 ? entries : entries.slice(0, end);
  const seen = new Set(); // indices of client messages
  const actualIds = new Map(); // recorded id of a request → ids that wait for its answer
  const answers = new Map(); // recorded id → its answer, once it was due
  let next = 0;

  return {
    exitCode: entries.findLast(({ mark }) => mark?.kind === 'exit')?.mark.code ?? 0,
    /**
     * Takes a client message. Answers `undefined`, `{ answer }` to be sent at once (a repeated question whose answer was given),
     * or `{ unknown }`, a sentence with what was said and what was recorded in lines before it.
     */
    take(message) {
      if (tolerated.has(message.method)) return undefined;
      const index = script.findIndex((entry, at) => !seen.has(at) && isSaid(entry, message));
      if (index >= 0) {
        seen.add(index);
        if (message.method !== undefined && message.id !== undefined)
          actualIds.set(script[index].message.id, [message.id]);
        return undefined;
      }
      return message.method !== undefined && message.id !== undefined
        ? repeated(message)
        : { unknown: unknown(message) };
    },
    /** What is to be done now, in order: entries of the recording, answers with the ids of this run. */
    due() {
      const due = [];
      for (; next < script.length; next += 1) {
        const entry = script[next];
        if (entry.direction === 'sent') {
          if (!seen.has(next) && !tolerated.has(entry.message.method)) break;
        } else due.push(...released(entry, next === 0 ? 0 : entry.at - script[next - 1].at));
      }
      return due;
    },
    /** The client message that is waited for, when the server has something to say after it; else undefined. */
    waitsFor() {
      const rest = script.slice(next);
      const hasMore = rest.some(({ direction, mark }) => direction === 'received' || mark !== undefined);
      return hasMore && rest[0] !== undefined ? nameOf(rest[0].message) : undefined;
    },
  };

  /** How often a question is asked depends on time; the last answer that it got still holds. */
  function repeated(message) {
    const asked = script.findLast((entry) => isSaid(entry, message));
    if (asked === undefined) return { unknown: unknown(message) };
    const answer = answers.get(asked.message.id);
    if (answer) return { answer: { ...answer, id: message.id } };
    actualIds.get(asked.message.id)?.push(message.id);
    return undefined;
  }

  function released(entry, afterMs) {
    const { message } = entry;
    if (message === undefined || message.method !== undefined) return [{ ...entry, afterMs }];
    answers.set(message.id, message);
    return (actualIds.get(message.id) ?? []).map((id) => ({
      ...entry,
      message: { ...message, id },
      afterMs,
    }));
  }

  function unknown(message) {
    const near = script.find(
      ({ direction, message: other }) => direction === 'sent' && isNear(other, message),
    );
    const recorded = near === undefined ? '' : `recorded: ${excerptOf(near.message)}\n`;
    return `said: ${excerptOf(message)}\n${recorded}the recording does not know ${nameOf(message)}`;
  }
}

function isSaid({ direction, message: recorded }, message) {
  return direction === 'sent' && isSameMessage(recorded, message);
}
