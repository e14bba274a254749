// The sentences of a server's faults. Never the command line: it can hold credentials.
// Excerpts of what a server wrote are quoted with every control character escaped, at most 200 characters.

import type { Fault } from '../model/fault.js';
import { withoutPrivateFolders } from '../platform/private-folder.js';
import type { FrameTrouble } from './message-reader.js';
import type { ProcessEnd } from './process.js';

const longestExcerptChars = 200;

/** JSON's own escaping: no raw control character can get through. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(
    withoutPrivateFolders(text).replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escapeUnit),
  );
  return escaped.length <= longestExcerptChars ? escaped : `${escaped.slice(0, longestExcerptChars - 2)}…"`;
}

export function exitedFault(server: string, end: ProcessEnd, outstanding: number, stderrTail: string): Fault {
  const how =
    end.signal !== null ? `was ended by ${end.signal}` : `exited with code ${end.code ?? 'unknown'}`;
  return {
    reason: 'exited',
    detail: `${server} ${how}${outstandingText(outstanding)}${stderrText(stderrTail)}`,
    ...(stderrTail !== '' && { stderrTail }),
  };
}

export function writeFault(server: string, message: string, stderrTail: string): Fault {
  return {
    reason: 'write-failed',
    detail: `${server} no longer reads what it is sent (${message})${stderrText(stderrTail)}`,
  };
}

/** Its output ended, but the process lives on: whatever it finds, nobody will hear of it. */
export function closedFault(server: string, stderrTail: string): Fault {
  return protocolError(`${server} closed its output and lives on${stderrText(stderrTail)}`);
}

/** Undefined for text that costs nothing: it is noted, and the server goes on. */
export function protocolFault(server: string, trouble: FrameTrouble): Fault | undefined {
  switch (trouble.kind) {
    case 'pollution':
      if (!trouble.lostMessage) return undefined;
      return protocolError(
        `${server} sent a message without a header: ${quoted(trouble.excerpt.toString('utf8'))}`,
      );
    case 'unreadable':
      return protocolError(
        `${server} sent a message that is no JSON: ${quoted(trouble.excerpt.toString('utf8'))}`,
      );
    case 'no-message':
      return protocolError(
        `${server} sent JSON that is no message: ${quoted(trouble.excerpt.toString('utf8'))}`,
      );
    case 'too-large':
      return protocolError(
        `${server} announced a message of ${trouble.length} bytes, more than lspcheck reads`,
      );
  }
}

function protocolError(detail: string): Fault {
  return { reason: 'protocol-error', detail };
}

function outstandingText(outstanding: number): string {
  if (outstanding === 0) return '';
  return outstanding === 1
    ? ' while one answer was outstanding'
    : ` while ${outstanding} answers were outstanding`;
}

function stderrText(tail: string): string {
  if (tail === '') return '';
  const last = tail
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-3)
    .join(' | ');
  return `; its last words: ${quoted(last.slice(-longestExcerptChars))}`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
