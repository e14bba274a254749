// Reads a command line that is right. Anything else is `problem`, and cli/usage.ts (loaded only then) says what is wrong:
// the way to a run, to `--version` and to "nothing changed" must not pay for a parser library.
// Invariant: what this refuses is never run.

import { parseArgs } from 'node:util';
import { parseDuration } from '../model/duration.js';
import { parseShard } from '../model/shard.js';
import { type FormatName, formatNames } from '../report/registry.js';
import { type CommandName, commandOf, flagFor, isCommandName, scopeFlags } from './commands.js';
import type { Flag } from './flag.js';
import { type FlagName, type FlagValues, flags, isFlagName } from './flags.js';

export interface ParsedCommand {
  readonly kind: 'command';
  readonly name: CommandName;
  readonly args: readonly string[];
  readonly values: FlagValues;
  /** Of `hook`: those of `args` that stand after `--`, flags for a later command line. */
  readonly kept?: readonly string[];
}

export type Parsed =
  | ParsedCommand
  | { readonly kind: 'version' }
  /** `long`: asked for by `--help`, not `-h`. */
  | { readonly kind: 'help'; readonly command?: CommandName; readonly long: boolean }
  /** No argument at all. */
  | { readonly kind: 'bare' }
  /** `detail`: the parser's own words, for what nobody else can explain. */
  | { readonly kind: 'problem'; readonly detail: string };

/** @param argv without the interpreter and the script. Never throws. */
export function parseCommandLine(argv: readonly string[]): Parsed {
  if (argv.length === 0) return { kind: 'bare' };
  const read = readArguments(argv);
  if (typeof read === 'string') return { kind: 'problem', detail: read };
  const { values, positionals, given, long, afterDashes } = read;
  const [name = '', ...args] = positionals;
  if (values.help === true) return { kind: 'help', long, ...(isCommandName(name) && { command: name }) };
  if (values.version === true) return { kind: 'version' };
  if (!isCommandName(name)) return { kind: 'problem', detail: `unknown command ${name}` };
  if (!fitsCommand(name, args, given) || !valuesAreGood(values, name))
    return { kind: 'problem', detail: 'wrong arguments' };
  return { kind: 'command', name, args, values, ...(name === 'hook' && { kept: afterDashes }) };
}

/** Whether one value of a flag is of its kind, and one that this command takes. */
export function isGoodValue(name: FlagName, value: string, command: CommandName | undefined): boolean {
  const flag = flagFor(name, command);
  switch (flag.kind) {
    case 'choice':
      return flag.choices?.includes(value) === true;
    case 'duration':
      return value === flag.word || parseDuration(value) !== undefined;
    case 'count':
      return /^[1-9]\d{0,3}$/.test(value);
    case 'text':
    case 'list':
      if (isRef(name) && value.startsWith('-')) return false; // git would take it for an option
      if (name === 'shard') return value === 'auto' || parseShard(value) !== undefined;
      return name === 'report' ? splitReport(value) !== undefined : value.trim() !== '';
    default:
      return true;
  }
}

/** Flags whose value is handed to git. */
function isRef(name: FlagName): boolean {
  return name === 'base' || name === 'from' || name === 'to';
}

export interface ReportTarget {
  readonly format: FormatName;
  readonly file: string;
}

/** `FMT=FILE`; undefined when it is no such pair. */
export function splitReport(value: string): ReportTarget | undefined {
  const at = value.indexOf('=');
  const format = formatNames.find((known) => known === value.slice(0, Math.max(0, at)));
  const file = value.slice(at + 1);
  return format === undefined || file.trim() === '' ? undefined : { format, file };
}

interface Arguments {
  readonly values: FlagValues;
  readonly positionals: readonly string[];
  /** Every flag as often as it was written. */
  readonly given: readonly FlagName[];
  readonly long: boolean;
  /** Of the positionals, those after `--`. */
  readonly afterDashes: readonly string[];
}

function readArguments(argv: readonly string[]): Arguments | string {
  try {
    const parsed = parseArgs({
      args: [...argv],
      options: optionTable(),
      allowPositionals: true,
      tokens: true,
    });
    const options = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
    const end = parsed.tokens.find((token) => token.kind === 'option-terminator')?.index;
    return {
      // The table that describes the options also is what FlagValues is made from.
      values: parsed.values as FlagValues,
      positionals: parsed.positionals,
      given: options.map((token) => token.name).filter(isFlagName),
      long: options.some((token) => token.rawName === '--help'),
      afterDashes: parsed.tokens.flatMap((token) =>
        token.kind === 'positional' && end !== undefined && token.index > end ? [token.value] : [],
      ),
    };
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/, 1)[0] ?? '') : String(error);
  }
}

function optionTable() {
  return Object.fromEntries(
    Object.entries<Flag>(flags).map(([name, flag]) => [
      name,
      {
        type: flag.kind === 'switch' ? ('boolean' as const) : ('string' as const),
        multiple: flag.kind === 'list',
        ...(flag.alias !== undefined && { short: flag.alias }),
      },
    ]),
  );
}

function fitsCommand(name: CommandName, args: readonly string[], given: readonly FlagName[]): boolean {
  const command = commandOf(name);
  if (given.some((flag) => !command.flags.includes(flag))) return false;
  if (name !== 'init' && !isWholeRange(given)) return false;
  if (scopesOf(given).length > 1 || args.length > command.maxArguments || args.includes('')) return false;
  if (name === 'schema') return args[0] === undefined || isSchemaName(args[0]);
  if (name === 'init') return args.length > 0 === given.includes('from');
  if (name === 'merge') return args.length > 0;
  if (name === 'call') return args.length > 0 !== given.includes('list');
  return name !== 'files' || args.length > 0 !== given.includes('stdin');
}

/** Both ends of a range, once each, or none. */
export function isWholeRange(given: readonly string[]): boolean {
  const count = (name: FlagName) => given.filter((flag) => flag === name).length;
  return count('to') <= 1 && count('from') > 0 === count('to') > 0;
}

/** The scope flags among these, each as often as it was written. */
export function scopesOf(given: readonly string[]): readonly string[] {
  return given.filter((flag) => scopeFlags.some((scope) => scope === flag));
}

export const schemaNames = ['config', 'report'] as const;
export type SchemaName = (typeof schemaNames)[number];

export function isSchemaName(name: string): name is SchemaName {
  return schemaNames.some((known) => known === name);
}

function valuesAreGood(values: FlagValues, command: CommandName): boolean {
  return Object.entries(values).every(
    ([name, value]) =>
      !isFlagName(name) ||
      typeof value === 'boolean' ||
      [value].flat().every((one) => isGoodValue(name, one, command)),
  );
}
