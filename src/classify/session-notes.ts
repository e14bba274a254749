// What a session said beside its diagnostics → notes for the report, and which files it impairs.
// Rule: a shown error (window/showMessage, type Error), a message that matches an infra text, and a distress of the entry's
// impair the file they name, or else every file of the session; an error on a project file (tsconfig.json, go.mod) impairs
// every file, since then nobody knows by which options they were judged. Nothing said is lost.

import { assertNever, type RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import type { InfraNote } from '../model/run.js';
import type { InfraTest } from './infra-rules.js';

/** Things heard over a session's life, in order. */
export type SessionRemark =
  | {
      readonly kind: 'message';
      readonly level: 'error' | 'warning' | 'info' | 'log';
      readonly shown: boolean;
      readonly text: string;
    }
  | {
      readonly kind: 'distress';
      readonly path: RepoPath | undefined;
      readonly detail: string;
      readonly hint?: string;
    }
  | {
      readonly kind: 'foreign-publish';
      readonly path: RepoPath | undefined;
      readonly diagnostics: readonly ServerDiagnostic[];
    }
  | { readonly kind: 'pollution'; readonly text: string };

export interface SessionNotes {
  readonly notes: readonly InfraNote[];
  /** What was said of a file by its name, and puts its diagnostics in doubt. */
  readonly named: ReadonlyMap<RepoPath, UnknownCause>;
  /** The first thing said that puts this file's diagnostics in doubt. */
  impairmentOf(path: RepoPath): UnknownCause | undefined;
}

/** By what it is decided whether a remark matters. */
export interface RemarkRules {
  readonly infra: InfraTest;
  /** Files that say how the others are judged. */
  readonly isProjectFile: (path: RepoPath) => boolean;
}

export interface SessionSubject extends RemarkRules {
  readonly server: string;
  /** Everything that was opened. */
  readonly documents: readonly RepoPath[];
}

/** What of a remark matters to a report; a server's thousand other words need not be kept. */
export function tellingPart(
  remark: SessionRemark,
  { infra, isProjectFile }: RemarkRules,
): SessionRemark | undefined {
  switch (remark.kind) {
    case 'message': {
      const isShownError = remark.shown && remark.level === 'error';
      return isShownError || infra.ofMessage(remark.text) ? remark : undefined;
    }
    case 'foreign-publish': {
      const { path } = remark;
      const ofProject = path !== undefined && isProjectFile(path);
      const diagnostics = remark.diagnostics.filter(
        (diagnostic) =>
          (ofProject && (diagnostic.severity ?? 'error') === 'error') || infra.ofDiagnostic(diagnostic),
      );
      return diagnostics.length === 0 ? undefined : { ...remark, diagnostics };
    }
    case 'distress':
    case 'pollution':
      return remark;
    default:
      return assertNever(remark);
  }
}

export function sessionNotes(remarks: readonly SessionRemark[], subject: SessionSubject): SessionNotes {
  const { server, documents } = subject;
  const notes: InfraNote[] = [];
  const seen = new Set<string>();
  const byPath = new Map<RepoPath, UnknownCause>();
  let general: UnknownCause | undefined;

  const note = (entry: InfraNote): boolean => {
    const key = JSON.stringify([entry.kind, entry.path ?? '', entry.text]);
    if (seen.has(key)) return false;
    seen.add(key);
    notes.push(entry);
    return true;
  };
  const impair = (path: RepoPath | undefined, cause: UnknownCause) => {
    if (path === undefined) general ??= cause;
    else if (!byPath.has(path)) byPath.set(path, cause);
  };

  for (const remark of remarks.flatMap((one) => tellingPart(one, subject) ?? [])) {
    switch (remark.kind) {
      case 'message': {
        const path = documentNamedIn(remark.text, documents);
        note({
          kind: remark.shown ? 'message' : 'log',
          text: remark.text,
          ...(path !== undefined && { path }),
        });
        impair(path, infraCause(`${server} said: ${remark.text}`));
        break;
      }
      case 'distress':
        note({
          kind: 'message',
          text: remark.detail,
          ...(remark.path !== undefined && { path: remark.path }),
        });
        impair(remark.path, infraCause(`${server}: ${remark.detail}`, remark.hint));
        break;
      case 'foreign-publish':
        for (const diagnostic of remark.diagnostics) {
          const { path } = remark;
          note({ kind: 'diagnostic', text: diagnostic.message, ...(path !== undefined && { path }) });
          impair(undefined, infraCause(`${server} said of ${path ?? 'another file'}: ${diagnostic.message}`));
        }
        break;
      case 'pollution':
        note({ kind: 'log', text: `on its standard output: ${remark.text}` });
        break;
    }
  }
  return { notes, named: byPath, impairmentOf: (path) => byPath.get(path) ?? general };
}

export function infraCause(detail: string, hint?: string): UnknownCause {
  return { reason: 'infra', detail, ...(hint !== undefined && { hint }) };
}

/** By whole path first, then by base name where that is unambiguous. */
function documentNamedIn(text: string, documents: readonly RepoPath[]): RepoPath | undefined {
  const byPath = documents.filter((path) => text.includes(path));
  if (byPath.length > 0) return longest(byPath);
  const byName = documents.filter((path) => text.includes(path.slice(path.lastIndexOf('/') + 1)));
  return byName.length === 1 ? byName[0] : undefined;
}

function longest(paths: readonly RepoPath[]): RepoPath | undefined {
  return paths.reduce((a, b) => (b.length > a.length ? b : a));
}
