// The run as one page that needs nothing else: no network, no second file. First the verdict, then what is unknown and why,
// then the findings. It can be read without its script, which only filters. The policy in its head lets nothing in but its
// own style and script, by their hashes, so that markup in a message could not act even if it got through the escaping.

import { createHash } from 'node:crypto';
import { type Severity, severities } from '../model/diagnostic.js';
import type { RunResult } from '../model/run.js';
import { reportedDiagnostics, summarize } from '../model/summary.js';
import { fileCountWords } from './affected-words.js';
import { filePart, statusOf } from './html/file-part.js';
import { cleanPart, gapsPart, serversPart, skippedPart, unknownPart } from './html/lists.js';
import { html, type Markup, nothing, trusted } from './html/markup.js';
import { script } from './html/script.js';
import { style } from './html/style.js';
import { timelinePart } from './html/timeline-part.js';
import type { ReportContext, Reporter } from './reporter.js';
import { scopeLine } from './scope-words.js';
import { summarySentence } from './summary-sentence.js';
import { styleFor } from './text-style.js';
import { distinct } from './words.js';

export const htmlReport: Reporter = function* (run, context) {
  const texts = { ...context, unicode: true };
  yield head(run, texts).markup;
  yield unknownPart(run).markup;
  yield gapsPart(run).markup;
  yield* findingsPart(run, texts);
  yield cleanPart(run).markup;
  yield skippedPart(run).markup;
  yield serversPart(run).markup;
  yield timelinePart(context.timings ? context.timeline : undefined).markup;
  yield html`
</main>
<footer>lspcheck ${run.toolVersion}, configuration <code>${run.configHash}</code></footer>
<script>${trusted(script)}</script>
</body>
</html>
`.markup;
};

function* findingsPart(run: RunResult, context: ReportContext): Iterable<string> {
  let before = '\n<section data-part="findings"><h2>Findings</h2>';
  for (const file of run.files) {
    const part = filePart(file, context).markup;
    if (part === '') continue;
    yield before + part;
    before = '';
  }
  if (before === '') yield '\n</section>';
}

function head(run: RunResult, context: ReportContext): Markup {
  const { mark, text } = summarySentence(run);
  const sign = styleFor(context).marks[mark];
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${sign} lspcheck: ${text}</title>
<link rel="icon" href="${trusted(iconOf(sign))}">
<style>${trusted(style)}</style>
</head>
<body>
<header class="mark-${mark}">
<h1><span class="mark" aria-hidden="true">${sign}</span> ${text}</h1>
<p class="dim">${scopeLine(run, fileCountWords(run))}</p>
</header>
<main>
${filterBar(run)}`;
}

/** A chip for each value there is, with its count: those of the states add up to the files, the others to the findings. */
function filterBar(run: RunResult): Markup {
  const { files, findings, unknown, skipped, clean } = summarize(run);
  if (files === 0) return nothing;
  const said = run.files.flatMap(reportedDiagnostics);
  const counted = <T extends string>(values: readonly T[]) =>
    distinct(values).map((value) => [value, values.filter((one) => one === value).length] as const);
  const states = [
    ['findings', findings],
    ['unknown', unknown],
    ['clean', clean],
    ['skipped', skipped],
  ] as const;
  const bySeverity = counted(said.map(({ severity }) => severity));
  const order = (name: Severity) => severities.indexOf(name);
  const words: Readonly<Record<string, string>> = { clean: 'without findings' };
  return html`<div class="bar" role="group" aria-label="filters" hidden>
${chips(
  'state',
  'files',
  states.filter(([, count]) => count > 0),
  () => true,
  words,
)}
${chips(
  'severity',
  'severity',
  [...bySeverity].sort(([a], [b]) => order(a) - order(b)),
)}
${chips('server', 'server', [...counted(said.map(({ server }) => server))].sort())}
${chips('status', 'status', [...counted(said.map(statusOf))].sort(), (status) => ['active', 'provisional'].includes(status))}
<input id="search" type="search" placeholder="path, code, message" aria-label="search path, code, message">
<span id="told" class="dim" role="status"></span>
</div>`;
}

function chips(
  kind: string,
  title: string,
  values: readonly (readonly [string, number])[],
  isPressed: (value: string) => boolean = () => true,
  words: Readonly<Record<string, string>> = {},
): Markup {
  if (values.length === 0) return nothing;
  const buttons = values.map(
    ([value, count]) =>
      html`<button type="button" data-${trusted(kind)}-chip="${value}" aria-pressed="${String(isPressed(value))}">${words[value] ?? value.replace('-', ' ')} ${count}</button>`,
  );
  return html`<fieldset><legend>${title}</legend>${buttons}</fieldset>`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function iconOf(sign: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text x="8" y="13" font-size="14" text-anchor="middle">${sign}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
