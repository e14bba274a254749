// Too much of everything: bytes, messages, requests, publishes. A flood may cost time, never the truth and never our memory.

import type { JsonValue } from '../../../../src/model/base.js';
import { on, type Step } from '../script.js';
import {
  doubted,
  findings,
  mistakeJson,
  nothing,
  publish,
  raw,
  stderr,
  truth,
  unknown,
  type Vices,
} from './vice.js';

const opening = (...steps: readonly Step[]) => ({ handlers: [on('open', '*', ...steps)] });
const notify = (method: string, params: JsonValue, repeat: number): Step => ({
  do: 'notify',
  method,
  params,
  repeat,
});
const ask = (method: string, params: JsonValue, repeat: number): Step => ({
  do: 'ask-repeatedly',
  method,
  params,
  repeat,
});
const megabyte = '{x*1048575}\n';

export const floods = {
  'floods-stderr': findings(opening(stderr('x'.repeat(400_000)), truth)),
  'floods-stderr-with-100-mb': findings(opening(stderr('x'.repeat(1_048_576), 100), truth), { heavy: true }),
  'floods-stdout': findings(opening(raw(megabyte, 20), truth), { heavy: true }),
  'floods-stdout-for-ever': unknown(opening(nothing, raw(megabyte, 100_000))),
  'floods-stdout-without-newline': findings(opening(raw('{x*1048576}', 20), raw('\n'), truth)),
  'floods-stderr-between-empty-and-truth': findings(
    opening(nothing, stderr('x'.repeat(1_048_576), 30), truth),
  ),
  'floods-stdout-between-empty-and-truth': findings(opening(nothing, raw(megabyte, 30), truth)),
  'logs-between-empty-and-truth': findings(
    opening(nothing, notify('window/logMessage', { type: 4, message: 'step {turn} {x*20000}' }, 500), truth),
  ),
  'asks-between-empty-and-truth': findings(
    opening(nothing, ask('fake/unknown', { more: '{x*20000}' }, 300), truth),
  ),
  'logs-8000-messages': findings(
    opening(notify('window/logMessage', { type: 4, message: 'step {turn}' }, 8000), truth),
    { heavy: true },
  ),
  'shows-6000-errors': doubted(
    opening(notify('window/showMessage', { type: 1, message: 'error {turn}' }, 6000), truth),
    { heavy: true },
  ),
  'asks-2000-times': findings(
    opening(ask('workspace/configuration', { items: [{ section: 'fake' }] }, 2000), truth),
    { heavy: true },
  ),
  'asks-the-unknown-1000-times': findings(opening(ask('fake/unknown', { a: 1 }, 1000), truth)),
  'publishes-for-6000-other-files': findings(
    opening(
      notify('textDocument/publishDiagnostics', { uri: '{rootUri}/f{turn}.fx', diagnostics: [] }, 6000),
      truth,
    ),
    { heavy: true },
  ),
  'publishes-1000-times': findings(
    opening(notify('textDocument/publishDiagnostics', { uri: '{uri:a.fx}', diagnostics: [] }, 1000), truth),
  ),
  'the-same-20000-times': findings(opening(publish(Array.from({ length: 20_000 }, () => mistakeJson))), {
    deadline: '8s',
    heavy: true,
  }),
} as const satisfies Vices;
