// The deep tier: long or loaded runs that `npm run deep` asks for (LSPCHECK_DEEP=1). Elsewhere one skipped test stands for each
// group, so that what was left out is counted and says why.

import { describe, it } from 'vitest';

export function describeDeep(name: string, tests: () => void): void {
  if (process.env['LSPCHECK_DEEP'] === '1') describe(name, tests);
  else it(name, (context) => context.skip('a long run: LSPCHECK_DEEP=1 (npm run deep)'));
}
