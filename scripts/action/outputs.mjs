// The action's outputs from the JSON report, as lines for GITHUB_OUTPUT. Without a report nothing is known: then `complete` is
// false, and there are no counts. Usage: node outputs.mjs <report.json> <SARIF file, or nothing>

import { readFileSync } from 'node:fs';
import { eventName, isDefaultBranch, tokenCanWrite } from './event.mjs';

const [file = '', sarif = ''] = process.argv.slice(2);
const report = read(file);
const complete = report?.complete === true;
const { error = 0, warning = 0, info = 0, hint = 0, unknown } = report?.summary ?? {};
const partialOfDefault = report?.scope.kind !== 'all' && eventName === 'push' && isDefaultBranch();
const outputs = {
  complete,
  findings: report === undefined ? '' : error + warning + info + hint,
  unknown: unknown ?? '',
  'report-file': report === undefined ? '' : file,
  'sarif-file': sarif,
  'upload-sarif': sarif !== '' && complete && tokenCanWrite() && !partialOfDefault,
};
// A value with a line break could write outputs of its own.
for (const [name, value] of Object.entries(outputs))
  console.log(`${name}=${String(value).replace(/[\r\n]/g, ' ')}`);

/** @param {string} path */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
