// One question and its time: what is taken back is asked again, what ends is cancelled, and no failure looks like an answer.

import { expect, it } from 'vitest';
import { getHover } from '../../../src/query/hover.js';
import { type FakeGround, fakeGround, Refusal } from '../../support/fake-server-handle.js';

const hover = 'textDocument/hover';
const ask = (ground: FakeGround) => getHover({ file_path: 'a.fx', line: 0, character: 0 }, ground);
const never = () => new Promise(() => {});

it.each([
  [-32801, undefined],
  [-32800, undefined],
  [-32802, undefined],
  [-32802, { retriggerRequest: true }],
])('%d is asked again after 0.1, 0.2 and 0.4 s', async (code, data) => {
  const ground = fakeGround(
    { 'a.fx': 'foo' },
    {
      answers: {
        [hover]: (_: never, turn: number) => {
          if (turn < 3) throw new Refusal(code, 'later', data);
          return { contents: 'text' };
        },
      },
    },
  );
  const answer = ask(ground);
  await ground.untilAsked(1);
  const times: number[] = [];
  for (const ms of [0, 99, 1, 199, 1, 399, 1]) {
    await ground.clock.advance(ms);
    times.push(ground.asked.length);
  }
  expect(times).toEqual([1, 1, 2, 2, 3, 3, 4]);
  expect(await answer).toMatchObject({ note: 'ok', contents: 'text', warnings: [] });
});

it('a server that keeps taking back has failed, and says with what', async () => {
  const refuse = () => {
    throw new Refusal(-32801, 'content modified');
  };
  const ground = fakeGround({ 'a.fx': 'foo' }, { answers: { [hover]: refuse } });
  const answer = ask(ground);
  await ground.untilAsked(1);
  await ground.clock.advance(700);
  expect(await answer).toMatchObject({
    note: 'request-failed',
    message: 'Request failed (this is not a "no matches" result): fake could not be asked.',
    warnings: [
      {
        server: 'fake',
        reason: 'request-failed',
        message: 'fake kept taking back textDocument/hover: "content modified" (-32801)',
      },
    ],
  });
  expect(ground.asked).toHaveLength(4);
});

it.each([
  [-32802, { retriggerRequest: false }],
  [-32603, undefined],
])('%d (%j) is an answer that is not asked for again', async (code, data) => {
  const refuse = () => {
    throw new Refusal(code, 'no \u001b[31m', data);
  };
  const ground = fakeGround({ 'a.fx': 'foo' }, { answers: { [hover]: refuse } });
  const answer = await ask(ground);
  expect(answer.note).toBe('request-failed');
  expect(answer.warnings[0]?.message).toBe(`fake refused textDocument/hover: "no \\u001b[31m" (${code})`);
  expect(ground.asked).toHaveLength(1);
});

it('a call whose time is up cancels its request', async () => {
  const ground = fakeGround({ 'a.fx': 'foo' }, { answers: { [hover]: never } });
  const answer = ask(ground);
  await ground.untilAsked(1);
  ground.end('expired');
  expect(await answer).toMatchObject({
    note: 'request-failed',
    warnings: [
      { reason: 'deadline', message: 'fake did not answer textDocument/hover in the time of the call' },
    ],
  });
  expect(ground.cancelled).toEqual([hover]);
  expect(ground.clock.sleepers()).toBe(0);
});

it('a call that its caller withdraws cancels its request, and is told apart', async () => {
  const ground = fakeGround({ 'a.fx': 'foo' }, { answers: { [hover]: never } });
  const answer = ask(ground);
  await ground.untilAsked(1);
  ground.end('cancelled');
  expect((await answer).warnings[0]).toMatchObject({ reason: 'interrupted' });
  expect(ground.cancelled).toEqual([hover]);
});

it('one silent server does not use up the time of the next', async () => {
  const ground = fakeGround(
    { 'a.fx': 'foo' },
    { name: 'silent', answers: { [hover]: never } },
    { name: 'other', answers: { [hover]: { contents: 'text' } } },
  );
  const answer = ask(ground);
  await ground.untilAsked(1);
  await ground.clock.advance(15_000);
  expect(await answer).toMatchObject({
    note: 'partial',
    message: 'Partial result — silent failed; found by other.',
    server: 'other',
    contents: 'text',
    warnings: [{ server: 'silent', reason: 'deadline' }],
  });
  expect(ground.cancelled).toEqual([hover]);
});
