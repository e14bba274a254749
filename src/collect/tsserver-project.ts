// A broken tsconfig.json shows in no file: tsserver goes on with defaults (typescript-language-server 5.3.0, TypeScript 5.9.3).
// So each project that judged something is asked for its own errors, once; they are told like a publish for that file.

import { absolutePath } from '../platform/paths.js';
import { field } from '../session/document-text.js';
import type { ServerSession } from '../session/server-session.js';
import { readTsserverDiagnostic } from './tsserver-diagnostic.js';
import { tsserverRequest } from './tsserver-request.js';

const asked = new WeakMap<ServerSession, Map<string, Promise<void>>>();

/** Resolves when the file's project was looked at. A question that fails costs nothing: it is no evidence either way. */
export async function checkProjectOf(
  session: ServerSession,
  file: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const info = await tsserverRequest(session, 'projectInfo', file, signal, { needFileNameList: false });
  const body = info.kind === 'answer' ? field(info.result, 'body') : undefined;
  const config = field(body, 'configFileName');
  // An inferred project has a made-up name, and no file that could be wrong.
  if (typeof config !== 'string' || !/\.json$/.test(config)) return;
  if (field(body, 'languageServiceDisabled') === true) tellPartOnly(session, config);
  const projects = asked.get(session) ?? new Map<string, Promise<void>>();
  asked.set(session, projects);
  const known = projects.get(config) ?? tellProjectErrors(session, config, signal);
  projects.set(config, known);
  await known;
}

async function tellProjectErrors(session: ServerSession, config: string, signal: AbortSignal): Promise<void> {
  const outcome = await tsserverRequest(session, 'semanticDiagnosticsSync', config, signal, {
    projectFileName: config,
  });
  const body = outcome.kind === 'answer' ? field(outcome.result, 'body') : undefined;
  if (!Array.isArray(body)) return;
  const diagnostics = body.flatMap((item: unknown) => readTsserverDiagnostic(item, session) ?? []);
  if (diagnostics.length === 0) return;
  const path = session.pathOfServerFile(absolutePath(config, session.plan.root));
  session.tell({ kind: 'foreign-publish', path, diagnostics });
}

function tellPartOnly(session: ServerSession, config: string): void {
  const path = session.pathOfServerFile(absolutePath(config, session.plan.root));
  const detail = `the project ${path ?? ''} is too large for tsserver: it judges files one by one`;
  session.tell({ kind: 'distress', path: undefined, detail });
}
