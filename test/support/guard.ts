// One row of the guard table: a run with a misbehaving server, and everything that must hold of it. A clean verdict would be a
// lie (every file holds the word BAD), a finding that was published is shown, the run ends in time, and nothing is left alive
// (the scenario looks for that itself).

import { assertNever } from '../../src/model/base.js';
import { parseDuration } from '../../src/model/duration.js';
import { expectFile, expectRun, stretched } from './expect-file.js';
import { type ViceName, vices } from './fake-server/presets.js';
import type { Ending, Vices } from './fake-server/vices/vice.js';
import type { Host } from './hosts.js';
import { type Run, scenario } from './scenario.js';

const mistake = { line: 1, column: 1, message: 'BAD is not allowed' };
const standings = { findings: 'proven', doubted: 'proven', provisional: 'seen', unknown: 'never' } as const;
/** After the deadline: the report, and the start of processes before it. */
const graceMs = 1000;

/** Names of vices. */
export const namesIn = (...some: readonly Vices[]) => some.flatMap(Object.keys) as readonly ViceName[];
/** Those that take no seconds of processor time. */
export const lightIn = (...some: readonly Vices[]) =>
  namesIn(...some).filter((name) => vices[name].heavy !== true);

/** Deadlines for a calm machine. */
export const calmly = { proven: '20s', seen: '3s', never: '1500ms' };

/** @param deadlines for those who tell the truth in the end, who tell it and do not stand by it, and who never do. */
export async function expectGuarded(
  name: ViceName,
  host: Host,
  deadlines: Readonly<Record<'proven' | 'seen' | 'never', string>>,
): Promise<void> {
  const { ending, files = { 'a.fx': 'BAD\n' }, entry, deadline: own } = vices[name];
  const standing = standings[ending];
  const asked = milliseconds(own ?? deadlines[standing]);
  const deadlineMs = standing === 'never' ? asked : stretched(asked);
  const setup = { script: name, ...(entry !== undefined && { entry }) };
  const run = await scenario({ files, servers: { fake: setup } }).check({
    host,
    deadline: `${deadlineMs}ms`,
  });
  expectRun(run).exits(ending === 'unknown' ? 3 : 1);
  expectRun(run).endsWithin(deadlineMs + graceMs);
  expectEnding(run, ending);
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
