// Every format read back as one of its readers would, with a real parser where there is one: how many findings, what is
// unknown, and whether it looks like a success. The guards compare the readings of one run with each other.

import { lexer, type Token, type Tokens } from 'marked';
import type { Log } from 'sarif';
import type { FormatName } from '../../src/report/registry.js';
import { attribute, elementsOf, hasClass, inside, textOf } from './html.js';
import { attributesOf, parseXml, textsOf } from './xml.js';

export interface Reading {
  /** Active findings that the format shows. */
  readonly findings: number;
  readonly provisional: number;
  /** Files with a missing answer, each once, sorted, as they are written. */
  readonly unknown: readonly string[];
  /** Nothing in it would make a reader, or the tool that takes it, stop. */
  readonly success: boolean;
}

export const readers: Readonly<Record<FormatName, (output: string) => Reading>> = {
  text: readText,
  json: (output) => readJson(JSON.parse(output)),
  jsonl: readJsonLines,
  sarif: (output) => readSarif(JSON.parse(output)),
  github: readGithub,
  gitlab: (output) => readGitlab(JSON.parse(output)),
  junit: readJunit,
  checkstyle: readCheckstyle,
  rdjson: (output) => readRdjson(JSON.parse(output)),
  markdown: readMarkdown,
  html: readHtml,
};

/** gcc's form: the one that editors and CI systems know. */
const finding = /^\S.*:\d+:\d+: (?:error|warning|info|hint): /;
const provisionalFinding = /^\S.*:\d+:\d+: provisional (?:error|warning|info|hint): /;

function readText(output: string): Reading {
  const lines = output.trimEnd().split('\n');
  return {
    findings: count(lines, finding),
    provisional: count(lines, provisionalFinding),
    unknown: names(
      lines
        .flatMap((line) => /^unknown {2}(?:[^,]*, )?[a-z-]+: (.*)$/.exec(line)?.[1] ?? [])
        .filter((files) => files !== 'what depends on the change')
        .flatMap((files) => files.split(', ')),
    ),
    success: /^✔ /.test(lines.at(-1) ?? ''),
  };
}

interface JsonFile {
  readonly path: string;
  readonly verdict: string;
  readonly cells: readonly { readonly verdict: string; readonly reason?: string }[];
  readonly diagnostics: readonly { readonly status: string; readonly provisional: boolean }[];
}

interface JsonReport {
  readonly complete: boolean;
  readonly exitCode: number;
  readonly files: readonly JsonFile[];
}

function readJson({ complete, exitCode, files }: JsonReport): Reading {
  const said = files.flatMap(({ diagnostics }) => diagnostics);
  return {
    findings: said.filter(({ status, provisional }) => status === 'active' && !provisional).length,
    provisional: said.filter(({ provisional }) => provisional).length,
    unknown: names(
      files.flatMap(({ path, verdict, cells }) =>
        verdict === 'unknown' || cells.some(({ reason }) => reason !== undefined) ? [path] : [],
      ),
    ),
    success: complete && exitCode === 0,
  };
}

function readJsonLines(output: string): Reading {
  const [, ...lines] = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return readJson({ ...lines.at(-1), files: lines.slice(0, -1) });
}

function readSarif({ runs: [run] }: Log): Reading {
  const invocation = run?.invocations?.[0];
  const notes = invocation?.toolExecutionNotifications ?? [];
  const about = (prefix: string) =>
    notes.filter(({ descriptor }) => descriptor?.id?.startsWith(`lspcheck/${prefix}`) === true);
  return {
    findings: run?.results?.length ?? 0,
    provisional: about('provisional').length,
    unknown: names(
      about('unknown/').map(({ locations }) =>
        decodeURIComponent(locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? ''),
      ),
    ),
    success: invocation?.executionSuccessful === true && invocation.exitCode === 0,
  };
}

function readGithub(output: string): Reading {
  const commands = output.split('\n').flatMap((line) => {
    const [, level = '', written = ''] = /^::(\w+) (.*?)::/.exec(line) ?? [];
    const { line: at, title = '', file = '' } = propertiesOf(written);
    return level === '' ? [] : [{ level, at, title, file }];
  });
  const placed = commands.filter(({ at }) => at !== undefined);
  const provisional = placed.filter(({ title }) => title.startsWith('provisional: ')).length;
  return {
    findings: placed.length - provisional,
    provisional,
    unknown: names(
      commands.flatMap(({ title, file }) => (['unknown', 'judged in part'].includes(title) ? [file] : [])),
    ),
    success: !commands.some(({ level }) => level === 'error'),
  };
}

/** As the runner reads them (actions/runner, ActionCommand.cs). */
function propertiesOf(written: string): Record<string, string> {
  const pairs = written.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name, decodeURIComponent(value)];
  });
  return Object.fromEntries(pairs);
}

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string };
}

function readGitlab(issues: readonly Issue[]): Reading {
  // The widget joins entries with equal fingerprints into one.
  const shown = [...new Map(issues.map((issue) => [issue.fingerprint, issue])).values()];
  return readEntries(
    shown.map(({ description, check_name, severity, location }) => ({
      path: location.path,
      rule: check_name,
      message: description,
      stops: severity === 'critical',
    })),
  );
}

function readCheckstyle(output: string): Reading {
  const files = parseXml(output).find('/checkstyle/file');
  return readEntries(
    files.flatMap((file) =>
      file.find('error').map((error) => {
        const { source = '', message = '', severity } = attributesOf(error);
        return { path: attributesOf(file)['name'] ?? '', rule: source, message, stops: severity === 'error' };
      }),
    ),
  );
}

interface RdDiagnostic {
  readonly message: string;
  readonly severity: string;
  readonly code: { readonly value: string };
  readonly location: { readonly path: string };
}

function readRdjson({ diagnostics }: { readonly diagnostics: readonly RdDiagnostic[] }): Reading {
  return readEntries(
    diagnostics.map(({ message, severity, code, location }) => ({
      path: location.path,
      rule: code.value,
      message,
      stops: severity === 'ERROR',
    })),
  );
}

interface Entry {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly stops: boolean;
}

function readEntries(entries: readonly Entry[]): Reading {
  const said = entries.filter(({ rule }) => !rule.startsWith('lspcheck/'));
  const provisional = said.filter(({ message }) => message.startsWith('provisional ')).length;
  return {
    findings: said.length - provisional,
    provisional,
    unknown: names(entries.flatMap(({ path, rule }) => (rule.startsWith('lspcheck/unknown/') ? [path] : []))),
    success: !entries.some(({ stops }) => stops),
  };
}

function readJunit(output: string): Reading {
  const document = parseXml(output);
  const lines = textsOf(document, '//failure | //error | //system-out').flatMap((text) => text.split('\n'));
  // An advisory server's missing answer is a skipped case; a file that nobody was to judge is one, too.
  const cases = document
    .find('//testcase[error or skipped[starts-with(., "unknown ")]]')
    .map((one) => attributesOf(one)['name'] ?? '');
  const { errors, failures } = attributesOf(document.get('/testsuites'));
  return {
    findings: count(lines, finding),
    provisional: count(lines, provisionalFinding),
    unknown: names(
      cases
        .filter((name) => name !== 'the run is complete')
        .map((name) => name.replace(/ \(what it could not judge\)$/, '')),
    ),
    success: errors === '0' && failures === '0',
  };
}

function readMarkdown(output: string): Reading {
  const tokens = lexer(output, { gfm: true });
  const rowsOf = (title: string) => {
    const at = tokens.findIndex((token) => token.type === 'heading' && token['text'] === title);
    const table = at < 0 ? undefined : tokens.slice(at).find((token) => token.type === 'table');
    return ((table as Tokens.Table | undefined)?.rows ?? []).map((row) =>
      row.map(({ tokens }) => plain(tokens)),
    );
  };
  const said = rowsOf('Findings').map((row) => row[1] ?? '');
  const [heading] = tokens;
  return {
    findings: said.filter((severity) => !severity.startsWith('provisional ')).length,
    provisional: said.filter((severity) => severity.startsWith('provisional ')).length,
    unknown: names(rowsOf('Unknown').map((row) => (row[0] ?? '').replace(/ \(judged in part\)$/, ''))),
    success: heading?.type === 'heading' && heading['text'].startsWith('✔ '),
  };
}

function readHtml(output: string): Reading {
  const elements = elementsOf(output);
  const statuses = elements.flatMap((one) =>
    hasClass(one, 'finding') ? [attribute(one, 'data-status')] : [],
  );
  const [header] = elements.filter(({ tagName }) => tagName === 'header');
  const listed = elements
    .filter((one) => hasClass(one, 'unknown'))
    .flatMap((block) => inside(block).filter(({ tagName }) => tagName === 'li'));
  return {
    findings: statuses.filter((status) => status === 'active').length,
    provisional: statuses.filter((status) => status === 'provisional').length,
    unknown: names(listed.map(textOf)),
    success: header !== undefined && hasClass(header, 'mark-clean'),
  };
}

/** @throws when a cell holds anything but text: then something of a server became markup */
function plain(tokens: readonly Token[]): string {
  const strange = tokens.filter(({ type }) => !['text', 'escape'].includes(type));
  if (strange.length > 0) throw new Error(`markup in a cell: ${JSON.stringify(strange)}`);
  return tokens
    .map((token) => (token as Tokens.Text).text)
    .join('')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

function count(lines: readonly string[], pattern: RegExp): number {
  return lines.filter((line) => pattern.test(line)).length;
}

function names(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => path.replace(/ \(judged in part\)$/, '')))].sort();
}
