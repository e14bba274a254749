// What makes a cell's answer doubtful in itself: the meaning of its noise, else the noise, else what of it cannot be read.
// The meaning first: it is the same sentence for every file, so that a hundred files have one reason and not a hundred.

import type { UnknownCause } from '../model/fault.js';
import type { InfraNote } from '../model/run.js';
import type { Classified } from './classify.js';
import { infraCause } from './session-notes.js';

/** Undefined when nothing does. */
export function noiseCause(
  server: string,
  { infra: [noise], meaning }: Classified,
  [unreadable]: readonly InfraNote[],
): UnknownCause | undefined {
  if (meaning !== undefined) return infraCause(`${server}: ${meaning.detail}`, meaning.hint);
  if (noise !== undefined) return infraCause(`${server} said: ${noise.text}`);
  if (unreadable === undefined) return undefined;
  return infraCause(`${server} sent a diagnostic that cannot be read: ${unreadable.text}`);
}
