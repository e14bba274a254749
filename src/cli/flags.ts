// Every flag there is, once: the parser, both lengths of help, the near names and the reference page read this table.
// Data only, so that the start-up path can afford it. A flag listed here works; one that does not work yet is not listed.

import { severities } from '../model/diagnostic.js';
import { logLevels } from '../platform/log.js';
import type { Flag } from './flag.js';
import { reportFlags } from './report-flags.js';

export const flags = {
  staged: {
    kind: 'switch',
    group: 'Scope',
    text: 'judge the index: exactly what git would commit',
    more: 'Text is read from the index, not from the disk; the inherited GIT_INDEX_FILE is respected.',
  },
  base: {
    kind: 'text',
    value: 'REF',
    group: 'Scope',
    text: 'what changed since the merge base with REF',
    more: 'Uncommitted changes are included; the working tree is judged.',
  },
  from: {
    kind: 'text',
    value: 'A',
    group: 'Scope',
    text: 'with --to B: what changed from A to B',
    more: 'The text of B is judged; the working tree only where it is B.',
  },
  to: {
    kind: 'text',
    value: 'B',
    group: 'Scope',
    rare: true,
    text: 'with --from: the commit that is judged',
  },
  'pre-push': {
    kind: 'switch',
    group: 'Scope',
    rare: true,
    text: 'the commits that git names to a pre-push hook',
    more: 'Read from stdin. Each pushed commit is judged and reported on its own; a branch that is new on the other side is compared with the nearest commit that a remote has.',
  },
  list: {
    kind: 'switch',
    group: 'Scope',
    text: 'print every tool with its schemas',
  },
  stdin: {
    kind: 'switch',
    group: 'Scope',
    text: 'read file names from stdin (NUL or newline)',
    more: 'Names are taken as they are, never as globs. With a NUL anywhere, NUL separates.',
  },
  shard: {
    kind: 'text',
    value: 'I/N',
    group: 'Scope',
    rare: true,
    text: 'only part I of N, or auto in a parallel CI job',
    more: 'Parts cost about the same and each file is in exactly one. auto reads GitLab parallel, GitHub matrix (through the Action), CircleCI, Buildkite and Azure. lspcheck merge joins the JSON reports.',
  },
  'fail-on': {
    kind: 'choice',
    value: 'LEVEL',
    choices: [...severities, 'never'],
    default: 'error',
    group: 'What counts',
    text: 'exit 1 from this severity on',
  },
  'min-severity': {
    kind: 'choice',
    value: 'LEVEL',
    choices: severities,
    default: 'info',
    group: 'What counts',
    text: 'hide what is below; hidden ones are counted',
  },
  only: {
    kind: 'choice',
    value: 'WHICH',
    choices: ['all', 'changed-lines', 'new'],
    default: 'all',
    group: 'What counts',
    text: 'findings that count: all, on changed lines, or new',
    more: 'The others are counted and shown with --explain. new judges the text before the change as well, by the same servers.',
  },
  affected: {
    kind: 'switch',
    group: 'What counts',
    text: 'judge unchanged files that the change can break',
    more: 'Those that depend on changed ones, at most 200 for each server; of what they have only what is new counts. See docs/affected.md.',
  },
  'on-unknown': {
    kind: 'choice',
    value: 'WHAT',
    choices: ['fail', 'warn'],
    default: 'fail',
    group: 'What counts',
    text: 'a file without a verdict: exit 3, or warn only',
  },
  'on-uncovered': {
    kind: 'choice',
    value: 'WHAT',
    choices: ['ignore', 'warn', 'fail'],
    default: 'warn',
    group: 'What counts',
    text: 'a file whose language has no server here',
    more: 'Only files for whose language the catalogue or the configuration has a server; fail is exit 3.',
  },
  'fail-on-empty': {
    kind: 'switch',
    group: 'What counts',
    rare: true,
    text: 'exit 3 when no file was judged',
  },
  ...reportFlags,
  deadline: {
    kind: 'duration',
    value: 'TIME',
    word: 'none',
    default: '2m; none for all',
    variable: 'LSPCHECK_DEADLINE',
    group: 'Servers and time',
    text: 'from start to report; what is late is unknown',
  },
  'call-deadline': {
    kind: 'duration',
    value: 'TIME',
    default: '30s',
    variable: 'LSPCHECK_CALL_DEADLINE',
    group: 'Servers and time',
    text: 'for one call; it stands still while a server starts',
  },
  'start-timeout': {
    kind: 'duration',
    value: 'TIME',
    default: '60s',
    variable: 'LSPCHECK_START_TIMEOUT',
    group: 'Servers and time',
    rare: true,
    text: 'for one server to start, inside the deadline',
  },
  'request-timeout': {
    kind: 'duration',
    value: 'TIME',
    default: '15s',
    variable: 'LSPCHECK_REQUEST_TIMEOUT',
    group: 'Servers and time',
    rare: true,
    text: 'for one answer of a server',
  },
  'quiet-period': {
    kind: 'duration',
    value: 'TIME',
    default: '100ms where the process tree can be watched, else 300ms',
    variable: 'LSPCHECK_QUIET_PERIOD',
    group: 'Servers and time',
    rare: true,
    text: 'silence after which a push-only server is done',
  },
  server: {
    kind: 'list',
    value: 'NAME',
    group: 'Servers and time',
    text: 'only this server; may be repeated',
  },
  'skip-server': {
    kind: 'list',
    value: 'NAME',
    variable: 'LSPCHECK_SKIP',
    group: 'Servers and time',
    text: 'without this server; may be repeated',
    more: 'The variable takes names separated by commas.',
  },
  jobs: {
    kind: 'count',
    value: 'N',
    default: 'CPUs + 2',
    group: 'Servers and time',
    rare: true,
    text: 'server processes at once',
  },
  'dry-run': {
    kind: 'switch',
    group: 'Configuration',
    text: 'print what would be written, and write nothing',
  },
  language: {
    kind: 'text',
    value: 'NAME',
    group: 'Scope',
    text: 'only servers for this language',
    more: 'A language as the list shows it, or a language id (typescriptreact), in any case.',
  },
  config: {
    kind: 'text',
    value: 'FILE',
    group: 'Configuration',
    text: 'this file instead of lspcheck.yml',
  },
  'no-config': {
    kind: 'switch',
    group: 'Configuration',
    text: 'ignore every configuration file',
  },
  untrusted: {
    kind: 'switch',
    group: 'Configuration',
    rare: true,
    text: 'use nothing of the repository that is not trusted',
    more: 'Its configuration and its programs count only after lspcheck trust add, and only as they were then. What is not run is unknown.',
  },
  root: {
    kind: 'text',
    value: 'DIR',
    group: 'Configuration',
    rare: true,
    text: 'the folder that plays the repository root',
  },
  record: {
    kind: 'text',
    value: 'DIR',
    group: 'Configuration',
    rare: true,
    text: 'write the traffic with every server into DIR',
    more: 'One file per server, with the judged texts in it. See docs/record.md.',
  },
  'log-level': {
    kind: 'choice',
    value: 'LEVEL',
    choices: logLevels,
    default: 'warning',
    group: 'Configuration',
    rare: true,
    text: 'what is said on stderr',
  },
  help: {
    kind: 'switch',
    alias: 'h',
    group: 'Configuration',
    rare: true,
    text: 'short help; --help: everything',
  },
  version: { kind: 'switch', group: 'Configuration', rare: true, text: 'the version, as a bare number' },
} as const satisfies Readonly<Record<string, Flag>>;

export type FlagName = keyof typeof flags;

type ValueOf<F extends Flag> = F['kind'] extends 'switch'
  ? boolean
  : F['kind'] extends 'list'
    ? readonly string[]
    : string;

/** What was written on the command line, not yet read as numbers or choices. */
export type FlagValues = { readonly [Name in FlagName]?: ValueOf<(typeof flags)[Name]> };

export function flagOf(name: FlagName): Flag {
  return flags[name];
}

export function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(flags, name);
}
