// One request through typescript-language-server's command `typescript.tsserverRequest` (its only arguments: tsserver's own).

import type { RequestOutcome } from '../session/connection.js';
import type { ServerSession } from '../session/server-session.js';

export function tsserverRequest(
  session: ServerSession,
  command: string,
  file: string | undefined,
  signal: AbortSignal,
  more: Readonly<Record<string, unknown>> = {},
): Promise<RequestOutcome> {
  const given = { file, includeLinePosition: true, ...more };
  const params = { command: 'typescript.tsserverRequest', arguments: [command, given, {}] };
  return session.request('workspace/executeCommand', params, signal);
}
