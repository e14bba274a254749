// The catalogue for people and programs: a table with a line each, all that is known of a few, and JSON with everything.
// What is known of this machine is where a server was found; nothing was started.

import { assertNever } from '../model/base.js';
import type { ResolvedCommand } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { version } from '../platform/version.js';
import { commandSafeJson, visible } from './escape.js';
import type { ReportContext } from './reporter.js';
import { type Style, styleFor } from './text-style.js';

export interface ListedServer {
  readonly definition: ServerDefinition;
  readonly here:
    | { readonly from: ResolvedCommand['from']; readonly version?: string }
    /** Why it was not found, a clause. */
    | { readonly why: string };
}

export interface ServersView {
  /** All that is known of each, in place of a line. */
  readonly whole: boolean;
  readonly context: ReportContext;
}

export function serversText(servers: readonly ListedServer[], { whole, context }: ServersView): string {
  const style = styleFor(context);
  const lines = whole
    ? servers.flatMap((server, index) => [...(index === 0 ? [] : ['']), ...wholeLines(server, style)])
    : [...tableLines(servers, style), '', ...legend.flatMap((line) => style.wrap(line, 2))];
  return lines.map((line) => `${line}\n`).join('');
}

export function serversJson(servers: readonly ListedServer[]): string {
  const document = {
    schemaVersion: 1,
    tool: { name: 'lspcheck', version },
    servers: servers.map(({ definition, here }) => {
      const { name, language, group, files, interpreters, rootMarkers, activatesOn, tested } = definition;
      const {
        measured,
        source,
        settle,
        overlay,
        writes,
        executesWorkspaceCode,
        installHint,
        needsPrograms = [],
      } = definition;
      return {
        ...{ name, language, group: group ?? null, files, interpreters, rootMarkers, activatesOn },
        ...{ tested, measured },
        source: source ?? null,
        settles: settle.kind,
        ...{ overlay, writes, executesWorkspaceCode, install: installHint },
        needsPrograms: needsPrograms.map((program) => program.name),
        here:
          'why' in here
            ? { found: false, from: null, version: null, why: here.why }
            : { found: true, from: here.from, version: here.version ?? null, why: null },
      };
    }),
  };
  return `${commandSafeJson(JSON.stringify(document, null, 2))}\n`;
}

const titles = ['NAME', 'LANGUAGE', 'HERE', 'TESTED', 'SETTLES', 'OVERLAY', 'MEASURED'] as const;

/** At most 80 columns with the names that the catalogue has. */
function tableLines(servers: readonly ListedServer[], style: Style): readonly string[] {
  const rows = servers.map(({ definition, here }) => [
    definition.name,
    definition.language,
    'why' in here ? '-' : placeWord(here.from),
    definition.tested,
    definition.settle.kind,
    definition.overlay,
    definition.measured === false ? 'not measured' : definition.measured.date,
  ]);
  const widths = titles.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map((cell) => cell.length)),
  );
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(' ')
      .trimEnd();
  return [style.dim(lineOf(titles)), ...rows.map(lineOf)];
}

const legend = [
  'here: in node_modules (project), on PATH, or in lspcheck (bundled)',
  'tested: deep, by every check of ours; smoke, one error and one clean file;',
  '        listed, never run by us',
  'lspcheck servers NAME says all that is known of one, lspcheck doctor starts them',
] as const;

const labelWidth = 12;

function wholeLines({ definition, here }: ListedServer, style: Style): readonly string[] {
  const { name, language, files, interpreters, activatesOn, tested, measured, source } = definition;
  const { settle, overlay, writes, executesWorkspaceCode, installHint, needsPrograms = [] } = definition;
  const found =
    'why' in here ? `no: ${here.why}` : [placeWord(here.from), here.version].filter(Boolean).join(' ');
  const facts: readonly (readonly [string, string])[] = [
    ['here', found],
    ['files', files.join(' ')],
    ['scripts of', interpreters.join(' ')],
    ...(activatesOn.length === 0 ? [] : [['only with', activatesOn.join(' or ')] as const]),
    ['needs', needsPrograms.map((program) => program.name).join(', ')],
    ['tested', tested === 'listed' ? 'listed: never run by us' : tested],
    [
      'measured',
      measured === false ? 'not measured' : `${measured.version}, ${measured.date}: ${measured.evidence}`,
    ],
    ['source', source ?? ''],
    ['settles by', settle.kind],
    ['overlay', `${overlay}: ${overlayWords(overlay)}`],
    ['writes', writes.length === 0 ? 'nothing known' : writes.join('; ')],
    ['runs code', executesWorkspaceCode ? 'yes: code of the workspace' : 'no'],
    ['install', installHint],
  ];
  return [
    `${visible(name, style.unicode)}  ${style.dim(visible(language, style.unicode))}`,
    ...facts
      .filter(([, text]) => text !== '')
      .flatMap(([label, text]) =>
        style.wrap(`  ${label.padEnd(labelWidth)}${visible(text, style.unicode)}`, labelWidth + 2),
      ),
  ];
}

function placeWord(from: ResolvedCommand['from']): string {
  return from === 'path' ? 'PATH' : from;
}

function overlayWords(overlay: ServerDefinition['overlay']): string {
  switch (overlay) {
    case 'full':
      return 'text that is not on disk reaches all that it judges';
    case 'self':
      return 'it takes a file that is not on disk, and reads the others there';
    case 'none':
      return 'it reads the disk';
    default:
      return assertNever(overlay);
  }
}
