// Dying, freezing, deafness and clinging to life, at every stage after the start.

import { at, on, type Step } from '../script.js';
import { begin, findings, nothing, provisional, pulls, stderr, truth, unknown, type Vices } from './vice.js';

const opening = (...steps: readonly Step[]) => ({ handlers: [on('open', '*', ...steps)] });
const exit = (code: number): Step => ({ do: 'exit', code });
const kill = (signal: string): Step => ({ do: 'kill', signal });

export const endings = {
  'crash-on-open': unknown(opening(stderr('panic: index out of range\n'), exit(2))),
  'crash-after-empty': unknown(opening(nothing, { do: 'busy', ms: 200, where: 'self' }, exit(1))),
  'crash-after-truth': provisional(opening(truth, exit(1))),
  'crash-while-working': unknown(opening(nothing, begin('check'), at(200, exit(134)))),
  'crash-on-save': unknown({
    initialize: {
      kind: 'result',
      capabilities: { textDocumentSync: { openClose: true, change: 1, save: true } },
    },
    handlers: [on('open', '*', nothing), on('save', '*', exit(5))],
  }),
  'crash-on-pull': unknown({ initialize: pulls, handlers: [on('pull', '*', exit(6))] }),
  'crash-on-shutdown': findings({ handlers: [on('open', '*', truth), on('shutdown', '*', exit(9))] }),
  'exits-zero-after-empty': unknown(opening(nothing, at(50, exit(0)))),
  'killed-on-open': unknown(opening(kill('SIGKILL'))),
  'freezes-after-empty': unknown(opening(nothing, kill('SIGSTOP'))),
  'freezes-after-truth': provisional(opening(truth, kill('SIGSTOP'))),
  'closes-stdin': unknown({ handlers: [on('initialize-answered', '*', { do: 'close-stdin' })] }),
  'stops-reading': unknown({ handlers: [on('initialize-answered', '*', { do: 'stop-reading' })] }),
  'stops-reading-a-large-file': unknown(
    { handlers: [on('initialize-answered', '*', { do: 'stop-reading' })] },
    { files: { 'a.fx': `BAD\n${'line\n'.repeat(400_000)}` } },
  ),
  'ignores-shutdown': findings({
    contentRule: { by: 'push' },
    ignores: ['SIGTERM', 'stdin-eof', 'shutdown', 'exit'],
    handlers: [on('initialized', '*', { do: 'sleeper' })],
  }),
  'ignores-everything-behind-a-frozen-child': findings({
    contentRule: { by: 'push' },
    ignores: ['SIGTERM', 'SIGINT', 'SIGHUP', 'stdin-eof', 'shutdown', 'exit'],
    handlers: [
      on('initialized', '*', { do: 'sleeper', detached: true }),
      on('shutdown', '*', kill('SIGSTOP')),
    ],
  }),
  'leaves-a-grandchild-in-its-own-session': findings({
    contentRule: { by: 'push' },
    handlers: [on('initialized', '*', { do: 'sleeper', detached: true })],
  }),
  'leaves-a-grandchild-and-crashes': unknown(opening({ do: 'sleeper', detached: true }, exit(1))),
  'starts-a-child-while-shutting-down': findings({
    contentRule: { by: 'push' },
    handlers: [on('shutdown', '*', { do: 'sleeper', detached: true })],
  }),
} as const satisfies Vices;
