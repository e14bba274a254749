import { defineConfig } from 'vitest/config';

// One project per tier, so that `npm run check` can leave the slow ones out.
const tier = (name: string, timeoutMs: number, globalSetup: string[] = []) => ({
  test: {
    name,
    globalSetup,
    include: [`test/${name}/**/*.test.ts`],
    exclude: ['**/node_modules/**'],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});

const built = ['test/support/build-once.ts'];

export default defineConfig({
  test: {
    projects: [
      tier('unit', 10_000),
      tier('scenario', 60_000, built),
      tier('golden', 20_000),
      tier('cli', 120_000, built),
      tier('real', 300_000, built),
    ],
    reporters: ['default'],
  },
});
