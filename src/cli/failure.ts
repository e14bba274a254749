// What is said on stderr when nothing can be reported: a slip of the user as a sentence and a hint, a bug with all that
// its report needs. Loaded only then. Texts may quote files and servers, so everything is made visible first.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertNever } from '../model/base.js';
import type { ExitCode } from '../model/summary.js';
import { type Mistake, UserError } from '../model/user-error.js';
import { version } from '../platform/version.js';
import { codeFrame } from '../report/code-frame.js';
import { oneLine, visible } from '../report/escape.js';
import { type Style, styleFor } from '../report/text-style.js';
import type { Host } from './host.js';
import { plainContext } from './report-context.js';
import { styleOf, type Style as TerminalStyle } from './terminal.js';

export interface Failure {
  /** With its final newline; for stderr. */
  readonly text: string;
  readonly exitCode: ExitCode;
}

export function explainFailure(error: unknown, host: Host): Failure {
  const style = styleOf(host.stderr, host.env, 'auto', host.platform);
  if (error instanceof UserError) return { text: explainSlip(error, style), exitCode: exitCodeOfSlip(error) };
  return { text: explainBug(error, host), exitCode: 70 };
}

function exitCodeOfSlip({ kind }: UserError): ExitCode {
  switch (kind) {
    case 'usage':
    case 'config':
      return 2;
    case 'scope':
      return 4;
    default:
      return assertNever(kind);
  }
}

function explainSlip(error: UserError, terminal: TerminalStyle): string {
  const style = styleFor(plainContext(terminal));
  const say = (text: string) => style.wrap(text, 2);
  const word = style.bad('error:');
  const hint = error.hint === undefined ? [] : ['', ...say(`hint: ${oneLine(error.hint, style.unicode)}`)];
  const mistakes = error.mistakes
    .filter(({ message }) => message !== error.message) // the only one may be the sentence itself
    .flatMap((mistake) => [...explainMistake(mistake, word, style), '']);
  return [...mistakes, ...say(`${word} ${oneLine(error.message, style.unicode)}`), ...hint, ''].join('\n');
}

function explainMistake(mistake: Mistake, word: string, style: Style): readonly string[] {
  const { where, message, hint } = mistake;
  const place =
    where === undefined ? '' : `${visible(where.path, style.unicode)}:${where.line}:${where.column}: `;
  return [
    ...style.wrap(`${place}${word} ${oneLine(message, style.unicode)}`, 2),
    ...frameOf(mistake, style),
    ...(hint === undefined ? [] : style.wrap(oneLine(hint, style.unicode), 2)),
  ];
}

function frameOf({ where, sourceLine }: Mistake, style: Style): readonly string[] {
  if (where === undefined || sourceLine === undefined) return [];
  const { line, column, length } = where;
  const lines: string[] = [];
  lines[line - 1] = sourceLine; // its neighbours are not known, and are not shown
  const range = { start: { line, column }, end: { line, column: column + length } };
  return codeFrame(lines, range, String(line).length, style, style.bad);
}

/** The stack with our own folder and the user's cut out of it: it is meant to be pasted into a public report. */
function explainBug(error: unknown, host: Host): string {
  const stack =
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : `thrown: ${String(error)}`;
  const own = dirname(fileURLToPath(import.meta.url));
  const lines = stack.replaceAll(own, 'lspcheck').replaceAll(host.cwd, '.').split('\n');
  const versions = `lspcheck ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  return [
    'error: this is a bug in lspcheck',
    '',
    ...lines.map((line) => `  ${visible(line)}`),
    '',
    `  ${versions}`,
    `  lspcheck ${host.argv.map((arg) => visible(arg)).join(' ')}`,
    '',
    'hint: please report it with the lines above; --log-level debug says more',
    '',
  ].join('\n');
}
