// JUnit XML, the only wide format with a third state: a test case is a file under a server, `failure` is a finding at the
// level that fails, `error` is unknown. The order of elements is that of Jenkins' schema.

import { assertNever } from '../model/base.js';
import { type Outcome, type TestCase, testCasesOf } from './junit-cases.js';
import type { Reporter } from './reporter.js';
import { groupBy } from './words.js';
import { emptyTag, openTag, textElement, xmlHead } from './xml.js';

export const junitReport: Reporter = function* (run, context) {
  const cases = testCasesOf(run, context);
  const { failures, errors } = countsOf(cases);
  yield xmlHead;
  yield `${openTag('testsuites', { name: 'lspcheck', tests: cases.length, failures, errors })}\n`;
  for (const suite of groupBy(cases, (one) => one.suite)) yield* suiteOf(suite, context.timings);
  yield '</testsuites>\n';
};

function* suiteOf(cases: readonly TestCase[], timings: boolean): Iterable<string> {
  const name = cases[0]?.suite ?? '';
  yield `${openTag('testsuite', { name, tests: cases.length, ...countsOf(cases) })}\n`;
  for (const one of cases) {
    const time = timings && one.ms !== undefined ? (one.ms / 1000).toFixed(3) : undefined;
    const attributes = { name: one.name, classname: one.suite, time };
    const body = bodyOf(one.outcome) + (one.also === '' ? '' : textElement('system-out', one.also));
    yield body === ''
      ? `${emptyTag('testcase', attributes)}\n`
      : `${openTag('testcase', attributes)}${body}</testcase>\n`;
  }
  yield '</testsuite>\n';
}

function bodyOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'passed':
      return '';
    case 'skipped':
      return textElement('skipped', outcome.text);
    case 'error':
    case 'failure':
      return textElement(outcome.kind, outcome.text, { type: outcome.type, message: outcome.message });
    default:
      return assertNever(outcome);
  }
}

function countsOf(cases: readonly TestCase[]) {
  const count = (kind: Outcome['kind']) => cases.filter(({ outcome }) => outcome.kind === kind).length;
  return { failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}
