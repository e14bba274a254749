import { describe, expect, it } from 'vitest';
import { type LostTry, nextTry, type Windowing } from '../../../src/engine/restart-policy.js';

/** Every windowing tried when each try ends as named: S at the start, W at work. */
function tries(deaths: string, canIsolate = true): readonly Windowing[] {
  const lost: LostTry[] = [];
  const tried: Windowing[] = [];
  for (const death of [...deaths, 'W', 'W', 'W']) {
    const windowing = nextTry(lost, canIsolate);
    if (windowing === undefined) return tried;
    tried.push(windowing);
    lost.push({ windowing, died: death === 'S' ? 'at-start' : 'at-work' });
  }
  throw new Error('no end');
}

describe('which tries a server gets', () => {
  it.each([
    ['WWW', ['together', 'one-by-one', 'suspect-last']],
    ['SS', ['together', 'together']],
    ['SWW', ['together', 'together', 'one-by-one']],
    ['WSW', ['together', 'one-by-one', 'one-by-one']],
    ['WWS', ['together', 'one-by-one', 'suspect-last']],
    ['SWS', ['together', 'together', 'one-by-one']],
  ])('%s', (deaths, expected) => {
    expect(tries(deaths)).toEqual(expected);
  });

  it('one restart, together, where documents cannot be shown one by one', () => {
    expect(tries('WW', false)).toEqual(['together', 'together']);
    expect(tries('SWW', false)).toEqual(['together', 'together', 'together']);
  });
});
