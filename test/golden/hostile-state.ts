// What a hostile repository and server would say, in every field that a report shows:
// commands of a CI runner, terminal escapes, forged lines, links, markup, reordered text.

import type { RunResult } from '../../src/model/run.js';
import {
  cause,
  diagnostic,
  findingsCell,
  infra,
  judged,
  range,
  runOf,
  serverReport,
  unknownCell,
} from '../support/run-builder.js';

/** A run result and the judged texts that belong to it. */
export interface State {
  readonly run: RunResult;
  readonly texts: Readonly<Record<string, string>>;
}

export const hostileMessage =
  'first\n::stop-commands::tok\n::error file=README.md,line=1::fake 100%\r\n\u001b]0;title\u0007\u001b[2J\u009b31m [x](1) <b>|`@you`</b> \u202eevil';

export const hostileState: State = {
  run: runOf(
    [
      judged('a,b:c%.fx', [
        findingsCell('fake', [
          diagnostic({ code: 'x,y:z', message: hostileMessage, range: range(1, 5, 1, 8) }),
          diagnostic({
            code: 'x,y:z',
            message: '',
            range: range(2, 1, 3, 1),
            codeUrl: 'javascript:alert(1)',
          }),
        ]),
      ]),
      judged('x\n::warning::y.fx', [
        unknownCell('fake', cause('exited', 'fake ended:\n::error::forged\u001b[31m', 'rm\u0007 -rf\nx')),
      ]),
    ],
    {
      scope: { description: 'index against \u001b[31mHEAD' },
      servers: [
        serverReport('fake', {
          detail: 'x\u001b[2J',
          infra: [infra('log', '\u001b[2J::error::z\n', 'q\n.fx')],
        }),
      ],
    },
  ),
  texts: { 'a,b:c%.fx': 'ok: \u001b[31mBAD\u0007\tend\nsecond \u202eline\n' },
};
