import { describe, expect, it } from 'vitest';
import { type CallHierarchyInput, getCallHierarchy } from '../../../src/query/call-hierarchy.js';
import { type FakeGround, fakeGround, range } from '../../support/fake-server-handle.js';

const prepare = 'textDocument/prepareCallHierarchy';
const incoming = 'callHierarchy/incomingCalls';
const outgoing = 'callHierarchy/outgoingCalls';
const capabilities = { callHierarchyProvider: true };

const item = (ground: FakeGround, path: string, name: string, line: number) => ({
  name,
  kind: 12,
  detail: 'in fx',
  uri: ground.uri(path),
  range: range(line, 0, line + 2, 0),
  selectionRange: range(line, 9, line, 12),
  data: { own: name },
});

function ground(answers: Record<string, unknown>): FakeGround {
  return fakeGround(
    { 'a.fx': "function get\n'🙂' set()\n", 'b.fx': "'🙂' get()" },
    { capabilities, encoding: 'utf-32', answers: answers as Record<string, object> },
  );
}
const ask = (made: FakeGround, more: Partial<CallHierarchyInput> = {}) =>
  getCallHierarchy({ file_path: 'a.fx', line: 0, character: 9, ...more }, made);

describe('get_call_hierarchy', () => {
  it('incoming: who calls it, and where in the caller’s file', async () => {
    const made = ground({
      [prepare]: () => [item(made, 'a.fx', 'get', 0)],
      [incoming]: ({ item: { data } }: { item: { data: { own: string } } }) => [
        { from: item(made, 'b.fx', `calls-${data.own}`, 0), fromRanges: [range(0, 4, 0, 7)] },
      ],
    });
    const answer = await ask(made);
    expect(answer).toMatchObject({ note: 'ok', direction: 'incoming', server: 'fake', positionBase: 0 });
    expect(answer.roots).toMatchObject([
      { name: 'get', kind_name: 'function', path: 'a.fx', line_1based: 1, detail: 'in fx' },
    ]);
    // The emoji is one of the server's columns and two of ours.
    expect(answer.calls).toMatchObject([
      {
        item: { name: 'calls-get', path: 'b.fx' },
        call_sites: [{ range: range(0, 5, 0, 8), line_1based: 1 }],
      },
    ]);
  });

  it('outgoing: what it calls, and where in its own file', async () => {
    const made = ground({
      [prepare]: () => [item(made, 'a.fx', 'get', 0)],
      [outgoing]: () => [{ to: item(made, 'b.fx', 'set', 0), fromRanges: [range(1, 4, 1, 7)] }],
    });
    const answer = await ask(made, { direction: 'outgoing' });
    expect(answer.calls).toMatchObject([
      { item: { name: 'set' }, call_sites: [{ range: range(1, 5, 1, 8) }] },
    ]);
  });

  it('a function that nobody calls is told as such, and a place without a function otherwise', async () => {
    const made = ground({ [prepare]: () => [item(made, 'a.fx', 'get', 0)], [incoming]: null });
    expect(await ask(made)).toMatchObject({
      note: 'no-matches',
      message: 'No incoming calls of get found.',
      roots: [{ name: 'get' }],
    });
    const nowhere = ground({ [prepare]: null });
    expect(await ask(nowhere)).toMatchObject({
      note: 'no-matches',
      message: 'No function at this place found; asked fake.',
      roots: [],
    });
  });

  it.each([
    [{ [prepare]: ['x'] }],
    [{ [prepare]: [{ name: 'x', kind: 12, uri: 'file:///x', range: range(0, 0) }], [incoming]: 'x' }],
    [{ [prepare]: [{ name: 'x', kind: 12, uri: 'file:///x', range: range(0, 0) }], [incoming]: [{}] }],
  ])('%j cannot be read: that is no "no matches"', async (answers) => {
    expect(await ask(ground(answers))).toMatchObject({ note: 'request-failed', calls: [] });
  });

  it('a server that does not offer it says so', async () => {
    const made = fakeGround({ 'a.fx': 'x' }, { capabilities: {} });
    expect(await ask(made)).toMatchObject({
      note: 'unsupported',
      message: 'Not supported: fake has no callHierarchyProvider.',
    });
  });
});
