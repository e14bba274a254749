// `doctor` as text: the machine, problems with their cures, what is alive, one summary sentence as the last line.
// A line that begins with `fix:` is never wrapped, so that it can be pasted. Servers' words are escaped before they are styled.

import type { Advice, DoctorReport, ServerHealth } from '../model/doctor-report.js';
import {
  doctorSummary,
  headline,
  machineWords,
  markOf,
  placeWords,
  problemsFirst,
  repositoryWords,
} from './doctor-words.js';
import { oneLine, visible } from './escape.js';
import type { ReportContext } from './reporter.js';
import { type Style, styleFor } from './text-style.js';

const widestName = 20;
const detailIndent = 4;

/** @param context of it only what concerns the look */
export function doctorText(report: DoctorReport, context: ReportContext): string {
  const style = styleFor(context);
  const width = Math.min(widestName, Math.max(0, ...report.servers.map(({ name }) => name.length)));
  const { mark, text } = doctorSummary(report);
  const lines = [
    ...style.wrap(visible(machineWords(report), style.unicode), 2),
    ...style.wrap(visible(repositoryWords(report), style.unicode), 2),
    '',
    ...problemsFirst(report.servers).flatMap((server) => serverLines(server, report, width, style)),
    ...(report.servers.length > 0 && report.advice.length > 0 ? [''] : []),
    ...report.advice.flatMap((advice) => adviceLines('note', advice, 0, style)),
    ...(report.servers.length + report.advice.length > 0 ? [''] : []),
    ...style.wrap(`${paint(mark, style)(style.marks[mark])} ${visible(text, style.unicode)}`, 2),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function serverLines(
  server: ServerHealth,
  report: DoctorReport,
  width: number,
  style: Style,
): readonly string[] {
  const { state, name, cause, fix, found, program, notes } = server;
  const mark = markOf(state);
  const title = `${visible(name, style.unicode).padEnd(width)}  ${oneLine(headline(server, report), style.unicode)}`;
  const place = placeWords(server);
  const broken = state === 'crashed' && program !== undefined ? [`program: ${program}`] : [];
  const facts = [[found, place].filter(Boolean).join(', '), ...broken].filter((fact) => fact !== '');
  return [
    ...style.wrap(`${paint(mark, style)(style.marks[mark])} ${title}`, detailIndent),
    ...(cause === undefined ? [] : detail(`cause: ${cause}`, style)),
    ...facts.flatMap((fact) => detail(fact, style).map(style.dim)),
    ...fixLine(fix, detailIndent, style),
    ...notes.flatMap((note) => adviceLines('note', note, detailIndent, style)),
  ];
}

function adviceLines(word: string, { text, fix }: Advice, indent: number, style: Style): readonly string[] {
  const line = `${' '.repeat(indent)}${word}: ${oneLine(text, style.unicode)}`;
  return [...style.wrap(line, indent + 2), ...fixLine(fix, indent, style)];
}

function detail(text: string, style: Style): readonly string[] {
  return style.wrap(`${' '.repeat(detailIndent)}${oneLine(text, style.unicode)}`, detailIndent + 2);
}

function fixLine(fix: string | undefined, indent: number, style: Style): readonly string[] {
  return fix === undefined ? [] : [`${' '.repeat(indent)}fix: ${oneLine(fix, style.unicode)}`];
}

function paint(mark: ReturnType<typeof markOf>, style: Style): (text: string) => string {
  if (mark === 'clean') return style.good;
  if (mark === 'findings') return style.bad;
  return mark === 'nothing' ? style.dim : style.doubt;
}
