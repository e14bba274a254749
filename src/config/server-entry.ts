// One server of a config file → its definition: laid over the catalogue entry of that name, or standing alone.
// What a lone server needs is checked here; that its text is well-formed was checked by the schema.

import { define } from '../catalogue/define.js';
import { assertNever, type NonEmpty, type RepoPath } from '../model/base.js';
import type {
  Completion,
  InfraPattern,
  LanguageIdMap,
  ServerDefinition,
  SettleRule,
} from '../model/server-definition.js';
import { isGlob } from '../platform/globs.js';
import { mergeJson, mergeObjects } from './merge-json.js';
import { nameHint } from './near-name.js';
import type { ServerEntry } from './schema.js';
import { withoutUndefined } from './without-undefined.js';

export interface EntryProblem {
  /** Key within the entry; absent for the entry as a whole. */
  readonly key?: string;
  readonly message: string;
  readonly hint?: string;
}

/** The definition, or everything that is missing or does not belong. */
export function defineServer(
  name: string,
  entry: ServerEntry,
  origin: 'user' | 'project',
  catalogue: readonly ServerDefinition[],
): { readonly definition: ServerDefinition } | { readonly problems: NonEmpty<EntryProblem> } {
  const type = entry.type ?? 'lsp';
  const known = type === 'lsp' ? catalogue.find((definition) => definition.name === name) : undefined;
  const base = known ?? loneServer(name, entry);
  const [first, ...rest] = [
    ...(base === undefined ? missingParts(name, entry, catalogue) : []),
    ...mcpProblems(entry, type),
  ];
  if (first !== undefined) return { problems: [first, ...rest] };
  if (base === undefined) throw new Error(`server ${name}: incomplete, yet without a problem`);
  return { definition: layOver({ ...base, type, origin }, entry) };
}

function loneServer(name: string, entry: ServerEntry): ServerDefinition | undefined {
  if (entry.command === undefined || entry.files === undefined) return undefined;
  return define({
    name,
    language: name,
    launch: { kind: 'command', command: entry.command },
    files: entry.files,
  });
}

/** Without a command the name is probably misspelt, and that is all there is to say. */
function missingParts(
  name: string,
  entry: ServerEntry,
  catalogue: readonly ServerDefinition[],
): readonly EntryProblem[] {
  if (entry.command === undefined) {
    const hint = nameHint(
      name,
      catalogue.map((definition) => definition.name),
    );
    const message = `"${name}" is not in the catalogue, so it needs a command and files`;
    return [{ message, ...withoutUndefined({ hint }) }];
  }
  return [{ message: `"${name}" needs files`, hint: 'a list of globs: files: ["*.my"]' }];
}

function mcpProblems(entry: ServerEntry, type: 'lsp' | 'mcp'): readonly EntryProblem[] {
  if (type === 'mcp')
    return entry.tools?.diag === undefined
      ? [{ message: 'a server of type mcp needs tools.diag', hint: 'tools: { diag: NAME_OF_THE_TOOL }' }]
      : [];
  return (['tools', 'match'] as const)
    .filter((key) => entry[key] !== undefined)
    .map((key) => ({ key, message: `"${key}" belongs to servers of type mcp` }));
}

function layOver(base: ServerDefinition, entry: ServerEntry): ServerDefinition {
  const { command, languageId, env, settings, initializationOptions, completion, tools, match } = entry;
  return {
    ...base,
    // A tool reads its file where it lies.
    ...(base.type === 'mcp' && { overlay: 'none' as const }),
    ...withoutUndefined({
      files: entry.files,
      // Whoever says which files a server takes has said it all.
      interpreters: entry.interpreters ?? (entry.files && []),
      rootMarkers: entry.rootMarkers,
      // Relative, `/` separated and inside the repository: the schema saw to it.
      fixedRoot: entry.root as RepoPath | undefined,
      overlay: entry.overlay,
      quietPeriodMs: entry.quietPeriod,
      startTimeoutMs: entry.startTimeout,
      requestTimeoutMs: entry.requestTimeout,
      idleTimeoutMs: entry.idleTimeout,
      maxOpenDocuments: entry.maxOpenDocuments,
      role: entry.role,
      stopOnNewFile: entry.stopOnNewFile,
    }),
    ...(command && { launch: { kind: 'command', command }, installHint: commandHint(base.name, command[0]) }),
    ...(languageId !== undefined && { languageId: layLanguageId(base.languageId, languageId) }),
    ...(initializationOptions !== undefined && {
      initializationOptions: mergeJson(base.initializationOptions, initializationOptions),
    }),
    ...(completion && { settle: declaredRule(base.settle, completion) }),
    ...(tools && { mcp: { tools: withoutUndefined(tools), ...withoutUndefined({ match }) } }),
    env: { ...base.env, ...env },
    settings: mergeObjects(base.settings, settings ?? {}),
    infraPatterns: [...base.infraPatterns, ...(entry.infraPatterns ?? []).map(infraPattern)],
  };
}

function commandHint(name: string, program: string): string {
  return `install "${program}", or correct servers.${name}.command`;
}

/** One name stands for every file; a map adds to what the entry knows. */
function layLanguageId(base: LanguageIdMap, given: string | Readonly<Record<string, string>>): LanguageIdMap {
  if (typeof given === 'string') return { default: given, byExtension: {}, byName: {} };
  const entries = Object.entries(given);
  const isExtension = ([key]: readonly [string, string]) => key.startsWith('.') && !isGlob(key);
  const extensions = entries.filter(isExtension);
  const names = entries.filter((entry) => !isExtension(entry));
  return {
    ...base,
    byExtension: { ...base.byExtension, ...Object.fromEntries(extensions) },
    byName: { ...base.byName, ...Object.fromEntries(names) },
  };
}

/** What a user says of a server is no measurement: every sign of unfinished work voids a pull. The entry's own rule of that kind knows more. */
function declaredRule(
  base: SettleRule,
  completion: Extract<Completion, 'auto' | 'pull' | 'barrier' | 'push'>,
): SettleRule {
  if (base.kind === completion) return base;
  switch (completion) {
    case 'pull':
      return {
        kind: 'pull',
        announced: 'static',
        refresh: 'voids',
        progress: 'voids',
        afterConfiguration: false,
      };
    case 'barrier':
      return { kind: 'barrier', request: 'document-symbol' };
    case 'auto':
    case 'push':
      return { kind: completion };
    default:
      return assertNever(completion);
  }
}

function infraPattern(given: string | { readonly regex: string }): InfraPattern {
  return typeof given === 'string'
    ? { kind: 'substring', text: given }
    : { kind: 'regex', source: given.regex };
}
