// What a server registered at run time, by id: pyright registers pull, unregisters it and registers it again while it starts.

import type { AbsPath } from '../model/base.js';
import { field } from './document-text.js';
import { type FileWatcher, readWatchers } from './file-watchers.js';

export interface Registrations {
  /** Params of client/registerCapability. Unreadable entries are passed over: a registration is an offer, not evidence. */
  register(params: unknown): void;
  /** Params of client/unregisterCapability (`unregisterations` is the specification's own spelling). */
  unregister(params: unknown): void;
  has(method: string): boolean;
  /** Of changes on the disk; undefined when there is no registration for them. */
  watchers(): readonly FileWatcher[] | undefined;
}

/** @param folder the workspace folder */
export function createRegistrations(folder: AbsPath): Registrations {
  const methodById = new Map<string, string>();
  const watchersById = new Map<string, readonly FileWatcher[]>();
  return {
    register(params) {
      for (const { id, method, options } of entries(params, ['registrations'])) {
        methodById.set(id, method);
        if (method === watching) watchersById.set(id, readWatchers(options, folder));
      }
    },
    unregister(params) {
      for (const { id } of entries(params, ['unregisterations', 'unregistrations'])) {
        methodById.delete(id);
        watchersById.delete(id);
      }
    },
    has: (method) => [...methodById.values()].includes(method),
    watchers: () => (watchersById.size === 0 ? undefined : [...watchersById.values()].flat()),
  };
}

const watching = 'workspace/didChangeWatchedFiles';

interface Entry {
  readonly id: string;
  readonly method: string;
  readonly options: unknown;
}

function entries(params: unknown, keys: readonly string[]): readonly Entry[] {
  for (const key of keys) {
    const listed = field(params, key);
    if (!Array.isArray(listed)) continue;
    return listed.flatMap((entry: unknown) => {
      const id = field(entry, 'id');
      const method = field(entry, 'method');
      const options = field(entry, 'registerOptions');
      return typeof id === 'string' && typeof method === 'string' ? [{ id, method, options }] : [];
    });
  }
  return [];
}
