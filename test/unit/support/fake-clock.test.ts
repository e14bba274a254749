import { expect, it } from 'vitest';
import { fakeClock } from '../../support/fake-clock.js';

it('wakes sleepers in the order of their times, also those that a woken one starts', async () => {
  const clock = fakeClock();
  const woken: string[] = [];
  void clock.sleep(20).then(() => woken.push(`b at ${clock.now()}`));
  void clock.sleep(10).then(async () => {
    woken.push(`a at ${clock.now()}`);
    await clock.sleep(5);
    woken.push(`c at ${clock.now()}`);
  });
  await clock.advance(9);
  expect(woken).toEqual([]);
  await clock.advance(11);
  expect(woken).toEqual(['a at 10', 'c at 15', 'b at 20']);
  expect([clock.now(), clock.sleepers()]).toEqual([20, 0]);
});

it('wakes a sleeper whose signal aborts, without moving', async () => {
  const clock = fakeClock(5);
  const stop = new AbortController();
  const asleep = clock.sleep(1000, stop.signal);
  stop.abort();
  await asleep;
  expect([clock.now(), clock.sleepers()]).toEqual([5, 0]);
});
