import { expect, test } from 'vitest';
import { shardOfCi } from '../../../src/platform/ci-shard.js';

test.each([
  [
    { LSPCHECK_JOB_INDEX: '0', LSPCHECK_JOB_TOTAL: '4' },
    { index: 1, total: 4 },
  ],
  [
    { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' },
    { index: 4, total: 4 },
  ],
  [
    { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' },
    { index: 4, total: 4 },
  ],
  [
    { BUILDKITE_PARALLEL_JOB: '1', BUILDKITE_PARALLEL_JOB_COUNT: '2' },
    { index: 2, total: 2 },
  ],
  [
    { SYSTEM_JOBPOSITIONINPHASE: '1', SYSTEM_TOTALJOBSINPHASE: '2' },
    { index: 1, total: 2 },
  ],
  // A job that is not parallel says so, or nothing.
  [
    { LSPCHECK_JOB_INDEX: '', LSPCHECK_JOB_TOTAL: '', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '1' },
    { index: 1, total: 1 },
  ],
])('%o', (env, shard) => {
  expect(shardOfCi(env)).toEqual(shard);
});

test.each([
  {},
  { CI_NODE_TOTAL: '1' },
  { CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' },
  { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' },
  { CI_NODE_INDEX: '-1', CI_NODE_TOTAL: '4' },
  { CI_NODE_INDEX: '1', CI_NODE_TOTAL: 'four' },
])('%o says nothing', (env) => {
  expect(shardOfCi(env)).toBeUndefined();
});
