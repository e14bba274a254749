// Requests and notifications by which a server says that it cannot judge a file (`eslint/noLibrary`): the entry names them.

import type { RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { field } from './document-text.js';

export interface Distress {
  /** Undefined: every file of the session. */
  readonly path: RepoPath | undefined;
  readonly detail: string;
  readonly hint?: string;
}

/** Undefined when the message is no distress of this definition. */
export function distressIn(
  definition: ServerDefinition,
  method: string,
  params: unknown,
  pathOfUri: (uri: string) => RepoPath | undefined,
): Distress | undefined {
  for (const rule of definition.distressRequests) {
    if (rule.method !== method) continue;
    if (
      rule.when !== undefined &&
      !rule.when.values.some((value) => value === at(params, rule.when?.path ?? []))
    )
      continue;
    const uri = at(params, rule.uriPath);
    return {
      path: typeof uri === 'string' ? pathOfUri(uri) : undefined,
      detail: rule.detail,
      ...(rule.hint !== undefined && { hint: rule.hint }),
    };
  }
  return undefined;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, key) => field(inner, key), value);
}
