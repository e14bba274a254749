// The lists of the HTML report: what is unknown and why, what may be missing, what was skipped, found without findings, and
// what the servers were.

import type { RunResult, ServerReport } from '../../model/run.js';
import { failedSearches } from '../../model/summary.js';
import { gapWords, unknownDependents } from '../affected-words.js';
import { shownMessage } from '../escape.js';
import { remedyOf, sentenceOf, skipTexts } from '../reasons.js';
import { type UnknownEntry, unknownEntries } from '../unknowns.js';
import { distinct, groupBy, plural } from '../words.js';
import { html, lines, type Markup, nothing } from './markup.js';

/** Above the findings: grouped by server, reason and sentence, each with its files and what to do. */
export function unknownPart(run: RunResult): Markup {
  const groups = groupBy(unknownEntries(run), ({ server, cause, role }) =>
    JSON.stringify([server ?? '', cause.reason, role, sentenceOf(cause)]),
  );
  const searches = failedSearches(run).map(({ server, outcome }) => {
    const remedy = remedyOf(outcome.cause, server);
    return html`<div class="unknown" data-state="unknown"><b>${server}, ${outcome.cause.reason}</b>: what depends on the change
<p>${sentenceOf(outcome.cause)}</p><p>fix: <code>${remedy}</code></p></div>`;
  });
  const note = searches.length === 0 ? nothing : html`<p>${unknownDependents(run)}</p>`;
  return part('Unknown', 'unknown', [...groups.map(unknownGroup), ...searches], note);
}

function unknownGroup(group: readonly UnknownEntry[]): Markup {
  const [{ server, cause, role }] = group as readonly [UnknownEntry]; // a group has at least one entry
  const who = [
    ...(server === undefined ? [] : [server]),
    ...(role === 'advisory' ? ['advisory'] : []),
    cause.reason,
  ];
  const remedies = distinct(group.map((entry) => remedyOf(entry.cause, server)));
  return html`<div class="unknown" data-state="unknown"><b>${who.join(', ')}</b>: ${plural(group.length, 'file')}
<p class="said">${lines(shownMessage(sentenceOf(cause)).split('\n'))}</p>
${remedies.map((remedy) => html`<p>fix: <code>${remedy}</code></p>`)}
<ul>${group.map(({ path, inPart }) => html`<li><code>${path}</code>${inPart ? ' (judged in part)' : ''}</li>`)}</ul></div>
`;
}

export function gapsPart(run: RunResult): Markup {
  const gaps = (run.affected ?? []).flatMap((search) =>
    gapWords(search).map((words) => html`<li>${search.server}: ${words}</li>`),
  );
  return gaps.length === 0
    ? nothing
    : html`<section><h2>What depends on the change</h2><p>These searches may have missed files:</p><ul>${gaps}</ul></section>`;
}

export function cleanPart({ files }: RunResult): Markup {
  const clean = files.filter(({ verdict }) => verdict.kind === 'clean');
  return part(
    'Without findings',
    'clean',
    clean.map(({ path }) => html`<li data-state="clean"><code>${path}</code></li>\n`),
  );
}

export function skippedPart({ files }: RunResult): Markup {
  const skipped = files.flatMap(({ path, verdict }) => {
    if (verdict.kind !== 'skipped') return [];
    const why = verdict.detail ?? skipTexts[verdict.reason].sentence;
    const hint = verdict.hint === undefined ? nothing : html` fix: <code>${verdict.hint}</code>`;
    return [html`<li data-state="skipped"><code>${path}</code> ${verdict.reason}: ${why}${hint}</li>\n`];
  });
  return part('Skipped', 'skipped', skipped);
}

export function serversPart({ servers, notes }: RunResult): Markup {
  if (servers.length === 0) return nothing;
  return html`<section><h2>Servers</h2><ul>${servers.map(serverItem)}</ul>${notes.map((note) => html`<p class="dim">${note}</p>`)}</section>`;
}

function serverItem({ name, version, root, state, detail, infra }: ServerReport): Markup {
  const notes = infra.map(({ kind, path, text }) => {
    const where = path === undefined ? nothing : html` <code>${path}</code>`;
    return html`<li>${kind}${where}: ${lines(shownMessage(text).split('\n'))}</li>`;
  });
  const more = notes.length === 0 ? nothing : html`<ul class="said">${notes}</ul>`;
  return html`<li><b>${name}</b> ${version ?? ''} in <code>${root}</code>: ${state}${detail === undefined ? '' : `, ${detail}`}${more}</li>\n`;
}

function part(title: string, state: string, items: readonly Markup[], note: Markup = nothing): Markup {
  if (items.length === 0) return nothing;
  const list = state === 'unknown' ? html`${items}` : html`<ul>${items}</ul>`;
  return html`
<section data-part="${state}"><h2>${title}</h2>${note}${list}</section>`;
}
