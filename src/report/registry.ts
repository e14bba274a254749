// Formats by name. Each is loaded only when it is asked for, so that a text report does not pay for SARIF.

import type { Reporter } from './reporter.js';

export const formatNames = [
  'text',
  'json',
  'jsonl',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'rdjson',
  'markdown',
  'html',
] as const;
export type FormatName = (typeof formatNames)[number];

export const reporters: Readonly<Record<FormatName, () => Promise<Reporter>>> = {
  text: async () => (await import('./text.js')).textReport,
  json: async () => (await import('./json.js')).jsonReport,
  jsonl: async () => (await import('./json.js')).jsonLinesReport,
  sarif: async () => (await import('./sarif.js')).sarifReport,
  github: async () => (await import('./github.js')).githubReport,
  gitlab: async () => (await import('./gitlab.js')).gitlabReport,
  junit: async () => (await import('./junit.js')).junitReport,
  checkstyle: async () => (await import('./checkstyle.js')).checkstyleReport,
  rdjson: async () => (await import('./rdjson.js')).rdjsonReport,
  markdown: async () => (await import('./markdown.js')).markdownReport,
  html: async () => (await import('./html.js')).htmlReport,
};
