// Help in two lengths, written from the tables of flags and commands. `-h` fits one screen (45 lines; 40 for a command),
// `--help` says everything: default, unit, choices and variable of each flag. 80 columns, ASCII, no colour: it is read in logs too.

import { type CommandName, commandOf, commands, flagFor } from './commands.js';
import type { Flag } from './flag.js';
import { type FlagName, flagOf, flags } from './flags.js';

const width = 80;
const textColumn = 29;

const exitCodes = [
  ['0', 'complete, and nothing at or above --fail-on; also 0 files in scope'],
  ['1', 'at least one finding at or above --fail-on'],
  ['2', 'a wrong flag or a wrong configuration; nothing was judged'],
  ['3', 'incomplete: something that was asked about is unknown'],
  ['4', 'the scope cannot be determined: no repository, base missing, ...'],
  ['70', 'a bug in lspcheck'],
  ['130, 143', 'interrupted; what was proven so far is reported'],
] as const;

export function helpText(command: CommandName | undefined, long: boolean): string {
  const lines = command === undefined ? rootHelp(long) : commandHelp(command, long);
  return `${lines.join('\n')}\n`;
}

function rootHelp(long: boolean): readonly string[] {
  return [
    ...wrapped(
      'lspcheck says findings, clean or unknown (and why) of every file you changed, from the language servers that your editor uses.',
    ),
    '',
    row('  lspcheck changed', 'what changed since the last commit'),
    row('  lspcheck changed --staged', 'exactly what git would commit'),
    row("  lspcheck files 'src/**'", 'these files'),
    ...commandGroups(),
    ...exitCodeLines(),
    ...(long ? flagGroups(Object.keys(flags) as FlagName[], true, undefined) : []), // the keys of the table are its names
    '',
    ...(long ? [] : ['lspcheck <command> -h: its flags; --help: everything; --version']),
  ].slice(0, long ? -1 : undefined);
}

function commandHelp(name: CommandName, long: boolean): readonly string[] {
  const { usage, about, examples, flags: own } = commandOf(name);
  const shown = own.filter((flag) => long || flagOf(flag).rare !== true);
  return [
    `usage: ${usage} [flags]`,
    '',
    ...wrapped(about),
    '',
    ...examples.map((example) => `  ${example}`),
    ...flagGroups(shown, long, name),
    ...(long ? exitCodeLines() : ['', `lspcheck ${name} --help: all flags, defaults, variables, exit codes`]),
  ];
}

function commandGroups(): readonly string[] {
  return groupLines(
    Object.keys(commands) as CommandName[], // the keys of the table are its names
    (name) => commandOf(name).group,
    (name) => [row(`  ${commandOf(name).usage.replace(/^lspcheck /, '')}`, commandOf(name).text)],
  );
}

function flagGroups(
  names: readonly FlagName[],
  long: boolean,
  command: CommandName | undefined,
): readonly string[] {
  return groupLines(
    names,
    (name) => flagOf(name).group,
    (name) => flagLines(name, flagFor(name, command), long),
  );
}

/** A heading and its lines for each group, in order of first appearance. */
function groupLines<Name>(
  names: readonly Name[],
  groupOf: (name: Name) => string,
  linesOf: (name: Name) => readonly string[],
): readonly string[] {
  return [...new Set(names.map(groupOf))].flatMap((group) => [
    '',
    group,
    ...names.filter((name) => groupOf(name) === group).flatMap(linesOf),
  ]);
}

function flagLines(name: string, flag: Flag, long: boolean): readonly string[] {
  const alias = flag.alias === undefined ? '    ' : `-${flag.alias}, `;
  const value = flag.value === undefined ? '' : ` ${flag.value}`;
  const first = row(`  ${alias}--${name}${value}`, flag.text);
  if (!long) return [first];
  const facts = [
    flag.more,
    flag.choices && `One of ${flag.choices.join(', ')}.`,
    flag.kind === 'duration' &&
      `A number with ms, s or m${flag.word === undefined ? '' : `, or ${flag.word}`}.`,
    flag.default && `Default: ${flag.default}.`,
    flag.variable && `Variable: ${flag.variable}.`,
  ].filter((fact) => typeof fact === 'string');
  return [first, ...wrapped(facts.join(' '), textColumn)];
}

function exitCodeLines(): readonly string[] {
  return ['', 'Exit codes', ...exitCodes.map(([code, text]) => `  ${code.padEnd(10)}${text}`)];
}

function row(left: string, text: string): string {
  return left.length < textColumn ? left.padEnd(textColumn) + text : `${left}  ${text}`;
}

/** Words of plain ASCII, broken at spaces; no line for no words. */
function wrapped(text: string, indent = 0): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((each) => ' '.repeat(indent) + each);
}
