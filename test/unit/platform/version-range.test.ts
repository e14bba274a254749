import { expect, test } from 'vitest';
import { satisfiesNpmRange } from '../../../src/platform/version-range.js';

test.each([
  ['20.20.2', '>=18', true],
  ['20.20.2', '>= 18.0.0', true],
  ['20.20.2', '>=22.13', false],
  ['20.20.2', '^20.19.0 || >=22.12.0', true],
  ['22.11.0', '^20.19.0 || >=22.12.0', false],
  ['23.1.0', '^20.19.0 || >=22.12.0', true],
  ['20.20.2', '>=18 <20', false],
  ['20.20.2', '>=18 <21', true],
  ['20.20.2', '18.x || 20.x', true],
  ['20.20.2', '18.x', false],
  ['20.20.2', '20', true],
  ['20.20.2', '=20.20.2', true],
  ['20.20.2', '>20', false],
  ['21.0.0', '>20', true],
  ['20.20.2', '<=20', true],
  ['20.20.2', '<=20.20.1', false],
  ['20.20.2', '~20.20.0', true],
  ['20.20.2', '*', true],
  ['20.20.2', '', true],
  ['20.20.2', 'v20.0.0-rc.1', false],
  ['20.20.2', 'lts/*', undefined],
  ['20.20.2', '14 - 16', undefined],
  ['nightly', '>=18', undefined],
])('%s in %j: %s', (version, range, expected) => {
  expect(satisfiesNpmRange(version, range)).toBe(expected);
});
