// A piece of JSON that a server sent, as text for people. Total: what is nested so deeply that it cannot be written down again
// (JSON.parse reads it, JSON.stringify overflows the stack) is said to be that.

import { withoutPrivateFolders } from '../platform/private-folder.js';

/** At most `chars` characters; hostile text. */
export function jsonExcerpt(value: unknown, chars: number): string {
  try {
    return withoutPrivateFolders(JSON.stringify(value) ?? String(value)).slice(0, chars);
  } catch {
    return '(nested too deeply to be shown)';
  }
}
