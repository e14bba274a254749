// By what a server's remarks are weighed: its infra rules, and which files say how the others are judged.

import { type DecidedRule, infraTest, patternTest } from '../classify/infra-rules.js';
import { type RemarkRules, sessionNotes, tellingPart } from '../classify/session-notes.js';
import type { CollectOptions } from '../collect/collector.js';
import type { PlannedDocument } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { compileGlobs } from '../platform/globs.js';
import type { StartDeps } from '../session/start-session.js';

export function remarkRules(definition: ServerDefinition, decided: readonly DecidedRule[] = []): RemarkRules {
  return { infra: infraTest(definition, decided), isProjectFile: compileGlobs(definition.rootMarkers) };
}

/** A session keeps no more of what its server says than a report can use. */
export function attentive(deps: StartDeps, definition: ServerDefinition): StartDeps {
  const rules = remarkRules(definition);
  const lasting = definition.infraRules.flatMap(({ when }) =>
    when?.kind === 'said' ? [patternTest(when.pattern)] : [],
  );
  return {
    ...deps,
    tellingPart: (remark) => tellingPart(remark, rules),
    isLasting: (text) => lasting.some((matches) => matches(text)),
  };
}

/** For collecting: which of the documents a remark puts in doubt by name. */
export function doubtsAmong(
  definition: ServerDefinition,
  documents: readonly PlannedDocument[],
): NonNullable<CollectOptions['doubtsIn']> {
  const subject = {
    ...remarkRules(definition),
    server: definition.name,
    documents: documents.map(({ path }) => path),
  };
  return (remark) => sessionNotes([remark], subject).named;
}
