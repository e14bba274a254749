// The guard table on a machine that has other work: every vice through the built command, beside four busy loops.
// Deadlines are longer, since a starved server may need seconds to say its first word; what must hold is the same.

import { describe, it, vi } from 'vitest';
import { besideBusyLoops } from '../support/busy-loops.js';
import { describeDeep } from '../support/deep.js';
import { type ViceName, vices } from '../support/fake-server/presets.js';
import { expectGuarded } from '../support/guard.js';

vi.setConfig({ maxConcurrency: 3, testTimeout: 180_000 });

const names = Object.keys(vices) as readonly ViceName[];

describeDeep('guard table of the command', () => {
  describe.concurrent('idle', () => {
    it.each(names)('%s', (name) => expectGuarded(name, 'cli', { proven: '30s', seen: '4s', never: '2s' }));
  });

  describe.concurrent('beside four busy loops', () => {
    besideBusyLoops(4);
    it.each(names)('%s', (name) => expectGuarded(name, 'cli', { proven: '60s', seen: '12s', never: '4s' }));
  });
});
