// What a server registered at run time, by id: pyright registers pull, unregisters it and registers it again while it starts.

import { field } from './document-text.js';

export interface Registrations {
  /** Params of client/registerCapability. Unreadable entries are passed over: a registration is an offer, not evidence. */
  register(params: unknown): void;
  /** Params of client/unregisterCapability (`unregisterations` is the specification's own spelling). */
  unregister(params: unknown): void;
  has(method: string): boolean;
}

export function createRegistrations(): Registrations {
  const methodById = new Map<string, string>();
  return {
    register(params) {
      for (const entry of entries(params, ['registrations'])) methodById.set(entry.id, entry.method);
    },
    unregister(params) {
      for (const entry of entries(params, ['unregisterations', 'unregistrations']))
        methodById.delete(entry.id);
    },
    has: (method) => [...methodById.values()].includes(method),
  };
}

function entries(params: unknown, keys: readonly string[]): readonly { id: string; method: string }[] {
  for (const key of keys) {
    const listed = field(params, key);
    if (!Array.isArray(listed)) continue;
    return listed.flatMap((entry: unknown) => {
      const id = field(entry, 'id');
      const method = field(entry, 'method');
      return typeof id === 'string' && typeof method === 'string' ? [{ id, method }] : [];
    });
  }
  return [];
}
