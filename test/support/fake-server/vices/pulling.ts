// Vices of servers that are asked: no answer, no list, too early, twice, under the wrong id.

import type { JsonValue } from '../../../../src/model/base.js';
import { at, full, on, refuse, type Script, type Step, times } from '../script.js';
import {
  begin,
  doubted,
  end,
  findings,
  mistake,
  mistakeJson,
  provisional,
  pulls,
  truth,
  unknown,
  type Vices,
} from './vice.js';

const answering = (...steps: readonly Step[]): Script => ({
  initialize: pulls,
  handlers: [on('pull', '*', ...steps)],
});
const answer = (value: JsonValue): Script => answering({ do: 'result', value });
const told = full([mistake]);
const barrier = { entry: { completion: 'barrier' } };
const symbols = (step: Step): Script => ({ handlers: [on('other', 'textDocument/documentSymbol', step)] });
const refresh: Step = { do: 'request', method: 'workspace/diagnostic/refresh', params: null };
const refreshes = (repeat: number): Step => ({
  do: 'ask-repeatedly',
  method: 'workspace/diagnostic/refresh',
  params: null,
  repeat,
});

export const pulling = {
  'pull-never-answered': unknown(answering({ do: 'never' })),
  'pull-null': unknown(answer(null)),
  'pull-a-bare-list': unknown(answer([])),
  'pull-without-items': unknown(answer({ kind: 'full' })),
  'pull-items-in-a-map': unknown(answer({ kind: 'full', items: {} })),
  'pull-kind-unknown': unknown(answer({ kind: 'partial', items: [] })),
  'pull-kind-deeply-nested': unknown(
    answering({ do: 'frame', body: '{"jsonrpc":"2.0","id":1,"result":{"kind":{[*50000}{]*50000}}}' }),
  ),
  'pull-unreadable': unknown(answer({ kind: 'full', items: [null, 5, {}] })),
  'pull-half-readable': doubted(answer({ kind: 'full', items: [null, mistakeJson] })),
  'pull-empty-response': unknown(answering({ do: 'empty-response' })),
  'pull-unchanged-first': unknown(answering({ do: 'unchanged', resultId: 'r0' })),
  'pull-error': unknown(answering(refuse(-32603))),
  'pull-error-without-code': unknown(answering({ do: 'reply', body: { error: { message: 'no' } } })),
  'pull-error-is-text': unknown(answering({ do: 'reply', body: { error: 'no' } })),
  'pull-error-and-result': unknown(
    answering({
      do: 'reply',
      body: { result: { kind: 'full', items: [] }, error: { code: -32603, message: 'no' } },
    }),
  ),
  'pull-cancelled': unknown(answering(refuse(-32802, { retriggerRequest: false }))),
  'pull-cancelled-once': findings({
    initialize: pulls,
    handlers: [times(1, on('pull', '*', refuse(-32802, { retriggerRequest: true }))), on('pull', '*', told)],
  }),
  'pull-cancelled-for-ever': unknown(answering(refuse(-32802, { retriggerRequest: true }))),
  'pull-modified-for-ever': unknown(answering(refuse(-32801))),
  'pull-answered-late': findings(answering(at(700, told))),
  'pull-answered-under-another-id': unknown(
    answering({ do: 'frame', body: { jsonrpc: '2.0', id: 4711, result: { kind: 'full', items: [] } } }),
  ),
  'pull-answered-twice': unknown(answering(full([]), told)),
  'pull-answered-twice-late': unknown(answering(full([]), at(80, told))),
  'pull-answered-twice-truth-first': doubted(answering(told, full([]))),
  'pull-answered-after-cancel': unknown({
    initialize: pulls,
    handlers: [on('pull', '*', { ...full([]), when: { event: 'cancel' } })],
  }),
  'pull-refused-but-pushed': provisional({
    initialize: pulls,
    handlers: [on('open', '*', truth), on('pull', '*', refuse(-32603))],
  }),
  'empty-pull-while-loading': findings({
    initialize: pulls,
    handlers: [
      on('initialized', '*', begin('load'), at(900, { do: 'mark', name: 'loaded' }), end('load')),
      { ...on('pull', '*', full([])), before: 'loaded' },
      on('pull', '*', told),
    ],
  }),
  'empty-pull-while-child-busy': findings({
    initialize: pulls,
    handlers: [
      on('open', '*', { do: 'busy', ms: 900, where: 'child' }, at(900, { do: 'mark', name: 'loaded' })),
      { ...on('pull', '*', full([])), before: 'loaded' },
      on('pull', '*', told),
    ],
  }),
  'empty-pull-then-work': findings({
    initialize: pulls,
    handlers: [
      times(1, on('pull', '*', full([]), at(100, begin('check')), at(700, end('check')))),
      on('pull', '*', told),
    ],
  }),
  'empty-pull-beside-pushed-truth': findings({
    initialize: pulls,
    handlers: [on('open', '*', at(100, truth)), on('pull', '*', full([]))],
  }),
  'refresh-after-empty-pull': findings({
    initialize: pulls,
    handlers: [times(1, on('pull', '*', full([]), refresh)), on('pull', '*', told)],
  }),
  'refresh-storm-at-start': findings({
    initialize: pulls,
    handlers: [on('initialized', '*', refreshes(500)), on('pull', '*', told)],
  }),
  'refresh-after-every-pull': provisional(answering(told, refresh)),
  'refresh-after-every-empty-pull': unknown(answering(full([]), refresh)),
  'registers-pull-late': findings({
    handlers: [
      on('initialized', '*', at(300, registration('registerCapability', 'registrations'))),
      on('pull', '*', told),
    ],
  }),
  'registers-pull-and-takes-it-back': findings({
    handlers: [
      on('initialized', '*', ...flapping(20), registration('registerCapability', 'registrations')),
      on('pull', '*', told),
    ],
  }),
  'barrier-without-publish': unknown(symbols({ do: 'result', value: null }), barrier),
  'barrier-never-answered': unknown(symbols({ do: 'never' }), barrier),
  'barrier-refused': unknown(symbols(refuse(-32601)), barrier),
  'barrier-after-truth': findings(
    { handlers: [on('open', '*', at(100, truth)), on('other', '*', at(300, { do: 'result', value: null }))] },
    barrier,
  ),
  'withdraws-pull-for-good': unknown({
    handlers: [on('initialized', '*', ...flapping(1)), on('pull', '*', refuse(-32601))],
  }),
} as const satisfies Vices;

function registration(method: string, key: string): Step {
  const entry = { id: 'd', method: 'textDocument/diagnostic', registerOptions: {} };
  return { do: 'request', method: `client/${method}`, params: { [key]: [entry] } };
}

function flapping(count: number): readonly Step[] {
  return Array.from({ length: count }, () => [
    registration('registerCapability', 'registrations'),
    registration('unregisterCapability', 'unregisterations'),
  ]).flat();
}
