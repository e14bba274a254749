// One row of the guard table: a run with a misbehaving server, and everything that must hold of it. A clean verdict would be a
// lie (every file holds the word BAD), a finding that was published is shown, the run ends in time, and nothing is left alive
// (the scenario looks for that itself).

import { availableParallelism, loadavg } from 'node:os';
import { assertNever } from '../../src/model/base.js';
import { parseDuration } from '../../src/model/duration.js';
import { expectFile, expectRun } from './expect-file.js';
import { type ViceName, vices } from './fake-server/presets.js';
import type { Ending } from './fake-server/vices/vice.js';
import type { Host } from './hosts.js';
import { type Run, scenario } from './scenario.js';

const mistake = { line: 1, column: 1, message: 'BAD is not allowed' };
const standings = { findings: 'proven', doubted: 'proven', provisional: 'seen', unknown: 'never' } as const;
/** After the deadline: the report, and the start of processes before it. */
const graceMs = 1000;

/** @param deadlines for those who tell the truth in the end, who tell it and do not stand by it, and who never do. */
export async function expectGuarded(
  name: ViceName,
  host: Host,
  deadlines: Readonly<Record<'proven' | 'seen' | 'never', string>>,
): Promise<void> {
  const { ending, files = { 'a.fx': 'BAD\n' }, entry, deadline: own } = vices[name];
  const standing = standings[ending];
  const asked = milliseconds(own ?? deadlines[standing]);
  const deadlineMs = standing === 'never' ? asked : asked * loadFactor();
  const setup = { script: name, ...(entry !== undefined && { entry }) };
  const run = await scenario({ files, servers: { fake: setup } }).check({
    host,
    deadline: `${Math.round(deadlineMs)}ms`,
  });
  expectRun(run).exits(ending === 'unknown' ? 3 : 1);
  expectRun(run).endsWithin(deadlineMs + graceMs);
  expectEnding(run, ending);
}

/** What is to come before the deadline needs the longer, the more processes wait for a processor. */
function loadFactor(): number {
  const [load = 0] = loadavg();
  return Math.max(1, load / availableParallelism());
}

function milliseconds(duration: string): number {
  return parseDuration(duration) ?? Number.NaN;
}

function expectEnding(run: Run, ending: Ending): void {
  const file = expectFile(run, 'a.fx');
  switch (ending) {
    case 'findings':
      file.findings([mistake]);
      break;
    case 'doubted':
      file.findings([mistake], { incomplete: true });
      break;
    case 'provisional':
      file.unknown(undefined, /fake/, [{ ...mistake, provisional: true }]);
      break;
    case 'unknown':
      file.unknown(undefined, /fake/, []);
      break;
    default:
      assertNever(ending);
  }
}
