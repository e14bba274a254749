// Bounded concurrency without a queue: enough reads at once to keep the disk busy, few enough for a limit on open files.

const batchSize = 64;

/** `work` on every item, results in the items' order; at most one batch is under way. */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += batchSize)
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(work))));
  return results;
}
