// By what a server's remarks are weighed: its infra rules, and which files say how the others are judged.

import { type DecidedRule, infraTest } from '../classify/infra-rules.js';
import { type RemarkRules, tellingPart } from '../classify/session-notes.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { compileGlobs } from '../platform/globs.js';
import type { StartDeps } from '../session/start-session.js';

export function remarkRules(definition: ServerDefinition, decided: readonly DecidedRule[] = []): RemarkRules {
  return { infra: infraTest(definition, decided), isProjectFile: compileGlobs(definition.rootMarkers) };
}

/** A session keeps no more of what its server says than a report can use. */
export function attentive(deps: StartDeps, definition: ServerDefinition): StartDeps {
  const rules = remarkRules(definition);
  return { ...deps, tellingPart: (remark) => tellingPart(remark, rules) };
}
