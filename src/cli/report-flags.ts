// Flags about the report: a part of the one table in cli/flags.ts.

import { formatNames } from '../report/registry.js';
import type { Flag } from './flag.js';

export const reportFlags = {
  format: {
    kind: 'choice',
    alias: 'f',
    value: 'FMT',
    choices: formatNames,
    default: 'text',
    group: 'Report',
    text: 'form of the report',
  },
  output: {
    kind: 'text',
    alias: 'o',
    value: 'FILE',
    group: 'Report',
    text: 'write the report to FILE instead of stdout',
    more: 'Written beside it first and then renamed, so that no reader sees half a report.',
  },
  report: {
    kind: 'list',
    value: 'FMT=FILE',
    group: 'Report',
    text: 'a further report in a file; may be repeated',
  },
  quiet: {
    kind: 'switch',
    alias: 'q',
    group: 'Report',
    text: 'findings and the summary only',
    more: 'No frames, no notes, no progress.',
  },
  explain: {
    kind: 'switch',
    group: 'Report',
    text: 'say how each verdict came about',
  },
  timings: {
    kind: 'switch',
    group: 'Report',
    rare: true,
    text: 'durations in the report',
    more: 'Without it, equal input gives equal bytes.',
  },
  'sarif-category': {
    kind: 'text',
    value: 'NAME',
    group: 'Report',
    rare: true,
    text: 'category of a SARIF report',
    more: 'One upload replaces the earlier one of its category; by default the scope chooses it.',
  },
  color: {
    kind: 'choice',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    group: 'Report',
    rare: true,
    text: 'colour and links in text',
    more: 'NO_COLOR and FORCE_COLOR are respected; this flag wins over both.',
  },
  trace: {
    kind: 'text',
    value: 'FILE',
    group: 'Report',
    rare: true,
    text: 'write what happened when into FILE',
    more: 'Chrome trace events: open it in Perfetto or chrome://tracing.',
  },
} as const satisfies Readonly<Record<string, Flag>>;
