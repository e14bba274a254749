// The user's file and the project's, laid over each other: the project's `servers` replaces the user's,
// of the other keys maps are laid over key by key, and a list replaces a list. What names a server is checked here.

import { isNonEmpty } from '../model/base.js';
import type { PathOverride, SeverityRule } from '../model/config.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { Mistake } from '../model/user-error.js';
import type { KeyedMistake } from './mistakes.js';
import { nameHint } from './near-name.js';
import type { ParsedConfig } from './parse.js';
import type { ConfigFile, OverrideEntry } from './schema.js';
import { defineServer } from './server-entry.js';
import type { KeyPath } from './source-tree.js';
import { withoutUndefined } from './without-undefined.js';

export interface Layers {
  /** Undefined: no `servers` anywhere. */
  readonly servers?: readonly ServerDefinition[];
  readonly rules: readonly SeverityRule[];
  readonly overrides: readonly PathOverride[];
  readonly check: NonNullable<ConfigFile['check']>;
  readonly daemon: NonNullable<ConfigFile['daemon']>;
  readonly mcp: NonNullable<ConfigFile['mcp']>;
}

/** A part of a file that was understood, and what in it was not. */
interface Read<T> {
  readonly value: T;
  readonly mistakes: readonly KeyedMistake[];
}

/** Lays `files` over each other, from the weakest to the strongest. Every mistake is collected. */
export function layConfigs(
  files: readonly ParsedConfig[],
  catalogue: readonly ServerDefinition[],
): { readonly layers: Layers; readonly mistakes: readonly Mistake[] } {
  const servers = files.map((parsed) => readServers(parsed, catalogue));
  const declared = files.flatMap(({ file }) => (file.servers ? [Object.keys(file.servers)] : []));
  const builtIn = catalogue.map(({ name }) => name);
  const names: ServerNames = {
    configured: declared.at(-1) ?? builtIn,
    anywhere: [...new Set([...builtIn, ...declared.flat()])],
  };
  const rules = files.map(({ file }) => readRules(file.rules, ['rules'], names.anywhere));
  const overrides = files.map((parsed) => readOverrides(parsed, names));
  const mistakes = files.flatMap(({ place }, index) =>
    [servers, rules, overrides].flatMap((reads) => reads[index]?.mistakes.map(place) ?? []),
  );
  return {
    layers: {
      ...withoutUndefined({ servers: servers.findLast(({ value }) => value !== undefined)?.value }),
      rules: lastOfEach(rules.flatMap(({ value }) => value)),
      overrides: overrides.findLast(({ value }) => value !== undefined)?.value ?? [],
      check: layOver(files.map(({ file }) => file.check)),
      daemon: layOver(files.map(({ file }) => file.daemon)),
      mcp: layOver(files.map(({ file }) => file.mcp)),
    },
    mistakes,
  };
}

interface ServerNames {
  readonly configured: readonly string[];
  readonly anywhere: readonly string[];
}

function readServers(
  { file, source }: ParsedConfig,
  catalogue: readonly ServerDefinition[],
): Read<readonly ServerDefinition[] | undefined> {
  if (file.servers === undefined) return { value: undefined, mistakes: [] };
  const entries = Object.entries(file.servers);
  if (entries.length === 0) {
    const message = 'servers names no server, so nothing would be judged';
    const hint = 'leave "servers" out to use what is installed';
    return { value: [], mistakes: [{ path: ['servers'], part: 'key', message, hint }] };
  }
  const results = entries.map(([name, entry]) => ({
    name,
    result: defineServer(name, entry ?? {}, source.layer, catalogue),
  }));
  return {
    value: results.flatMap(({ result }) => ('definition' in result ? [result.definition] : [])),
    mistakes: results.flatMap(({ name, result }) =>
      'problems' in result
        ? result.problems.map(({ key, ...problem }) => ({
            path: key === undefined ? ['servers', name] : ['servers', name, key],
            part: 'key' as const,
            ...problem,
          }))
        : [],
    ),
  };
}

function readRules(
  rules: ConfigFile['rules'],
  path: KeyPath,
  names: readonly string[],
): Read<readonly SeverityRule[]> {
  const mistakes: KeyedMistake[] = [];
  const value = Object.entries(rules ?? {}).flatMap(([key, severity]) => {
    const slash = key.indexOf('/');
    const server = key.slice(0, Math.max(0, slash));
    const code = key.slice(slash + 1);
    const at = { path: [...path, key], part: 'key' } as const;
    if (server === '' || code === '')
      mistakes.push({
        ...at,
        message: `"${key}" is no rule`,
        hint: 'server/code, such as eslint/no-console',
      });
    else if (!names.includes(server)) mistakes.push({ ...at, ...unknownServer(server, names) });
    return [{ server, code, severity }];
  });
  return { value, mistakes };
}

/** A user's override may speak of servers that this project does not have; the project's may not: it would judge nothing. */
function readOverrides(
  { file, source }: ParsedConfig,
  names: ServerNames,
): Read<readonly PathOverride[] | undefined> {
  const allowed = source.layer === 'user' ? names.anywhere : names.configured;
  const reads = file.overrides?.map((entry, index) => {
    const path: KeyPath = ['overrides', index];
    const rules = readRules(entry.rules, [...path, 'rules'], names.anywhere);
    const strangers = (entry.servers ?? []).flatMap((name, at): KeyedMistake[] =>
      allowed.includes(name)
        ? []
        : [{ path: [...path, 'servers', at], part: 'value', ...unknownServer(name, allowed) }],
    );
    return { entry, rules: rules.value, mistakes: [...rules.mistakes, ...strangers] };
  });
  return {
    value: reads?.map(({ entry, rules }) => pathOverride(entry, rules, names.configured)),
    mistakes: reads?.flatMap(({ mistakes }) => mistakes) ?? [],
  };
}

function pathOverride(
  entry: OverrideEntry,
  rules: readonly SeverityRule[],
  configured: readonly string[],
): PathOverride {
  const here = entry.servers?.filter((name) => configured.includes(name)) ?? [];
  return {
    files: entry.files,
    rules,
    ...withoutUndefined({ failOn: entry.failOn }),
    ...(isNonEmpty(here) && { servers: here }),
  };
}

function unknownServer(name: string, names: readonly string[]): { message: string; hint?: string } {
  return { message: `there is no server "${name}"`, ...withoutUndefined({ hint: nameHint(name, names) }) };
}

/** Of rules for the same code, the last. */
function lastOfEach(rules: readonly SeverityRule[]): readonly SeverityRule[] {
  return [...new Map(rules.map((rule) => [`${rule.server}/${rule.code}`, rule])).values()];
}

/** Later maps over earlier ones, key by key. */
function layOver<T extends object>(parts: readonly (T | undefined)[]): Partial<T> {
  return Object.assign({}, ...parts.map((part) => withoutUndefined(part ?? {})));
}
