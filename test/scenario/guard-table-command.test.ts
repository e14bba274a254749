// The part of the guard table that goes through the built command: floods, and the ends of processes.

import { describe, it, vi } from 'vitest';
import { families } from '../support/fake-server/presets.js';
import { calmly, expectGuarded, lightIn } from '../support/guard.js';

vi.setConfig({ maxConcurrency: 6, testTimeout: 180_000 });

describe.concurrent('guard table, the command', () => {
  it.each(lightIn(families.floods, families.endings))('%s', (name) => expectGuarded(name, 'cli', calmly));
});
