// A call's time stands still while a server starts, and ends all the same.

import { describe, expect, it } from 'vitest';
import { callBudget } from '../../../src/engine/call-budget.js';
import { fakeClock } from '../../support/fake-clock.js';

function budgetOf(ms: number, hardMs: number) {
  const clock = fakeClock();
  const caller = new AbortController();
  const budget = callBudget({ clock, ms, hardMs, signal: caller.signal });
  const state = () => (budget.signal.aborted ? (budget.expired() ? 'expired' : 'withdrawn') : 'running');
  return { clock, caller, budget, state };
}

describe('the time of a call', () => {
  it('is over when it is over', async () => {
    const { clock, state } = budgetOf(1000, 9000);
    await clock.advance(999);
    expect(state()).toBe('running');
    await clock.advance(1);
    expect(state()).toBe('expired');
  });

  it('stands still while servers start, two at a time too', async () => {
    const { clock, budget, state } = budgetOf(1000, 9000);
    await clock.advance(600);
    const first = budget.pause();
    const second = budget.pause();
    await clock.advance(2000);
    first();
    first();
    await clock.advance(2000);
    second();
    await clock.advance(399);
    expect(state()).toBe('running');
    await clock.advance(1);
    expect(state()).toBe('expired');
  });

  it('ends at the hard bound, paused or not', async () => {
    const { clock, budget, state } = budgetOf(1000, 3000);
    budget.pause();
    await clock.advance(2999);
    expect(state()).toBe('running');
    await clock.advance(1);
    expect(state()).toBe('expired');
  });

  it('is withdrawn by the caller', async () => {
    const { caller, state } = budgetOf(1000, 3000);
    caller.abort();
    expect(state()).toBe('withdrawn');
  });

  it('leaves no timer behind', async () => {
    const { clock, budget, state } = budgetOf(1000, 3000);
    const resume = budget.pause();
    budget.end();
    resume();
    await clock.advance(5000);
    expect(clock.sleepers()).toBe(0);
    expect(state()).toBe('running');
  });
});
