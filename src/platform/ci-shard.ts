// Which part of a parallel job this is, from the variables of the CI. Pure.

import { parseShard, type ShardOf } from '../model/shard.js';
import type { Environment } from './environment.js';

/**
 * Pairs of variables, and where the index counts from. GitLab `parallel`, CircleCI `parallelism`, Buildkite `parallelism`,
 * Azure `strategy: parallel`; GitHub keeps a matrix's place in a context only, so the Action hands it on in variables of ours.
 */
const platforms = [
  { index: 'LSPCHECK_JOB_INDEX', total: 'LSPCHECK_JOB_TOTAL', first: 0 },
  { index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
  { index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
  { index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { index: 'SYSTEM_JOBPOSITIONINPHASE', total: 'SYSTEM_TOTALJOBSINPHASE', first: 1 },
] as const;

/** Undefined where no platform names both numbers, or they do not fit together. */
export function shardOfCi(env: Environment): ShardOf | undefined {
  for (const { index, total, first } of platforms) {
    const [at = '', all = ''] = [env[index], env[total]];
    if (/^\d+$/.test(at) && all !== '') return parseShard(`${Number(at) + 1 - first}/${all}`);
  }
  return undefined;
}
