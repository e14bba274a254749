// Texts of servers name files by absolute path, of this machine's checkout or of a private tree. A report speaks of the
// repository: the root is cut off, so that the same mistake is the same text, with the same fingerprint, everywhere; and so
// is what else a private folder adds to a name.

import type { AbsPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import { toUri } from '../platform/paths.js';
import { withoutPrivateFolders } from '../platform/private-folder.js';
import type { SessionRemark } from '../session/session-memory.js';

export interface RootCutter {
  text(text: string): string;
  cause<C extends UnknownCause>(cause: C): C;
  diagnostics(diagnostics: readonly ServerDiagnostic[]): readonly ServerDiagnostic[];
  remark(remark: SessionRemark): SessionRemark;
}

/** @param roots folders that stand for the repository, as paths; their `file:` URIs are cut as well. */
export function rootCutter(roots: readonly AbsPath[]): RootCutter {
  // The longest first: a root inside another must not leave its own tail behind.
  const spellings = [...new Set(roots)]
    .filter((root) => root !== '/')
    .flatMap((root) => [toUri(root), `file://${root}`, root])
    .sort((a, b) => b.length - a.length);
  const pattern =
    spellings.length === 0
      ? undefined
      : new RegExp(`(?:${spellings.map(escaped).join('|')})(/|(?![\\w.-]))`, 'g');
  const text = (whole: string) => {
    const given = withoutPrivateFolders(whole);
    return pattern === undefined
      ? given
      : given.replace(pattern, (_, slash: string) => (slash === '/' ? '' : '.'));
  };
  const diagnostic = (given: ServerDiagnostic): ServerDiagnostic => ({
    ...given,
    message: text(given.message),
    ...(given.source !== undefined && { source: text(given.source) }),
    related: given.related.map((related) => ({ ...related, message: text(related.message) })),
  });
  const diagnostics = (given: readonly ServerDiagnostic[]) => given.map(diagnostic);
  const cause = <C extends UnknownCause>(given: C): C => ({ ...given, detail: text(given.detail) });
  return {
    text,
    cause,
    diagnostics,
    remark(given) {
      switch (given.kind) {
        case 'message':
        case 'pollution':
          return { ...given, text: text(given.text) };
        case 'distress':
          return { ...given, detail: text(given.detail) };
        case 'foreign-publish':
          return { ...given, diagnostics: diagnostics(given.diagnostics) };
      }
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
