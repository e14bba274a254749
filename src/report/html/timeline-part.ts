// The run as a timeline: per server when it started and judged, below it the documents that took longest. Drawn as SVG with
// attributes only, since the page's policy allows no styles but its own sheet.

import type { DocumentTimeline, SessionTimeline, Timeline } from '../../model/timeline.js';
import { plural } from '../words.js';
import { html, type Markup, nothing, trusted } from './markup.js';

const mostDocuments = 50;

export function timelinePart(timeline: Timeline | undefined): Markup {
  if (timeline === undefined || timeline.sessions.length === 0) return nothing;
  const { sessions, endAt } = timeline;
  return html`
<section id="timeline"><h2>Timeline</h2>
<p class="dim">${seconds(endAt)} from the start of the process to the result. <code>--trace FILE</code> writes the same for Perfetto.</p>
<div class="scroll" tabindex="0" role="region" aria-label="timeline"><table>
<thead><tr><th scope="col">server, files</th><th class="n" scope="col">from</th><th class="n" scope="col">took</th><th class="how" scope="col">settled</th><th class="lane" scope="col">0 to ${seconds(endAt)}</th></tr></thead>
${sessions.map((session) => sessionRows(session, endAt))}
</table></div>
</section>`;
}

function sessionRows({ server, root, phases, documents }: SessionTimeline, endAt: number): Markup {
  const longest = [...documents].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, mostDocuments);
  const more = documents.length - longest.length;
  const rest =
    more === 0
      ? nothing
      : html`<tr><td colspan="5" class="dim">and ${plural(more, 'quicker file')}</td></tr>`;
  const bars = phases.map(({ kind, from, to }) => bar(kind, from, to, endAt)).join('');
  const words = phases.map(({ kind, from, to }) => `${kind} ${seconds(from)} to ${seconds(to)}`).join(', ');
  return html`<tbody>
<tr><th scope="rowgroup" colspan="4">${server} in <code>${root}</code></th><td>${drawing(bars, words)}</td></tr>
${longest.map((document) => documentRow(document, endAt))}${rest}
</tbody>
`;
}

function documentRow(document: DocumentTimeline, endAt: number): Markup {
  const { path, from, to, how, marks } = document;
  const published = marks.filter(({ kind }) => kind === 'published');
  const ticks = published.map(({ at }) => tick(at, endAt)).join('');
  const words = `open ${seconds(from)} to ${seconds(to)}, ${plural(published.length, 'publish', 'publishes')}`;
  const picture = drawing(bar(how === undefined ? 'lost' : 'judged', from, to, endAt) + ticks, words);
  return html`<tr><td><code>${path}</code></td><td class="n">${seconds(from)}</td><td class="n">${seconds(lengthOf(document))}</td><td>${how ?? 'server lost'}</td><td>${picture}</td></tr>
`;
}

/** @param shapes of ours, numbers and names only */
function drawing(shapes: string, words: string): Markup {
  return html`<svg class="lane" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${words}">${trusted(shapes)}</svg>`;
}

function bar(
  kind: 'starting' | 'judging' | 'judged' | 'lost',
  from: number,
  to: number,
  endAt: number,
): string {
  const width = Math.max(scaled(to - from, endAt), 1);
  return `<rect class="${kind}" x="${scaled(from, endAt)}" y="1" width="${width}" height="8"/>`;
}

function tick(at: number, endAt: number): string {
  const x = scaled(at, endAt);
  return `<line class="at" x1="${x}" x2="${x}" y1="0" y2="10"/>`;
}

function scaled(ms: number, endAt: number): number {
  return endAt <= 0 ? 0 : Math.round((ms / endAt) * 10_000) / 10;
}

function lengthOf({ from, to }: DocumentTimeline): number {
  return to - from;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
