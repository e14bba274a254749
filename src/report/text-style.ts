// How text looks: colours, marks, links, wrapping. Colour never carries meaning alone: stripped of it, the report is
// byte for byte what `--color never` gives. Knows nothing of runs.

import { wrapAnsi } from 'fast-wrap-ansi';
import picocolors from 'picocolors';
import type { Severity } from '../model/diagnostic.js';
import { safeUrl } from './escape.js';
import type { ReportContext } from './reporter.js';
import type { Mark } from './summary-sentence.js';

export interface Style {
  readonly unicode: boolean;
  readonly marks: Readonly<Record<Mark, string>>;
  readonly rule: string;
  readonly ellipsis: string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubt: (text: string) => string;
  readonly severity: Readonly<Record<Severity, (text: string) => string>>;
  /** Columns of a code frame's row. */
  readonly rowWidth: number;
  /** Lines of one escaped text: broken at words when there is a terminal, what follows the first line indented. Words are never broken. */
  readonly wrap: (text: string, indent: number) => readonly string[];
  /** The text, clickable where the terminal can. */
  readonly link: (text: string, url: string | undefined) => string;
}

const plainMarks: Readonly<Record<Mark, string>> = {
  clean: 'ok',
  findings: 'x',
  incomplete: '?',
  'below-level': '!',
  nothing: '-',
};

/** Narrower or wider terminals are treated as these. */
const narrowest = 40;
const widest = 120;

export function styleFor(context: ReportContext): Style {
  const colors = picocolors.createColors(context.color);
  const width =
    context.width === undefined ? undefined : Math.min(Math.max(context.width, narrowest), widest);
  return {
    unicode: context.unicode,
    marks: context.unicode ? { ...plainMarks, clean: '✔', findings: '✖', nothing: '–' } : plainMarks,
    rule: context.unicode ? '│' : '|',
    ellipsis: context.unicode ? '…' : '~',
    dim: colors.dim,
    good: colors.green,
    bad: colors.red,
    doubt: colors.yellow,
    severity: { error: colors.red, warning: colors.yellow, info: colors.blue, hint: colors.dim },
    rowWidth: width ?? widest,
    wrap: (text, indent) => (width === undefined ? [text] : wrapWords(text, width, indent)),
    link: context.hyperlinks ? hyperlink : (text) => text,
  };
}

/** The first line may fill the width, the others are that much narrower by the indent. */
function wrapWords(text: string, width: number, indent: number): readonly string[] {
  const leading = /^ */.exec(text)?.[0] ?? '';
  const [first = '', ...rest] = wrapAnsi(text.slice(leading.length), width - leading.length).split('\n');
  if (rest.length === 0) return [leading + first];
  const others = wrapAnsi(rest.join(' '), width - indent).split('\n');
  return [leading + first, ...others.map((line) => ' '.repeat(indent) + line)];
}

/** OSC 8, closed with BEL, the form that the wrapping library understands. */
function hyperlink(text: string, url: string | undefined): string {
  const target = safeUrl(url);
  return target === undefined ? text : `\u001b]8;;${target}\u0007${text}\u001b]8;;\u0007`;
}
