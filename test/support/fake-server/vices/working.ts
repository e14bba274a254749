// Vices of announced work, and of processes that never come to rest.

import { at, on, push, type Step } from '../script.js';
import { begin, end, findings, mistake, nothing, provisional, truth, unknown, type Vices } from './vice.js';

const opening = (...steps: readonly Step[]) => ({ handlers: [on('open', '*', ...steps)] });

export const working = {
  'never-ends-progress': unknown(opening(begin(1), nothing)),
  'never-ends-progress-after-truth': provisional(opening(truth, begin(1))),
  'begins-progress-late': findings(opening(nothing, at(200, begin('check')), at(900, truth), end('check'))),
  'begins-progress-twice': findings(
    opening(nothing, begin('check'), begin('check'), at(600, truth), end('check')),
  ),
  'ends-progress-under-another-token': unknown(opening(begin(1), nothing, end('1'))),
  'ends-progress-that-never-began': findings(opening(end('ghost'), truth, end('ghost'))),
  'works-in-two-bouts': findings(
    opening(nothing, begin('a'), at(300, end('a')), at(400, begin('b')), at(900, truth), end('b')),
  ),
  'works-after-the-truth': findings(opening(truth, at(100, begin('a')), at(600, end('a')))),
  'progress-storm': findings(
    opening(
      nothing,
      {
        do: 'notify',
        method: '$/progress',
        params: { token: '{turn}', value: { kind: 'begin', title: 'x' } },
        repeat: 500,
      },
      {
        do: 'notify',
        method: '$/progress',
        params: { token: '{turn}', value: { kind: 'end' } },
        repeat: 500,
      },
      truth,
    ),
  ),
  'never-rests': unknown(opening(nothing, { do: 'busy', ms: 90_000, where: 'child' })),
  'never-rests-after-truth': provisional(opening(truth, { do: 'busy', ms: 90_000, where: 'child' })),
  'busy-itself-for-ever': unknown(opening(nothing, { do: 'busy', ms: 90_000, where: 'self' })),
  'child-starts-late': findings(
    opening(nothing, at(200, { do: 'busy', ms: 700, where: 'child' }), at(900, push([mistake]))),
  ),
} as const satisfies Vices;
