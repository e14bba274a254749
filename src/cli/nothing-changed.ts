// The report of a run in which nothing changed, made without the engine: the same bytes that the whole way gives
// (test/cli/cli-nothing-changed.test.ts compares them). Must stay loadable without simple-git, zod and yaml.

import { againstHeadText } from '../git/describe.js';
import { stagedEntries, workingTreeEntries } from '../git/entries.js';
import type { Status } from '../git/status-format.js';
import type { RunResult } from '../model/run.js';
import { version } from '../platform/version.js';
import { visible } from '../report/escape.js';
import { summarySentence } from '../report/summary-sentence.js';
import { styleFor } from '../report/text-style.js';
import type { CheckRequest } from './check-request.js';
import type { Host } from './host.js';
import { plainContext } from './report-context.js';
import { styleOf } from './terminal.js';

/** Undefined when something changed: then it has to be judged. */
export function nothingChanged(status: Status, request: CheckRequest, host: Host): string | undefined {
  const kind = request.scope?.kind === 'staged' ? 'staged' : 'working-tree';
  const entries = kind === 'staged' ? stagedEntries(status) : workingTreeEntries(status);
  if (entries.length > 0) return undefined;
  const { head } = status;
  const run: RunResult = {
    toolVersion: version,
    scope: {
      kind,
      base: head,
      head,
      description: againstHeadText(kind, head),
      mixed: [],
    },
    configHash: '',
    // Nothing was judged, so none of it was used.
    policy: {
      failOn: 'error',
      minSeverity: 'info',
      onUnknown: 'fail',
      onUncovered: 'warn',
      failOnEmpty: false,
      zeroConfig: true,
    },
    servers: [],
    files: [],
    uncovered: [],
    notes: [],
  };
  const style = styleFor(plainContext(styleOf(host.stdout, host.env, request.color, host.platform)));
  const { mark, text } = summarySentence(run);
  const line = `${style.dim(style.marks[mark])} ${visible(text, style.unicode)}`;
  return style
    .wrap(line, 2)
    .map((each) => `${each}\n`)
    .join('');
}
