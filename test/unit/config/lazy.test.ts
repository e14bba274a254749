import { expect, test, vi } from 'vitest';
import { load } from './folders.js';

const parts = vi.hoisted(() => ({ loaded: [] as string[] }));
vi.mock('zod', async (original) => {
  parts.loaded.push('zod');
  return original();
});
vi.mock('yaml', async (original) => {
  parts.loaded.push('yaml');
  return original();
});
vi.mock('jsonc-parser', async (original) => {
  parts.loaded.push('jsonc-parser');
  return original();
});

test('the schema and a parser are loaded only when there is a config file of that kind', async () => {
  expect((await load({})).config.zeroConfig).toBe(true);
  expect(parts.loaded).toEqual([]);
  await load({ project: { 'lspcheck.yml': 'check: {}' } });
  expect(parts.loaded.toSorted()).toEqual(['yaml', 'zod']);
});
