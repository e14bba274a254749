// By what a server's remarks are weighed: its infra rules, and which files say how the others are judged.

import { type DecidedRule, infraTest } from '../classify/infra-rules.js';
import type { RemarkRules } from '../classify/session-notes.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { compileGlobs } from '../platform/globs.js';

export function remarkRules(definition: ServerDefinition, decided: readonly DecidedRule[] = []): RemarkRules {
  return { infra: infraTest(definition, decided), isProjectFile: compileGlobs(definition.rootMarkers) };
}
