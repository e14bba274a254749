// Whether a lost server is started again, and how its documents are then shown: the whole policy, as a pure function of what
// happened so far. Invariant: at most two restarts, at most one of them for a server that dies before it is ready.

/**
 * How documents are put before the server: in its usual windows; each alone, so that the fatal one is alone when it kills; or the
 * one that was alone when it killed last of all, where it can harm no other.
 */
export type Windowing = 'together' | 'one-by-one' | 'suspect-last';

/** How a try ended: the server died before it was ready (a flaw of the start, no document's), or while it judged. */
export interface LostTry {
  readonly windowing: Windowing;
  readonly died: 'at-start' | 'at-work';
}

const mostTries = 3;

/**
 * The next try, or undefined when it is not worth one.
 * @param canIsolate whether documents can be shown one by one at all: those whose text is not on disk are open all at once.
 */
export function nextTry(lost: readonly LostTry[], canIsolate: boolean): Windowing | undefined {
  const last = lost.at(-1);
  if (last === undefined) return 'together';
  if (lost.length >= mostTries) return undefined;
  if (last.died === 'at-start') {
    return lost.filter(({ died }) => died === 'at-start').length > 1 ? undefined : last.windowing;
  }
  const atWork = lost.filter(({ died }) => died === 'at-work').length;
  if (atWork === 1) return canIsolate ? 'one-by-one' : 'together';
  // Together a second time, it would end as it did.
  return canIsolate ? 'suspect-last' : undefined;
}
