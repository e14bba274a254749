import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// One project per tier, so that `npm run check` can leave the slow ones out. Tiers run one after the other, the files of a tier
// side by side: one for each processor (vitest leaves one free, which is half of two).
const tier = (name: string, groupOrder: number, timeoutMs: number, more: object = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: ['**/node_modules/**', ...mocking],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    maxWorkers: availableParallelism(),
    // A process for each file would cost as much as most of them take.
    isolate: false,
    unstubEnvs: true,
    sequence: { groupOrder },
    ...more,
  },
});

// These replace modules, and so must not share them with others.
const mocking = ['test/unit/config/lazy.test.ts', 'test/unit/session/transcript-files.test.ts'];

const scenarios = { setupFiles: ['test/support/after-scenarios.ts'] };
const built = { globalSetup: ['test/support/build-once.ts'] };

export default defineConfig({
  test: {
    projects: [
      tier('unit', 0, 60_000),
      tier('unit-mocking', 0, 60_000, { include: mocking, exclude: [], isolate: true }),
      tier('golden', 0, 20_000),
      tier('scenario', 1, 60_000, { ...built, ...scenarios }),
      tier('cli', 2, 120_000, { ...built, ...scenarios }),
      tier('real', 3, 300_000, built),
    ],
    reporters: ['default'],
  },
});
