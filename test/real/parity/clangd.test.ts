// clangd against clang's own command line, and against its own --check, on the C sources of libxml2.

import { needTools } from '../need.js';
import type { Workspace } from '../workspace.js';
import { cErrors, cMistakes, cSyntaxErrors } from './c-mistakes.js';
import { parityPackage, readCorpus } from './corpus.js';
import type { Difference, Finding } from './findings.js';
import { saidAgain } from './known-differences.js';
import { describeParity, type Engine, runTool } from './parity.js';
import { type Place, placeOfUtf8 } from './positions.js';

const sources = parityPackage('libxmljs2/vendor/libxml');

/** Not what does not compile as it is: its own copy of printf, and a parser that is part of nothing. */
const corpus = () => readCorpus(sources, ['*.c', '!{trio,trionan,triostr,rngparser}.c'], 'xml');

const compileFlags = [
  ...['-std=gnu11', '-Ixml', '-Ixml/include', '-DHAVE_CONFIG_H', '-D_REENTRANT'],
  ...['-Wall', '-Wextra', '-Wno-unused-parameter', '-ferror-limit=0'],
];

const beside = () => ({
  ...readCorpus(sources, ['*.h', 'include/libxml/*.h'], 'xml'),
  ...brokenHeader(),
  'compile_flags.txt': `${compileFlags.join('\n')}\n`,
  // clang itself has no opinion on includes, and clang-tidy is a program of its own.
  '.clangd': 'Diagnostics:\n  UnusedIncludes: None\n  ClangTidy:\n    Remove: "*"\n',
});

/** Its users call functions that are no longer declared. */
function brokenHeader(): Readonly<Record<string, string>> {
  const headers = readCorpus(sources, ['include/libxml/list.h'], 'xml');
  return Object.fromEntries(
    Object.entries(headers).map(([path, text]) => [
      path,
      text.replaceAll(/\bxmlListPushBack\b/g, 'xmlListPushBackRenamed'),
    ]),
  );
}

const row = {
  server: 'clangd',
  needs: (context) => needTools(context, ['clang-19', 'clangd-19'], 'apt-get install clang-19 clangd-19'),
  tools: ['clang-19', 'clangd-19'],
  corpus,
  beside,
  version: async (workspace: Workspace) =>
    /\d+\.\d+\.\d+/.exec((await runTool(workspace, 'clangd-19', ['--version'], [0])).stdout)?.[0] ?? '',
} satisfies Partial<Engine>;

/** `hash.c:3:7:{3:5-3:9}{3:7-3:12}: error: unknown type name 'intt' [-Wno-thing]`. */
const clangLine =
  /^(?<path>[^:]+):(?<line>\d+):(?<column>\d+):(?<ranges>(?:\{[\d:-]+\})*):? (?<severity>fatal error|error|warning): (?<message>.*)$/;

describeParity({
  ...row,
  engine: 'clang -fsyntax-only',
  mistakes: [...cMistakes, ...cSyntaxErrors],
  cli: async (workspace, paths) => {
    const format = [
      '-fno-caret-diagnostics',
      '-fno-color-diagnostics',
      '-fdiagnostics-print-source-range-info',
    ];
    const args = [...compileFlags, '-fsyntax-only', ...format, ...paths];
    const { stderr } = await runTool(workspace, 'clang-19', args, [0, 1]);
    return stderr.split('\n').flatMap((text) => {
      const groups = clangLine.exec(text)?.groups;
      if (groups === undefined) return [];
      const { path = '', ranges = '' } = groups;
      const at = { line: Number(groups['line']), column: Number(groups['column']) };
      const { line, column } = startOf(at, ranges);
      const severity = groups['severity'] === 'warning' ? ('warning' as const) : ('error' as const);
      const message = (groups['message'] ?? '').replace(/ \[-W[^\]]*\]$/, '');
      return [{ path, ...placeOfUtf8(workspace, path, line, column), severity, code: message, message }];
    });
  },
  asCli: (finding) => {
    const message = clangWords(finding.message);
    return { ...finding, code: message, message };
  },
  known: [
    ...(['missed', 'extra'] as const).map((side) => ({
      side,
      cause:
        'a brace that the end of the file leaves open: clang names the end of the last line, clangd the empty line after it',
      count: 2,
      holds: ({ finding }: Difference) => finding.message.toLowerCase() === "expected '}'",
    })),
    // Two warnings of clang's that differ in their notes alone.
    saidAgain(1),
  ],
});

/** Where clangd begins: with the first of the ranges that the place lies in (clangd, Diagnostics.cpp, diagnosticRange). */
function startOf(at: Place, ranges: string): Place {
  const all = [...ranges.matchAll(/\{(\d+):(\d+)-(\d+):(\d+)\}/g)].map((match) => match.slice(1).map(Number));
  const around = all.find(
    ([line = 0, column = 0, endLine = 0, endColumn = 0]) =>
      isBefore({ line, column }, at) && !isBefore({ line: endLine, column: endColumn }, at),
  );
  return around === undefined ? at : { line: around[0] ?? 0, column: around[1] ?? 0 };
}

/** Or the same. */
function isBefore(one: Place, other: Place): boolean {
  return one.line < other.line || (one.line === other.line && one.column <= other.column);
}

/** Without what an editor adds. */
function clangWords(message: string): string {
  const [first = ''] = message.split('\n');
  return (first.slice(0, 1).toLowerCase() + first.slice(1)).replace(/ \(fix(?:es)? available\)$/, '');
}

/** `E[…] [init_conversion_failed] Line 7: Cannot initialize …`. */
const checkLine = /^E\[[\d:.]+\] \[(?<code>[^\]]+)\] Line (?<line>\d+): (?<message>.*)$/;

describeParity({
  ...row,
  engine: 'clangd --check',
  // It tells of errors alone, and of no columns.
  mistakes: [...cMistakes.filter(({ kind }) => cErrors.has(kind)), ...cSyntaxErrors],
  cli: async (workspace, paths) => {
    const findings: Finding[] = [];
    for (const path of paths) {
      const { stderr } = await runTool(
        workspace,
        'clangd-19',
        [`--check=${path}`, '--check-locations=false'],
        [0, 3],
      );
      for (const text of stderr.split('\n')) {
        const { code = '-', line, message = '' } = checkLine.exec(text)?.groups ?? {};
        if (line !== undefined) findings.push({ path, line: Number(line), severity: 'error', code, message });
      }
    }
    return findings;
  },
  asCli: (finding) => (finding.severity === 'error' ? finding : undefined),
  known: [],
});
