import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundledResolver } from '../../../src/plan/bundled.js';

test('what lspcheck brings along is found, anything else is undefined', () => {
  const resolve = bundledResolver(import.meta.url);
  const file = resolve('typescript-language-server/lib/cli.mjs');
  expect(file && readFileSync(file, 'utf8').length).toBeGreaterThan(0);
  expect(resolve('no-such-package/cli.mjs')).toBeUndefined();
});
