// Vices from the start to the answer of initialize.

import { at, on } from '../script.js';
import { findings, stderr, truth, unknown, type Vices } from './vice.js';

const tells = [on('open', '*', truth)];

export const startUp = {
  'never-initializes': unknown({ initialize: { kind: 'never' } }),
  'initialize-error': unknown({
    initialize: { kind: 'error', code: -32603, message: 'no licence found' },
  }),
  'initialize-null': unknown({ initialize: { kind: 'value', value: null }, handlers: tells }),
  'initialize-without-capabilities': unknown({
    initialize: { kind: 'value', value: { serverInfo: { name: 'fake' } } },
    handlers: tells,
  }),
  'initialize-in-unknown-encoding': unknown({
    initialize: { kind: 'result', capabilities: { positionEncoding: 'utf-7' } },
    handlers: tells,
  }),
  'initialize-in-nested-encoding': unknown({
    initialize: { kind: 'never' },
    handlers: [
      on('initialize', '*', {
        do: 'frame',
        body: '{"jsonrpc":"2.0","id":0,"result":{"capabilities":{"positionEncoding":{[*50000}{]*50000}}}}',
      }),
    ],
  }),
  'initialize-under-another-id': unknown({
    initialize: { kind: 'never' },
    handlers: [
      on('initialize', '*', {
        do: 'frame',
        body: { jsonrpc: '2.0', id: 4711, result: { capabilities: { textDocumentSync: 1 } } },
      }),
      ...tells,
    ],
  }),
  'initialize-late': findings({
    initialize: { kind: 'result', delayMs: 1200 },
    handlers: tells,
  }),
  'initialize-after-the-deadline': unknown({
    initialize: { kind: 'result', delayMs: 4000 },
    handlers: tells,
  }),
  'crash-before-initialize': unknown({
    handlers: [on('start', '*', stderr('cannot find module x\n'), { do: 'exit', code: 7 })],
  }),
  'exits-zero-at-once': unknown({
    handlers: [on('start', '*', stderr('No schema defined\n'), { do: 'exit', code: 0 })],
  }),
  'crash-while-initializing': unknown({ handlers: [on('initialize', '*', { do: 'exit', code: 3 })] }),
  'exits-after-initialize': unknown({
    handlers: [on('initialize-answered', '*', { do: 'exit', code: 0 })],
  }),
  'freezes-at-start': unknown({ handlers: [on('start', '*', { do: 'kill', signal: 'SIGSTOP' })] }),
  'turns-into-a-daemon': unknown({
    handlers: [on('start', '*', { do: 'sleeper', detached: true }, { do: 'exit', code: 0 })],
  }),
  'talks-before-initialize': findings({
    handlers: [
      on('start', '*', { do: 'notify', method: 'window/logMessage', params: { type: 3, message: 'hello' } }),
      ...tells,
    ],
  }),
  'asks-before-initialize': findings({
    initialize: { kind: 'result', delayMs: 100 },
    handlers: [
      on('initialize', '*', {
        do: 'request',
        method: 'workspace/configuration',
        params: { items: [{ section: 'fake' }] },
      }),
      on('open', '*', at(50, truth)),
    ],
  }),
} as const satisfies Vices;
