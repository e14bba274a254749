// Vices of the byte stream: what stands in place of well-framed messages.

import { on, type Step } from '../script.js';
import {
  doubted,
  findings,
  nothing,
  provisional,
  raw,
  truth,
  truthMessage,
  unknown,
  type Vices,
} from './vice.js';

const opening = (...steps: readonly Step[]) => ({ handlers: [on('open', '*', ...steps)] });
const frame = (more: object): Step => ({ do: 'frame', body: truthMessage, ...more });

/** The truth beside an entry that is no diagnostic, and so deep that writing it down again overflows a stack. */
const nestedPublish = JSON.stringify(truthMessage).replace('}]}}', '},{[*50000}{]*50000}]}}');

export const framing = {
  'garbage-on-stdout': findings({
    handlers: [
      on('start', '*', raw('starting up, please wait\n')),
      on('open', '*', raw('log: opened\n'), truth),
    ],
  }),
  'one-byte-at-a-time': findings({ output: { chunking: 'byte' }, contentRule: { by: 'push' } }),
  'bom-before-every-header': findings(opening(raw('\ufeff'), truth, raw('\ufeff'), truth)),
  'newlines-without-returns': findings(opening(frame({ header: 'Content-Length: {length}\n\n' }))),
  'header-in-odd-case': findings(
    opening(frame({ header: 'CONTENT-length:{length}\r\nX-More: 1\r\nContent-Type: x\r\n\r\n' })),
  ),
  'length-too-large': findings(opening(frame({ longBy: 30 }), truth)),
  'length-too-small': unknown(opening(frame({ longBy: -30 }))),
  'length-negative': unknown(opening(frame({ header: 'Content-Length: -5\r\n\r\n' }))),
  'length-in-words': unknown(opening(frame({ header: 'Content-Length: many\r\n\r\n' }))),
  'no-header': unknown(opening(nothing, frame({ header: '' }))),
  'body-is-not-json': unknown(opening(raw('Content-Length: 9\r\n\r\n{"broken:'))),
  'body-is-null': unknown(opening(nothing, raw('Content-Length: 4\r\n\r\nnull'))),
  'body-is-not-utf-8': findings(
    opening(
      {
        do: 'raw',
        text: 'Content-Length: 34\r\n\r\n{"jsonrpc":"2.0","method":"\xff\xfe\xc0x\xe9"}',
        encoding: 'latin1',
      },
      truth,
    ),
  ),
  'batch-array': findings(
    opening({ do: 'frame', body: [{ jsonrpc: '2.0', method: 'window/logMessage' }, truthMessage] }),
  ),
  'torn-message-then-silence': unknown(opening(nothing, frame({ cutAt: 40 }))),
  'torn-message-then-exit': unknown(opening(nothing, frame({ cutAt: 40 }), { do: 'exit', code: 0 })),
  'announces-huge-body': unknown(opening(nothing, raw('Content-Length: 99999999999\r\n\r\n{'))),
  'announces-more-than-64-mb': unknown(opening(nothing, raw('Content-Length: 67108865\r\n\r\n{'))),
  'announces-60-mb-and-sends-a-word': unknown(opening(nothing, raw('Content-Length: 62914560\r\n\r\n{'))),
  'odd-messages': doubted(
    opening(
      ...[
        {},
        { jsonrpc: '1.0', method: 5, params: 'x' },
        { method: 'textDocument/publishDiagnostics' },
        { method: 'textDocument/publishDiagnostics', params: [] },
        { method: '$/progress', params: null },
        { method: '$/progress', params: { token: {}, value: 7 } },
        { method: '$/cancelRequest', params: { id: {} } },
        { method: 'window/logMessage', params: { type: 'loud', message: {} } },
        { id: {}, method: 'workspace/configuration', params: null },
        { id: 1.5, method: 'client/registerCapability', params: { registrations: [null, { id: 3 }] } },
        { id: null, result: null },
        { id: 'stranger', result: 1, error: { code: 'x' } },
      ].map((body): Step => ({ do: 'frame', body: JSON.parse(JSON.stringify(body)) })),
      truth,
    ),
  ),
  'prototype-keys': findings(
    opening(
      {
        do: 'frame',
        body: JSON.parse('{"__proto__":{"method":"exit"},"method":"constructor","params":{"__proto__":1}}'),
      },
      truth,
    ),
  ),
  'deeply-nested': provisional(
    opening(truth, raw('Content-Length: 200000\r\n\r\n'), raw('{[*100000}{]*100000}')),
  ),
  'deeply-nested-diagnostic': doubted(opening({ do: 'frame', body: nestedPublish })),
  'closes-its-output': unknown(opening({ do: 'close-stdout' })),
  'closes-its-output-after-empty': unknown(opening(nothing, { do: 'close-stdout' })),
  'huge-real-message': findings(opening({ do: 'frame', body: { ...truthMessage, more: '{x*30000000}' } }), {
    deadline: '8s',
  }),
} as const satisfies Vices;
