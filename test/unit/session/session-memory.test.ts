import { expect, test } from 'vitest';
import { createSessionMemory } from '../../../src/session/session-memory.js';

const message = (text: string) => ({ kind: 'message', level: 'log', shown: false, text }) as const;

test('what stays true is kept apart from what a report tells: each once, and not without end', () => {
  const memory = createSessionMemory(
    () => undefined,
    (text) => text.startsWith('lacks '),
  );
  for (const text of ['lacks a', 'busy', 'lacks a', 'lacks b']) memory.keep(message(text));
  expect(memory.lastingWords()).toEqual(['lacks a', 'lacks b']);
  expect(memory.remarks()).toEqual([]);
  for (let index = 0; index < 1000; index++) memory.keep(message(`lacks ${index}`));
  expect(memory.lastingWords()).toHaveLength(100);
  memory.keep(message(`lacks ${'x'.repeat(10_000)}`));
  expect(memory.lastingWords()).toHaveLength(100);
});

test('nothing stays true where nobody says what does', () => {
  const memory = createSessionMemory();
  memory.keep(message('lacks a'));
  expect(memory.lastingWords()).toEqual([]);
});
