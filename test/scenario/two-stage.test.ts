// Publishers in two stages, as real processes: an empty list at once, the real one after a gap in which the server or its child
// is busy, progress is open, or a barrier is not answered. Never a clean verdict, however long the gap; the gaps are drawn from
// a fixed seed, the long ones in the deep tier. A server that only sleeps in between is the declared weakness: what it is
// believed on is printed as the evidence.

import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/model/base.js';
import { canObserve } from '../../src/session/process-tree.js';
import { describeDeep } from '../support/deep.js';
import { expectFile, expectRun } from '../support/expect-file.js';
import { at, E, on, push, type Script, type Step } from '../support/fake-server/script.js';
import type { Host } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

vi.setConfig({ maxConcurrency: 4, testTimeout: 120_000 });

const truth = push([E(0, 0, 0, 3, 'BAD is not allowed')]);
const firstAt = 20;

interface Way {
  /** What happens between the two publishes of a file. */
  readonly during: (gapMs: number) => readonly Step[];
  readonly entry?: JsonObject;
}

const ways: Readonly<Record<string, Way>> = {
  'the server is busy': { during: (ms) => [{ do: 'busy', ms, where: 'self' }, truth] },
  'its child is busy': { during: (ms) => [{ do: 'busy', ms, where: 'child' }, at(firstAt + ms, truth)] },
  'progress is open': {
    during: (ms) => [
      { do: 'progress', kind: 'begin', token: 'load', title: 'Loading' },
      at(firstAt + ms, truth),
      { do: 'progress', kind: 'end', token: 'load' },
    ],
  },
  'a barrier is open': {
    during: (ms) => [at(firstAt + ms, truth), { do: 'mark', name: 'told' }],
    entry: { completion: 'barrier' },
  },
};

/** The barrier is answered once the file is told. */
function twoStage({ during }: Way, gapMs: number): Script {
  return {
    handlers: [
      on('open', 'a.fx', at(firstAt, push([])), ...during(gapMs)),
      on('open', 'b.fx', push([])),
      on('other', 'textDocument/documentSymbol', {
        do: 'result',
        value: null,
        when: { event: 'mark', file: 'told' },
      }),
    ],
  };
}

async function expectTruth(way: string, gapMs: number, host: Host): Promise<void> {
  const chosen = ways[way];
  if (chosen === undefined) throw new Error(`no way ${way}`);
  const { entry = {} } = chosen;
  const run = await scenario({
    files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' },
    servers: { fake: { script: twoStage(chosen, gapMs), entry } },
  }).check({ host, deadline: '60s', requestTimeout: '30s' });
  expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'BAD is not allowed' }]);
  expectFile(run, 'b.fx').clean();
  expectRun(run).complete();
  expectRun(run).endsWithin(gapMs + 2500);
}

/** The same gaps in every run: a linear congruential generator, its lower bits thrown away. */
function gaps(seed: number, count: number, fromMs: number, toMs: number): readonly number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round(fromMs + ((state >>> 8) / 2 ** 24) * (toMs - fromMs));
  });
}

const rows = (seed: number, count: number, fromMs: number, toMs: number) =>
  Object.keys(ways).flatMap((way, index) =>
    gaps(seed + index, count, fromMs, toMs).map((gapMs) => [way, gapMs] as const),
  );

describe.concurrent('empty, and real a moment later', () => {
  it.each(rows(1, 6, 50, 1500))('%s for %i ms', (way, gapMs) => expectTruth(way, gapMs, 'engine'));
});

describeDeep('empty, and real much later', () => {
  describe.concurrent('', () => {
    it.each(rows(2, 4, 1500, 20_000))('%s for %i ms', (way, gapMs) => expectTruth(way, gapMs, 'cli'));
  });
});

it('the declared weakness: a server that sleeps in between is believed, and the report says on what', async () => {
  const server: Script = { handlers: [on('open', '*', push([]), at(5000, truth))] };
  const run = await scenario({ files: { 'a.fx': 'BAD\n' }, server }).check({ host: 'cli' });
  expectFile(run, 'a.fx').clean(canObserve ? 'push-idle' : 'push-quiet');
  expect(run.exitCode).toBe(0);
});
