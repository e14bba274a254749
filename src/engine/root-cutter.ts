// `platform/root-names` for all that a session brings: its diagnostics, remarks and causes.

import type { AbsPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { UnknownCause } from '../model/fault.js';
import { withoutRoots } from '../platform/root-names.js';
import type { SessionRemark } from '../session/session-memory.js';

export interface RootCutter {
  text(text: string): string;
  cause<C extends UnknownCause>(cause: C): C;
  diagnostics(diagnostics: readonly ServerDiagnostic[]): readonly ServerDiagnostic[];
  remark(remark: SessionRemark): SessionRemark;
}

/** @param roots folders that stand for the repository */
export function rootCutter(roots: readonly AbsPath[]): RootCutter {
  const text = withoutRoots(roots);
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
