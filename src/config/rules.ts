// What the config says of a file: severities after rules and overrides, the level that fails the run, the servers allowed.
// Pure. Later overrides win over earlier ones, all of them over `rules:`; within one list an exact code wins over `*`.

import type { RepoPath } from '../model/base.js';
import type { Config, SeverityRule } from '../model/config.js';
import type { FailOn, Severity } from '../model/diagnostic.js';
import { compileGlobs } from '../platform/globs.js';

export interface PathRules {
  /** The severity a rule gives, `off` to drop the diagnostic, undefined to leave it as the server said. No code: only `*` rules. */
  severityOf(server: string, code: string | undefined): Severity | 'off' | undefined;
  readonly failOn: FailOn;
  /** Whether this server may judge the file. */
  allows(server: string): boolean;
}

/** Compiles the globs once; a file's answer is remembered, since it is asked again for every diagnostic. */
export function compileRules(
  config: Pick<Config, 'rules' | 'overrides' | 'failOn'>,
): (path: RepoPath) => PathRules {
  const top = compileList(config.rules);
  const overrides = config.overrides.map((override) => ({
    ...override,
    matches: compileGlobs(override.files),
    severity: compileList(override.rules),
  }));
  const remembered = new Map<RepoPath, PathRules>();
  const rulesOf = (path: RepoPath): PathRules => {
    const matching = overrides.filter((override) => override.matches(path)).reverse();
    const lists = [...matching.map((override) => override.severity), top];
    const servers = matching.find((override) => override.servers !== undefined)?.servers;
    return {
      severityOf: (server, code) => firstDefined(lists, (list) => list(server, code)),
      failOn: firstDefined(matching, (override) => override.failOn) ?? config.failOn,
      allows: (server) => servers === undefined || servers.includes(server),
    };
  };
  return (path) => {
    const known = remembered.get(path) ?? rulesOf(path);
    remembered.set(path, known);
    return known;
  };
}

type SeverityList = (server: string, code: string | undefined) => Severity | 'off' | undefined;

/** Server names have no slash, so that the joined key is unambiguous. */
function compileList(rules: readonly SeverityRule[]): SeverityList {
  const byKey = new Map(rules.map((rule) => [`${rule.server}/${rule.code}`, rule.severity]));
  return (server, code) =>
    (code === undefined ? undefined : byKey.get(`${server}/${code}`)) ?? byKey.get(`${server}/*`);
}

function firstDefined<T, R>(items: readonly T[], get: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const value = get(item);
    if (value !== undefined) return value;
  }
  return undefined;
}
