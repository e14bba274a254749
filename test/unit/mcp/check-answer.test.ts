// Every state of a run as a tool's answer: its first word never promises more than the exit code does.

import { expect, test } from 'vitest';
import type { CheckOutcome } from '../../../src/check.js';
import { runAnswerOf } from '../../../src/mcp/check-answer.js';
import type { AbsPath } from '../../../src/model/base.js';
import type { RunResult } from '../../../src/model/run.js';
import { exitCodeOf, isConclusive } from '../../../src/model/summary.js';
import { states } from '../../golden/states.js';
import { cleanCell, judged, repoPath, runOf } from '../../support/run-builder.js';

function answerOf(run: RunResult) {
  const outcome: CheckOutcome = {
    ...{ run, root: '/repo' as AbsPath, warnings: [], finished: Promise.resolve() },
    text: () => undefined,
    release: () => {},
  };
  const { structured, exitCode } = runAnswerOf(outcome, undefined);
  const { verdict, incomplete }: Readonly<Record<string, unknown>> = { ...structured };
  return { verdict, incomplete, exitCode };
}

test.each(Object.entries(states))('%s', (_, { run }) => {
  const { verdict, incomplete, exitCode } = answerOf(run);
  expect(exitCode).toBe(exitCodeOf(run));
  expect(incomplete).toBe(!isConclusive(run));
  if (verdict === 'clean') expect([exitCode, incomplete]).toEqual([0, false]);
});

test('clean files beside a language that must be covered and is not: not clean', () => {
  const run = runOf([judged('a.ts', [cleanCell('typescript')])], {
    policy: { onUncovered: 'fail' },
    uncovered: [{ path: repoPath('b.py'), language: 'Python' }],
  });
  expect(answerOf(run)).toEqual({ verdict: 'unknown', incomplete: true, exitCode: 3 });
});
