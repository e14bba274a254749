// One file of the HTML report: its findings by place, each with the judged lines around it.

import type { RepoPath } from '../../model/base.js';
import { compareDiagnostics, type Diagnostic, type RelatedLocation } from '../../model/diagnostic.js';
import { isIncomplete, reportedDiagnostics } from '../../model/summary.js';
import type { FileResult } from '../../model/verdict.js';
import { contentHash } from '../../platform/hash.js';
import { codeFrame, numberWidth } from '../code-frame.js';
import { ruleIdOf } from '../entries.js';
import { safeUrl, shownMessage } from '../escape.js';
import type { ReportContext } from '../reporter.js';
import { type Style, styleFor } from '../text-style.js';
import { plural } from '../words.js';
import { escapeHtml, html, lines, type Markup, nothing, trusted } from './markup.js';

const mostRelated = 50;

/** Why a diagnostic counts or does not: what the page filters by. */
export function statusOf({ provisional, status }: Diagnostic): string {
  return provisional ? 'provisional' : status;
}

/** Nothing for a file of which nothing was said. */
export function filePart(file: FileResult, context: ReportContext): Markup {
  const said = [...reportedDiagnostics(file)].sort(compareDiagnostics);
  if (said.length === 0) return nothing;
  const text = context.text(file.path)?.split(/\r\n|\r|\n/) ?? [];
  const frames = {
    ...styleFor({ ...context, color: false, hyperlinks: false, width: undefined }),
    dim: gutter,
  };
  const part = isIncomplete(file.verdict) ? ', judged in part' : '';
  return html`
<section class="file" data-state="${file.verdict.kind}" data-path="${file.path}">
<h3>${file.path} <span class="dim">${plural(said.length, 'finding')}${part}</span></h3>
${said.map((diagnostic) => finding(file.path, diagnostic, text, frames))}
</section>`;
}

function finding(path: RepoPath, diagnostic: Diagnostic, text: readonly string[], style: Style): Markup {
  const { server, severity, message, range, approximate } = diagnostic;
  const status = statusOf(diagnostic);
  const { line, column } = range.start;
  const place = `${path}:${line}:${column}`;
  const standing =
    status === 'active' ? nothing : html` <span class="dim">${status.replace('-', ' ')}</span>`;
  const where = approximate ? `${line}:${column}, approximately` : `${line}:${column}`;
  const related = diagnostic.related.slice(0, mostRelated);
  return html`
<article class="finding ${severity}" id="${identityOf(path, diagnostic)}" data-severity="${severity}" data-server="${server}" data-status="${status}">
<div class="head"><span class="severity">${severity}</span>${standing}<span class="place">${where}</span>${codeOf(diagnostic)}<button type="button" class="copy" data-place="${place}" aria-label="copy ${place}" hidden>copy</button></div>
<p class="said">${lines(shownMessage(message).split('\n'))}</p>${frameOf(text, diagnostic, style)}${relatedList(related, diagnostic.related.length)}
</article>`;
}

/** Stable under moves of the line, and unique on the page. */
function identityOf(path: RepoPath, { server, fingerprint, provisional }: Diagnostic): string {
  return contentHash(JSON.stringify([path, server, fingerprint, provisional])).slice(7, 23);
}

function codeOf(diagnostic: Diagnostic): Markup {
  const url = safeUrl(diagnostic.codeUrl);
  const rule = ruleIdOf(diagnostic);
  return url === undefined
    ? html`<code>${rule}</code>`
    : html`<a href="${url}" rel="noopener noreferrer"><code>${rule}</code></a>`;
}

/** Control characters cannot stand in a frame, where they are pictures: so these mark what is painted. */
const openGutter = '\u0001';
const openCaret = '\u0002';
const closePaint = '\u0003';
const gutter = (text: string) => openGutter + text + closePaint;
const caret = (text: string) => openCaret + text + closePaint;

function frameOf(text: readonly string[], { range }: Diagnostic, style: Style): Markup {
  const rows = codeFrame(text, range, numberWidth(range), style, caret);
  if (rows.length === 0) return nothing;
  const painted = escapeHtml(rows.join('\n'))
    .replaceAll(openGutter, '<span class="gutter">')
    .replaceAll(openCaret, '<span class="caret">')
    .replaceAll(closePaint, '</span>');
  return html`<pre tabindex="0">${trusted(painted)}</pre>`;
}

function relatedList(related: readonly RelatedLocation[], total: number): Markup {
  if (related.length === 0) return nothing;
  const more = total - related.length;
  return html`<ul>${related.map(relatedItem)}${more > 0 ? html`<li class="dim">and ${more} more</li>` : nothing}</ul>`;
}

function relatedItem({ path, outsideRepository, range, message }: RelatedLocation): Markup {
  const { line, column } = range.start;
  const place = outsideRepository ? `${path} (outside the repository)` : `${path}:${line}:${column}`;
  return html`<li><span class="place">${place}</span> ${lines(shownMessage(message).split('\n'))}</li>`;
}
