// `--explain`: how each verdict came about. Adds lines to the text report, removes none.

import { assertNever } from '../model/base.js';
import type { RunResult, ServerReport } from '../model/run.js';
import { cellsOf } from '../model/summary.js';
import type { CellResult } from '../model/verdict.js';
import { oneLine, visible } from './escape.js';
import type { ReportContext } from './reporter.js';
import { block } from './text-blocks.js';
import type { Style } from './text-style.js';
import { plural } from './words.js';

export function explainBlocks(run: RunResult, context: ReportContext, style: Style): readonly string[] {
  if (!context.explain) return [];
  const files = run.files.flatMap((file) => {
    const cells = cellsOf(file.verdict);
    if (cells.length === 0) return [];
    const lines = cells.map((cell) => cellWords(cell, context));
    return block('explain', [visible(context.shownPath(file.path), style.unicode), ...lines], style);
  });
  const servers = run.servers.map((server) => serverWords(server, context));
  const notes = run.notes.map((note) => oneLine(note, style.unicode));
  return [...files, ...block('servers', servers, style), ...block('notes', notes, style)];
}

function cellWords({ server, role, verdict, ms }: CellResult, context: ReportContext): string {
  const name = `${visible(server, context.unicode)}${role === 'advisory' ? ' (advisory)' : ''}`;
  const time = context.timings ? `, ${Math.round(ms)} ms` : '';
  const hidden = verdict.hidden.length === 0 ? '' : `, ${verdict.hidden.length} hidden`;
  switch (verdict.kind) {
    case 'clean':
      return `${name}: no finding, by ${verdict.settlement.via}${hidden}${time}`;
    case 'findings': {
      const part = verdict.impaired === undefined ? '' : `, in part (${verdict.impaired.reason})`;
      const found = plural(verdict.findings.length, 'finding');
      return `${name}: ${found}, by ${verdict.settlement.via}${part}${hidden}${time}`;
    }
    case 'unknown': {
      const seen = verdict.provisional.length === 0 ? '' : `, ${verdict.provisional.length} provisional`;
      return `${name}: unknown, ${verdict.cause.reason}${seen}${hidden}${time}`;
    }
    default:
      return assertNever(verdict);
  }
}

function serverWords(server: ServerReport, context: ReportContext): string {
  const show = (text: string) => oneLine(text, context.unicode);
  const version = server.version === undefined ? '' : ` ${show(server.version)}`;
  const detail = server.detail === undefined ? '' : `, ${show(server.detail)}`;
  const time = context.timings ? `, started in ${Math.round(server.startMs)} ms` : '';
  return `${show(server.name)}${version} in ${show(context.shownPath(server.root))}: ${server.state}${detail}${time}`;
}
