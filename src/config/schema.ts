// The text of a config file, key by key (contract, section 5). Strict: unknown keys and wrong types are mistakes.
// Conventions for `mistakes.ts`: the error of a type completes "must be …", that of an enum completes "… is no",
// and a custom issue is a predicate on the key. Loaded only when a config file exists; the JSON Schema is made from it.

import * as z from 'zod';
import { isNonEmpty, type NonEmpty } from '../model/base.js';
import { severities } from '../model/diagnostic.js';
import { parseDuration } from '../model/duration.js';
import { splitShellWords } from './shell-words.js';

const text = z.string({ error: 'text' });
const flag = z.boolean({ error: 'true or false' });
const level = z.enum([...severities, 'never'], { error: 'severity' });

const durationWords = 'a duration with its unit (300ms, 15s, 2m)';
const duration = parsed(durationWords, parseDuration);
const deadline = parsed(`${durationWords} or none`, (words) =>
  words === 'none' ? 'none' : parseDuration(words),
);
const size = parsed('a size with its unit (500kB, 10MB, 1MiB)', parseSize);

const glob = text.transform((pattern, context) => {
  if (pattern === '') return refuse(context, 'must not be empty');
  if (pattern.startsWith('!')) return refuse(context, 'cannot exclude; files are left out by check.ignore');
  return pattern;
});
const globs = nonEmpty(glob, 'a list of globs');

const regex = text.transform((source, context) => {
  try {
    new RegExp(source);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
    return refuse(context, `is no regular expression: ${why}`);
  }
  return source;
});

const folder = text.transform((path, context) => {
  const clean = path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (clean === '' || clean === '.') return '.';
  const leaves = /^([/\\]|[A-Za-z]:)/.test(clean) || clean.split(/[/\\]/).includes('..');
  return leaves
    ? refuse(context, `must be a folder inside the repository, not ${JSON.stringify(path)}`)
    : clean;
});

const command = z.union(
  [
    text.transform((line, context) => {
      const split = splitShellWords(line);
      if (split.kind === 'broken') return refuse(context, split.problem);
      return isNonEmpty(split.words) ? split.words : refuse(context, 'must not be empty');
    }),
    nonEmpty(text, 'a list of words'),
  ],
  { error: 'a list of words, or one line of text' },
);

const languageName = text.transform((name, context) =>
  name === '' || name === 'plaintext'
    ? refuse(context, `cannot be "${name}"; a server judges nothing that has no language`)
    : name,
);
const languageId = z.union([languageName, z.record(text, languageName)], {
  error: 'a language id, or a map of them by extension, file name or glob',
});

const infraPattern = z.union(
  [
    text.transform((words, context) => (words === '' ? refuse(context, 'must not be empty') : words)),
    z.strictObject({ regex }),
  ],
  { error: 'text, or { regex: "…" }' },
);

const json = z.record(z.string(), z.json(), { error: 'a map' });
const texts = z.array(text, { error: 'a list of texts' });

const server = z.strictObject(
  {
    type: z.enum(['lsp', 'mcp'], { error: 'server type' }).optional(),
    command: command.optional(),
    files: globs.optional(),
    interpreters: texts.optional(),
    languageId: languageId.optional(),
    rootMarkers: texts.optional(),
    root: folder.optional(),
    env: z.record(z.string(), text, { error: 'a map of texts' }).optional(),
    initializationOptions: z.json().optional(),
    settings: json.optional(),
    completion: z.enum(['auto', 'pull', 'barrier', 'push'], { error: 'completion' }).optional(),
    overlay: z.enum(['full', 'self', 'none'], { error: 'overlay' }).optional(),
    quietPeriod: duration.optional(),
    startTimeout: duration.optional(),
    requestTimeout: duration.optional(),
    idleTimeout: duration.optional(),
    maxOpenDocuments: z
      .int({ error: 'a whole number above zero' })
      .min(1, { error: 'a whole number above zero' })
      .optional(),
    role: z.enum(['required', 'advisory'], { error: 'role' }).optional(),
    infraPatterns: z.array(infraPattern, { error: 'a list of patterns' }).optional(),
    stopOnNewFile: flag.optional(),
    tools: z
      .strictObject(
        {
          diag: text.optional(),
          resolve: text.optional(),
          refs: text.optional(),
          hover: text.optional(),
          rename: text.optional(),
        },
        { error: 'a map of operations to tool names' },
      )
      .optional(),
    match: regex.optional(),
  },
  { error: 'a map' },
);

/** No slash: rules name `server/code`. */
const serverName = z.string().regex(/^[A-Za-z0-9][\w.-]*$/, { error: 'server name' });

const rules = z.record(z.string(), z.enum(['off', ...severities], { error: 'severity' }), { error: 'a map' });

const override = z.strictObject(
  {
    files: globs,
    failOn: level.optional(),
    rules: rules.optional(),
    servers: nonEmpty(text, 'a list of server names').optional(),
  },
  { error: 'a map' },
);

export const configSchema = z.strictObject(
  {
    $schema: text.optional(),
    requires: text.optional(),
    // An entry without any key may be left empty: `typescript:`.
    servers: z.record(serverName, server.nullable(), { error: 'a map of servers' }).optional(),
    rules: rules.optional(),
    overrides: z.array(override, { error: 'a list' }).optional(),
    check: z
      .strictObject(
        {
          failOn: level.optional(),
          onUnknown: z.enum(['fail', 'warn'], { error: 'onUnknown' }).optional(),
          only: z.enum(['all', 'changed-lines', 'new'], { error: 'choice of findings' }).optional(),
          affected: flag.optional(),
          deadline: deadline.optional(),
          ignore: z.array(glob, { error: 'a list of globs' }).optional(),
          maxFileSize: size.optional(),
        },
        { error: 'a map' },
      )
      .optional(),
    daemon: z
      .strictObject(
        {
          mode: z.enum(['auto', 'on', 'off'], { error: 'daemon mode' }).optional(),
          idleTimeout: duration.optional(),
        },
        { error: 'a map' },
      )
      .optional(),
    mcp: z
      .strictObject(
        {
          edits: z.enum(['allow', 'deny', 'ask'], { error: 'answer to edits' }).optional(),
          callDeadline: duration.optional(),
        },
        { error: 'a map' },
      )
      .optional(),
  },
  { error: 'a map' },
);

/** A config file after validation: durations in ms, sizes in bytes, commands in words. */
export type ConfigFile = z.output<typeof configSchema>;
export type ServerEntry = z.output<typeof server>;
export type OverrideEntry = z.output<typeof override>;

function refuse(context: z.RefinementCtx, predicate: string): never {
  context.addIssue({ code: 'custom', message: predicate });
  return z.NEVER;
}

function parsed<T>(words: string, parse: (text: string) => T | undefined) {
  return z.string({ error: words }).transform((given, context): T => {
    const value = parse(given);
    return value ?? refuse(context, `must be ${words}, not ${JSON.stringify(given)}`);
  });
}

function nonEmpty<T extends z.ZodType>(element: T, words: string) {
  return z
    .array(element, { error: words })
    .transform(
      (list, context): NonEmpty<z.output<T>> =>
        isNonEmpty(list) ? list : refuse(context, 'must not be empty'),
    );
}

const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

function parseSize(words: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(words.trim());
  const unit = unitBytes[match?.[2] ?? ''];
  if (!match || unit === undefined) return undefined;
  const bytes = Math.round(Number(match[1]) * unit);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}
