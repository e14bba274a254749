// What zod found wrong, as sentences with a place and, where one can be guessed, the right word.
// Loaded only together with the schema.

import type { z } from 'zod';
import type { JsonValue } from '../model/base.js';
import { allowedKeys, configJsonSchema } from './json-schema.js';
import { nameHint } from './near-name.js';
import type { KeyPath } from './source-tree.js';
import { withoutUndefined } from './without-undefined.js';

/** A mistake by its place in the data: at the key, or at its value. */
export interface KeyedMistake {
  readonly path: KeyPath;
  readonly part: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
}

type Issue = z.core.$ZodIssue;

/** All mistakes of a failed validation. `value` is the data that was validated. */
export function schemaMistakes(issues: readonly Issue[], value: JsonValue): readonly KeyedMistake[] {
  return issues.flatMap((issue) => describeIssue(issue, value));
}

/** `servers.typescript.files[0]`. */
export function keyText(path: KeyPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

function describeIssue(issue: Issue, whole: JsonValue): readonly KeyedMistake[] {
  const { path } = issue;
  const at = valueAt(whole, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key));
    case 'invalid_value': {
      const options = issue.values.map(String);
      const hint = typeof at === 'string' ? nameHint(at, options) : `allowed: ${options.join(', ')}`;
      return [
        {
          path,
          part: 'value',
          message: `${shown(at)} is no ${issue.message}`,
          ...withoutUndefined({ hint }),
        },
      ];
    }
    case 'invalid_union': {
      const inner = likelyBranch(issue.errors);
      if (inner === undefined) return [wrongType(issue, at)];
      return inner.flatMap((error) => describeIssue({ ...error, path: [...path, ...error.path] }, whole));
    }
    case 'invalid_key': {
      const key = String(path.at(-1));
      const message = `${shown(key)} is no ${issue.issues[0]?.message ?? 'key'}`;
      return [{ path, part: 'key', message, hint: 'letters, digits, "-", "_" and "."' }];
    }
    case 'custom':
      return [{ path, part: 'value', message: `${keyText(path)} ${issue.message}` }];
    default:
      return [wrongType(issue, at)];
  }
}

function wrongType(issue: Issue, at: JsonValue | undefined): KeyedMistake {
  const subject = issue.path.length === 0 ? 'the file' : keyText(issue.path);
  return {
    path: issue.path,
    part: 'value',
    message: `${subject} must be ${issue.message}, not ${shown(at)}`,
  };
}

/** The option of a union that was meant: the one whose type fitted, so that its complaint is about something else. */
function likelyBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return branches.find((issues) =>
    issues.every((issue) => issue.path.length > 0 || !['invalid_type', 'invalid_union'].includes(issue.code)),
  );
}

function unknownKey(path: KeyPath, key: string): KeyedMistake {
  const allowed = allowedKeys(configJsonSchema(), path).filter((name) => name !== '$schema');
  const where = path.length === 0 ? '' : ` in ${keyText(path)}`;
  const foreign = Object.hasOwn(foreignKeys, key) ? foreignKeys[key] : undefined;
  return {
    path: [...path, key],
    part: 'key',
    message: `unknown key ${shown(key)}${where}`,
    ...withoutUndefined({ hint: foreign ?? nameHint(key, allowed) }),
  };
}

/** What other tools call what lspcheck has too. */
const foreignKeys: Readonly<Record<string, string>> = {
  extensions: 'lspcheck calls it "files", a list of globs: ["*.ts"]',
  filetypes: 'lspcheck calls it "files", a list of globs: ["*.ts"]',
  globs: 'lspcheck calls it "files"',
  glob: 'lspcheck calls it "files", a list',
  include: 'lspcheck calls it "files"',
  patterns: 'lspcheck calls it "files"',
  exclude: 'lspcheck calls it "check.ignore"',
  excludes: 'lspcheck calls it "check.ignore"',
  ignorePatterns: 'lspcheck calls it "check.ignore"',
  args: 'lspcheck has it in "command": [program, arg, …]',
  cmd: 'lspcheck calls it "command"',
  rootDir: 'lspcheck calls it "root"',
  rootPatterns: 'lspcheck calls it "rootMarkers"',
  rootUri: 'lspcheck calls it "root"',
  init_options: 'lspcheck calls it "initializationOptions"',
  initOptions: 'lspcheck calls it "initializationOptions"',
  language: 'lspcheck calls it "languageId"',
  languages: 'lspcheck calls it "languageId", a map by extension',
  timeout: 'lspcheck has "check.deadline", and "startTimeout" and "requestTimeout" of a server',
  '<<': 'merge keys belong to YAML 1.1; lspcheck reads YAML 1.2',
};

function valueAt(value: JsonValue | undefined, path: KeyPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, step) => {
    if (inner === null || typeof inner !== 'object' || !Object.hasOwn(inner, step)) return undefined;
    // A list or a map: both are indexed by the step that the tree gave.
    return (inner as Readonly<Record<PropertyKey, JsonValue>>)[step];
  }, value);
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…"`;
}
