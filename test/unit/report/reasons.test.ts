import { describe, expect, test } from 'vitest';
import { skipReasons, unknownReasons } from '../../../src/model/fault.js';
import { remedyOf, sentenceOf, skipTexts, unknownTexts } from '../../../src/report/reasons.js';

describe.each([
  ['unknown', unknownReasons, unknownTexts],
  ['skip', skipReasons, skipTexts],
] as const)('%s reasons', (_, reasons, texts) => {
  test('the table has each, and no other', () => {
    expect(Object.keys(texts).sort()).toEqual([...reasons].sort());
  });

  test.each(Object.entries(texts))('%s has a sentence and a remedy', (__, { sentence, remedy }) => {
    expect(sentence).toMatch(/^\S.{10,}[^.]$/);
    expect(remedy).toMatch(/^\S.{5,}[^.]$/);
  });
});

test('sentences are all different', () => {
  const sentences = [...Object.values(unknownTexts), ...Object.values(skipTexts)].map(
    ({ sentence }) => sentence,
  );
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('the cause’s own words come first, the table’s where it has none', () => {
  expect(sentenceOf({ reason: 'exited', detail: 'pyright ended' })).toBe('pyright ended');
  expect(sentenceOf({ reason: 'exited', detail: ' ' })).toBe(unknownTexts.exited.sentence);
  expect(remedyOf({ reason: 'exited', detail: '', hint: 'npm i' }, 'pyright')).toBe('npm i');
  expect(remedyOf({ reason: 'exited', detail: '', hint: '' }, '$& pyright')).toContain('$& pyright');
  for (const reason of unknownReasons)
    expect(remedyOf({ reason, detail: '' }, undefined)).not.toMatch(/SERVER|--server/);
});

test('remedies name flags and commands that exist', async () => {
  const { flags } = await import('../../../src/cli/flags.js');
  const named = Object.values(unknownTexts).flatMap(({ remedy }) => remedy.match(/(?<=--)[a-z-]+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(flags)).toContain(name);
  const { commands } = await import('../../../src/cli/commands.js');
  const called = Object.values(unknownTexts).flatMap(
    ({ remedy }) => remedy.match(/(?<=lspcheck )[a-z]+(?= --)/g) ?? [],
  );
  expect(called).toContain('doctor');
  for (const name of called) expect(Object.keys(commands)).toContain(name);
});
