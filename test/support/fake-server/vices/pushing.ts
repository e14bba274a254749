// Vices of publishes: too early, too often, for the wrong file, under the wrong version.

import { at, E, on, push, type Step, W } from '../script.js';
import {
  begin,
  doubted,
  end,
  findings,
  mistake,
  mistakeJson,
  nothing,
  provisional,
  publish,
  truth,
  unknown,
  type Vices,
} from './vice.js';

const opening = (...steps: readonly Step[]) => ({ handlers: [on('open', '*', ...steps)] });
const syntax = W(0, 0, 0, 1, 'only looked at the syntax');
/** Silence counts as one after half a second. */
const impatient = { requestTimeout: '500ms' };
const pair = { 'a.fx': 'BAD\n', 'b.fx': 'BAD\n' };

export const pushing = {
  silent: unknown({}),
  'early-empty': findings(opening(at(50, nothing), at(250, push([mistake], 'doc')))),
  'early-empty-while-busy': findings(opening(at(20, nothing), { do: 'busy', ms: 900, where: 'self' }, truth)),
  'early-empty-while-child-busy': findings(
    opening(at(20, nothing), { do: 'busy', ms: 900, where: 'child' }, at(950, truth)),
  ),
  'early-empty-then-progress': findings(opening(nothing, begin('load'), at(900, truth), end('load'))),
  'empty-many-times': findings(
    opening(...[0, 150, 300, 450, 600].map((ms) => at(ms, nothing)), at(750, truth)),
  ),
  'in-three-stages': findings(
    opening(
      nothing,
      at(100, push([syntax])),
      at(200, push([syntax, E(0, 0, 0, 3, 'not BAD')])),
      at(300, truth),
    ),
  ),
  'changes-its-mind-and-back': findings(opening(truth, at(100, nothing), at(200, truth))),
  'publishes-for-ever': provisional(opening(...heartbeat(900, truth))),
  'publishes-empty-for-ever': unknown(opening(...heartbeat(900, nothing))),
  'publishes-other-file': unknown(opening({ do: 'push', file: 'other.fx', items: [] })),
  'publishes-one-of-two-files': unknown(
    { handlers: [on('open', 'b.fx', nothing)] },
    { files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' } },
  ),
  'publishes-the-truth-and-for-another-file-nothing': findings(
    { handlers: [on('open', 'a.fx', truth)] },
    { files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n' }, entry: impatient },
  ),
  'publishes-for-every-file-but-the-wrong-one': unknown(
    { handlers: [on('open', 'a.fx', { do: 'never' }), on('open', '*', nothing)] },
    { files: { 'a.fx': 'BAD\n', 'b.fx': 'ok\n', 'c.fx': 'ok\n' }, entry: impatient, deadline: '20s' },
  ),
  'publishes-the-truth-after-a-long-silence': findings(
    opening({ do: 'busy', ms: 1200, where: 'child' }, at(1500, truth)),
    { entry: impatient },
  ),
  'says-that-it-cannot-judge-the-file': unknown(
    opening({
      do: 'notify',
      method: 'window/logMessage',
      params: { type: 3, message: 'no project for {path:a.fx}' },
    }),
    { entry: { infraPatterns: ['no project for'] } },
  ),
  'says-that-it-cannot-judge-and-does': doubted(
    opening(
      {
        do: 'notify',
        method: 'window/logMessage',
        params: { type: 3, message: 'no project for {path:a.fx}' },
      },
      { do: 'busy', ms: 700, where: 'self' },
      truth,
    ),
    { entry: { infraPatterns: ['no project for'] } },
  ),
  'publishes-after-close': findings(
    {
      handlers: [
        on('open', '*', truth),
        on('close', 'a.fx', nothing, at(50, { do: 'push', file: 'b.fx', items: [mistake] })),
      ],
    },
    { files: pair, entry: { maxOpenDocuments: 1 } },
  ),
  'clears-on-close': findings({
    handlers: [
      on('open', '*', truth),
      on('close', '*', nothing),
      on('shutdown', '*', { do: 'push', file: 'a.fx', items: [] }),
    ],
  }),
  'uri-in-capitals': findings(opening(publish([mistakeJson], { uri: 'FILE://LOCALHOST{path:a.fx}' }))),
  'uri-is-a-path': unknown(opening(publish([mistakeJson], { uri: '{path:a.fx}' }))),
  'uri-encoded-twice': unknown(opening(publish([mistakeJson], { uri: '{rootUri}/%2561.fx' }))),
  'uri-of-the-folder': unknown(opening(publish([mistakeJson], { uri: '{rootUri}' }))),
  'uri-of-nowhere': unknown(opening(publish([mistakeJson], { uri: 'untitled:a.fx' }))),
  'version-from-the-future': findings(opening(push([], 7), at(100, push([mistake], 8)))),
  'version-constant': findings(opening(push([], 0), at(100, push([mistake], 0)))),
  'version-sinks-from-truth': findings(opening(push([mistake], 1), at(50, push([], 0)))),
  'version-sinks-to-truth': findings(opening(push([], 1), at(50, push([mistake], 0)))),
  'version-is-text': findings(opening(publish([mistakeJson], { version: '1' }))),
  'version-is-null': findings(opening(publish([mistakeJson], { version: null }))),
} as const satisfies Vices;

/** The same every 100 ms. */
function heartbeat(count: number, step: Step): readonly Step[] {
  return Array.from({ length: count }, (_, index) => at(index * 100, step));
}
