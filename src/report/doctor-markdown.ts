// `doctor` as Markdown, made to be pasted into an issue: no absolute path and no value of the environment, also not in
// what a server said. Everything quoted is escaped.

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
import { markdownCode, markdownText } from './markdown-text.js';
import type { ReportContext } from './reporter.js';
import { styleFor } from './text-style.js';

/** Takes out of a text what tells about this machine. */
export interface Anonymous {
  /** Of what a server said: folders, and values of the environment. */
  readonly said: (text: string) => string;
  /** Of our own words: folders. */
  readonly ours: (text: string) => string;
}

export function doctorMarkdown(report: DoctorReport, context: ReportContext, anonymous: Anonymous): string {
  const { marks } = styleFor(context);
  const say = (text: string) => markdownText(anonymous.ours(text));
  const fixText = (fix: string) => `fix: ${markdownCode(anonymous.ours(fix))}`;
  const { mark, text } = doctorSummary(report);
  const adviceLine = ({ text: what, fix }: Advice) =>
    `- ${say(what)}${fix === undefined ? '' : `; ${fixText(fix)}`}`;
  const serverPart = (server: ServerHealth) => {
    const { name, state, cause, fix, found } = server;
    const facts = [found, placeWords(server)].filter(Boolean).join(', ');
    return [
      `- ${marks[markOf(state)]} **${say(name)}** ${say(headline(server, report))}`,
      ...(cause === undefined ? [] : [`  - cause: ${markdownText(anonymous.said(cause))}`]),
      ...(facts === '' ? [] : [`  - ${say(facts)}`]),
      ...(fix === undefined ? [] : [`  - ${fixText(fix)}`]),
      ...server.notes.map((note) => `  ${adviceLine(note)}`),
    ];
  };
  const lines = [
    `### ${marks[mark]} lspcheck doctor: ${say(text)}`,
    '',
    `${say(machineWords(report))}  `,
    say(repositoryWords(report)),
    '',
    ...problemsFirst(report.servers).flatMap(serverPart),
    ...report.advice.map(adviceLine),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
