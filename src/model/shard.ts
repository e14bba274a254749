// One part of a run that several machines share. Each part names the files of the others, so that a part whose report never
// comes leaves its files unknown instead of unheard of.

import type { RepoPath } from './base.js';

/** `index` counts from 1. */
export interface ShardOf {
  readonly index: number;
  readonly total: number;
}

export interface RunShard extends ShardOf {
  /** `sha256:…` of what was asked, of whom, with which texts: parts belong together when it is the same. */
  readonly planHash: string;
  /** Files that the other parts judge, sorted. */
  readonly elsewhere: readonly RepoPath[];
  /** Whether a server is asked about any of these: else a part in which nothing is judged stands for the whole. */
  readonly servedElsewhere: boolean;
}

const mostShards = 1000;

/** `2/4`; undefined when it is no such pair. */
export function parseShard(text: string): ShardOf | undefined {
  const [, index = 0, total = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  return index >= 1 && index <= total && total <= mostShards ? { index, total } : undefined;
}

/** `shard 2 of 4`. */
export function shardWords({ index, total }: ShardOf): string {
  return `shard ${index} of ${total}`;
}
