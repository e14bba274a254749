// Scripts with one vice (or none) each, named by it. Every file a preset is used on is supposed to hold the word BAD,
// so that a clean verdict would be a lie; test/scenario/guard-table.test.ts says that none of the misbehaving ones gets one.

import { at, E, full, on, push, refuse, type Script, type Step } from './script.js';

const bad = [E(0, 0, 0, 3, 'BAD is not allowed')];
const pulls: Script['initialize'] = {
  kind: 'result',
  capabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
};

/** Servers that tell the truth. */
export const healthy = {
  'pushes-truth': { contentRule: { by: 'push' } },
  'pushes-versioned-truth': { contentRule: { by: 'push', version: 'doc' } },
  'pulls-truth': { initialize: pulls, contentRule: { by: 'pull' } },
} as const satisfies Record<string, Script>;

/** Truth in the end, after something that must not be taken for it; the verdict is findings. */
export const misleading = {
  'early-empty': { handlers: [on('open', '*', at(50, push([])), at(250, push(bad, 'doc')))] },
  'early-empty-while-busy': {
    handlers: [on('open', '*', at(20, push([])), { do: 'busy', ms: 900, where: 'self' }, push(bad))],
  },
  'early-empty-while-child-busy': {
    handlers: [
      on('open', '*', at(20, push([])), { do: 'busy', ms: 900, where: 'child' }, at(950, push(bad))),
    ],
  },
  'early-empty-then-progress': {
    handlers: [
      on(
        'open',
        '*',
        push([]),
        { do: 'progress', kind: 'begin', token: 'load', title: 'Loading' },
        at(900, push(bad)),
        { do: 'progress', kind: 'end', token: 'load' },
      ),
    ],
  },
  'garbage-on-stdout': {
    handlers: [
      on('start', '*', raw('starting up, please wait\n')),
      on('open', '*', raw('log: opened\n'), push(bad)),
    ],
  },
  'ignores-shutdown': {
    contentRule: { by: 'push' },
    ignores: ['SIGTERM', 'stdin-eof', 'shutdown', 'exit'],
    handlers: [on('initialized', '*', { do: 'sleeper' })],
  },
  'pull-cancelled-once': {
    initialize: pulls,
    handlers: [
      { ...on('pull', '*', refuse(-32802, { retriggerRequest: true })), times: 1 },
      on('pull', '*', full(bad)),
    ],
  },
  'empty-pull-while-loading': {
    initialize: pulls,
    handlers: [
      on(
        'initialized',
        '*',
        { do: 'progress', kind: 'begin', token: 'load', title: 'Loading' },
        at(900, { do: 'mark', name: 'loaded' }),
        { do: 'progress', kind: 'end', token: 'load' },
      ),
      { ...on('pull', '*', full([])), before: 'loaded' },
      on('pull', '*', full(bad)),
    ],
  },
  'empty-pull-beside-pushed-truth': {
    initialize: pulls,
    handlers: [on('open', '*', at(100, push(bad))), on('pull', '*', full([]))],
  },
  'registers-pull-late': {
    handlers: [
      on(
        'initialized',
        '*',
        at(300, {
          do: 'request',
          method: 'client/registerCapability',
          params: { registrations: [{ id: 'd', method: 'textDocument/diagnostic', registerOptions: {} }] },
        }),
      ),
      on('pull', '*', full(bad)),
    ],
  },
  'clears-on-close': {
    handlers: [
      on('open', '*', push(bad)),
      on('close', '*', push([])),
      on('shutdown', '*', { do: 'push', file: 'a.fx', items: [] }),
    ],
  },
  'talks-before-initialize': {
    handlers: [
      on('start', '*', { do: 'notify', method: 'window/logMessage', params: { type: 3, message: 'hello' } }),
      on('open', '*', push(bad)),
    ],
  },
  'floods-stderr': { handlers: [on('open', '*', stderr('x'.repeat(400_000)), push(bad))] },
  'refresh-after-empty-pull': {
    initialize: pulls,
    handlers: [
      {
        ...on('pull', '*', full([]), { do: 'request', method: 'workspace/diagnostic/refresh', params: null }),
        times: 1,
      },
      on('pull', '*', full(bad)),
    ],
  },
} as const satisfies Record<string, Script>;

/** Never a true answer; the verdict is unknown. */
export const misbehaving = {
  silent: {},
  'never-initializes': { initialize: { kind: 'never' } },
  'initialize-error': { initialize: { kind: 'error', code: -32603, message: 'no licence found' } },
  'crash-before-initialize': {
    handlers: [on('start', '*', stderr('cannot find module x\n'), { do: 'exit', code: 7 })],
  },
  'exits-zero-at-once': {
    handlers: [on('start', '*', stderr('No schema defined\n'), { do: 'exit', code: 0 })],
  },
  'crash-on-open': {
    handlers: [on('open', '*', stderr('panic: index out of range\n'), { do: 'exit', code: 2 })],
  },
  'crash-after-empty': {
    handlers: [on('open', '*', push([]), { do: 'busy', ms: 200, where: 'self' }, { do: 'exit', code: 1 })],
  },
  'exits-after-initialize': { handlers: [on('initialize-answered', '*', { do: 'exit', code: 0 })] },
  'freezes-after-empty': { handlers: [on('open', '*', push([]), { do: 'kill', signal: 'SIGSTOP' })] },
  'killed-on-open': { handlers: [on('open', '*', { do: 'kill', signal: 'SIGKILL' })] },
  'publishes-other-file': { handlers: [on('open', '*', { do: 'push', file: 'other.fx', items: [] })] },
  'never-rests': {
    handlers: [on('open', '*', push([]), { do: 'busy', ms: 30_000, where: 'child' })],
  },
  'never-ends-progress': {
    handlers: [on('open', '*', { do: 'progress', kind: 'begin', token: 1, title: 'Indexing' }, push([]))],
  },
  'closes-stdin': { handlers: [on('initialize-answered', '*', { do: 'close-stdin' })] },
  'stops-reading': { handlers: [on('initialize-answered', '*', { do: 'stop-reading' })] },
  'publishes-null': {
    handlers: [
      on('open', '*', {
        do: 'notify',
        method: 'textDocument/publishDiagnostics',
        params: { uri: '{uri:a.fx}', diagnostics: null },
      }),
    ],
  },
  'publishes-unreadable': {
    handlers: [
      on('open', '*', {
        do: 'notify',
        method: 'textDocument/publishDiagnostics',
        params: { uri: '{uri:a.fx}', diagnostics: [null, 5, { range: 'everywhere' }] },
      }),
    ],
  },
  'pull-unreadable': {
    initialize: pulls,
    handlers: [on('pull', '*', { do: 'result', value: { kind: 'full', items: [null, 5, {}] } })],
  },
  'pull-empty-response': { initialize: pulls, handlers: [on('pull', '*', { do: 'empty-response' })] },
  'announces-huge-body': {
    handlers: [on('open', '*', push([]), raw('Content-Length: 99999999999\r\n\r\n{'))],
  },
  'pull-null': { initialize: pulls, handlers: [on('pull', '*', { do: 'result', value: null })] },
  'pull-without-items': {
    initialize: pulls,
    handlers: [on('pull', '*', { do: 'result', value: { kind: 'full' } })],
  },
  'pull-unchanged-first': {
    initialize: pulls,
    handlers: [on('pull', '*', { do: 'unchanged', resultId: 'r0' })],
  },
  'pull-error': { initialize: pulls, handlers: [on('pull', '*', refuse(-32603))] },
  'pull-cancelled': {
    initialize: pulls,
    handlers: [on('pull', '*', refuse(-32802, { retriggerRequest: false }))],
  },
  'pull-never-answered': { initialize: pulls, handlers: [on('pull', '*', { do: 'never' })] },
  'body-is-not-json': {
    handlers: [on('open', '*', raw('Content-Length: 9\r\n\r\n{"broken:'))],
  },
} as const satisfies Record<string, Script>;

export const presets: Readonly<Record<PresetName, Script>> = { ...healthy, ...misleading, ...misbehaving };
export type PresetName = keyof typeof healthy | keyof typeof misleading | keyof typeof misbehaving;

export const misleadingNames = Object.keys(misleading) as readonly (keyof typeof misleading)[];
export const misbehavingNames = Object.keys(misbehaving) as readonly (keyof typeof misbehaving)[];

function raw(text: string): Step {
  return { do: 'raw', text };
}

function stderr(text: string): Step {
  return { do: 'stderr', text };
}
