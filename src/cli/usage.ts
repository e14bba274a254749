// Says what is wrong with a command line that cli/parse.ts refused: one sentence, and what to write instead.
// Loaded only then. Every problem that parse.ts can find has its sentence here; the last resort is the parser's own.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nameHint, nearestName } from '../config/near-name.js';
import type { UserError } from '../model/user-error.js';
import { type CommandName, commandOf, commands, flagFor, isCommandName } from './commands.js';
import type { Flag } from './flag.js';
import { type FlagName, flags, isFlagName } from './flags.js';
import { isGoodValue, isSchemaName, isWholeRange, schemaNames, scopesOf } from './parse.js';
import { readStrictly, type StrictReading } from './strict-parser.js';
import { explainValue, usageError } from './usage-value.js';

/** @param detail what the first parser said, for what nothing here can explain. */
export function explainUsage(argv: readonly string[], cwd: string, detail: string): UserError {
  const { values, failure } = readStrictly(argv);
  const [typed = '', ...args] = values._.map(String);
  const given = Object.keys(values).filter((key) => key !== '_' && key !== '$0');
  const command = isCommandName(typed) ? typed : undefined;
  return (
    unknownFlag(argv, given, command) ??
    missingValue(failure, command) ??
    (command === undefined
      ? unknownCommand(typed, argv, cwd)
      : (foreignFlag(given.filter(isFlagName), command) ??
        twoScopes(argv, given) ??
        (command === 'init' ? undefined : halfRange(argv, given)) ??
        wrongArguments(command, args, given) ??
        badValue(given.filter(isFlagName), values, command))) ??
    usageError(lowerFirst(detail), '`lspcheck --help` shows what can be written')
  );
}

function unknownFlag(
  argv: readonly string[],
  given: readonly string[],
  command: CommandName | undefined,
): UserError | undefined {
  const unknown = given.filter((name) => !isFlagName(name));
  const [first] = unknown;
  if (first === undefined) return undefined;
  const end = argv.indexOf('--');
  const written = argv
    .slice(0, end < 0 ? argv.length : end)
    .map((arg) => arg.split('=', 1)[0] ?? arg)
    .find((arg) => unknown.includes(arg.replace(/^--?/, '')));
  const spelt = written ?? (first.length === 1 ? `-${first}` : `--${first}`);
  const known = command === undefined ? Object.keys(flags) : commandOf(command).flags;
  const near = nearestName(spelt.replace(/^-+/, ''), known);
  return usageError(
    `unknown flag ${spelt}`,
    near === undefined ? `${helpOf(command)} lists the flags` : `did you mean --${near}?`,
  );
}

function missingValue(failure: string, command: CommandName | undefined): UserError | undefined {
  const name = /^Not enough arguments following: (.+)$/.exec(failure)?.[1];
  if (name === undefined) return undefined;
  const full = Object.entries<Flag>(flags).find(([flag, { alias }]) => flag === name || alias === name)?.[0];
  if (full === undefined || !isFlagName(full)) return undefined;
  const { value = 'VALUE', choices } = flagFor(full, command);
  return usageError(
    `--${full} needs a value`,
    choices === undefined
      ? `write --${full} ${value}; ${helpOf(command)} says more`
      : `one of ${choices.join(', ')}`,
  );
}

function unknownCommand(typed: string, argv: readonly string[], cwd: string): UserError {
  const rest = argv.map(quoted).join(' ');
  if (typed === '') return usageError('no command', `did you mean \`lspcheck changed ${rest}\`?`);
  const message = `unknown command ${quoted(typed)}`;
  if (typed === 'help') return usageError(message, '`lspcheck -h` shows what there is');
  const isFile = existsSync(join(cwd, typed));
  const near = isFile ? undefined : nearestName(typed, Object.keys(commands));
  if (near !== undefined) return usageError(message, `did you mean \`lspcheck ${near}\`?`);
  return usageError(
    message,
    isFile || /[./*]/.test(typed)
      ? `did you mean \`lspcheck files ${rest}\`?`
      : '`lspcheck -h` lists the commands',
  );
}

function foreignFlag(given: readonly FlagName[], command: CommandName): UserError | undefined {
  const flag = given.find((name) => !commandOf(command).flags.includes(name));
  if (flag === undefined) return undefined;
  const owners = Object.entries(commands).flatMap(([name, { flags: own }]) =>
    own.some((known) => known === flag) ? [`\`lspcheck ${name}\``] : [],
  );
  return usageError(`--${flag} is no flag of \`lspcheck ${command}\``, `it belongs to ${owners.join(', ')}`);
}

function twoScopes(argv: readonly string[], given: readonly string[]): UserError | undefined {
  const names = scopesOf(given);
  const written = argv
    .map((arg) => arg.split('=', 1)[0] ?? arg)
    .filter((arg) => names.some((name) => arg === `--${name}`));
  if (written.length < 2) return undefined;
  const [first, ...others] = new Set(written);
  return usageError(
    others.length === 0
      ? `${first} is given twice`
      : `${[first, ...others].join(' and ')} exclude each other`,
    'a run has one scope',
  );
}

function halfRange(argv: readonly string[], given: readonly string[]): UserError | undefined {
  const written = argv.filter((arg) => arg.split('=', 1)[0] === '--to');
  if (written.length > 1) return usageError('--to is given twice', 'a run has one scope');
  if (isWholeRange(given)) return undefined;
  const [one, other] = given.includes('from') ? ['--from', '--to'] : ['--to', '--from'];
  return usageError(`${one} needs ${other}`, 'write --from A --to B; what A branched from: --base A');
}

function wrongArguments(
  command: CommandName,
  args: readonly string[],
  given: readonly string[],
): UserError | undefined {
  const { maxArguments, tooMany, usage } = commandOf(command);
  if (args.includes('')) return usageError('an argument is empty', 'perhaps a variable that is not set');
  if (args.length > maxArguments) {
    const extra = args.slice(maxArguments).map(quoted).join(' ');
    const dashes = extra.startsWith('-') ? '-- ' : '';
    return usageError(
      `\`lspcheck ${command}\` does not take ${extra}`,
      tooMany === undefined ? `usage: ${usage}` : `did you mean \`${tooMany} ${dashes}${extra}\`?`,
    );
  }
  const [name] = args;
  if (command === 'schema' && name !== undefined && !isSchemaName(name))
    return usageError(`there is no schema ${quoted(name)}`, nameHint(name, schemaNames));
  if (command === 'init' && args.length > 0 !== given.includes('from'))
    return usageError(
      args.length > 0 ? 'init takes a file only with --from' : 'init --from needs the file to import',
      'write lspcheck init --from cclsp cclsp.json',
    );
  if (command === 'merge' && args.length === 0)
    return usageError('no report named', 'name the JSON reports of all shards: lspcheck merge shard-*.json');
  if (command !== 'files') return undefined;
  if (args.length === 0 && !given.includes('stdin'))
    return usageError('no file named', 'name files or globs, or send names with --stdin');
  if (args.length > 0 && given.includes('stdin'))
    return usageError('files are named both as arguments and by --stdin', 'use one of the two');
  return undefined;
}

function badValue(
  given: readonly FlagName[],
  values: StrictReading['values'],
  command: CommandName,
): UserError | undefined {
  for (const name of given) {
    const bad = [values[name]]
      .flat()
      .find((value) => typeof value === 'string' && !isGoodValue(name, value, command));
    if (typeof bad === 'string') return explainValue(name, flagFor(name, command), bad);
  }
  return undefined;
}

function helpOf(command: CommandName | undefined): string {
  return command === undefined ? '`lspcheck -h`' : `\`lspcheck ${command} -h\``;
}

/** As it could be typed into a shell again. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
