// `lspcheck baseline update|prune|show`: what stands today is accepted, so that only what is new blocks. Update and prune
// judge and write one file at the root; entries of files that could not be judged stay as they are.

import { existsSync } from 'node:fs';
import { type CheckOutcome, check } from '../check.js';
import { type BaselineEntry, baselineFileName, updated, writeBaseline } from '../classify/baseline.js';
import { nameHint } from '../config/near-name.js';
import { locate } from '../git/location.js';
import { compareText } from '../model/diagnostic.js';
import { type ExitCode, summarize } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { absoluteOf } from '../platform/paths.js';
import { oneLine } from '../report/escape.js';
import { plural } from '../report/words.js';
import { readBaselineFile } from '../root-files.js';
import { optionsOf } from './check-request.js';
import type { Host } from './host.js';
import { writeToFile } from './output.js';
import type { ParsedCommand } from './parse.js';
import { listenForSignals } from './signals.js';

const actions = ['update', 'prune', 'show'] as const;
type Action = (typeof actions)[number];

/** @throws UserError for a wrong action, and for what `check` refuses. */
export async function runBaselineCommand(parsed: ParsedCommand, host: Host): Promise<ExitCode> {
  const [name = '', ...paths] = parsed.args;
  const action = actions.find((known) => known === name);
  if (action === undefined) {
    const hint = nameHint(name, actions);
    const what = name === '' ? 'baseline needs an action' : `baseline cannot "${oneLine(name, true)}"`;
    throw new UserError('usage', what, hint === undefined ? {} : { hint });
  }
  if (action === 'show') return show(host);
  return write(action, paths, parsed, host);
}

async function show(host: Host): Promise<ExitCode> {
  const { root } = await locate({ cwd: host.cwd, env: host.env });
  const entries = await readBaselineFile(root);
  const byServer = new Map<string, number>();
  for (const { server, count } of entries) byServer.set(server, (byServer.get(server) ?? 0) + count);
  const servers = [...byServer]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, count]) => `${oneLine(name, true)} ${count}`);
  await host.stdout.write(
    `baseline: ${words(entries)}${servers.length === 0 ? '' : ` (${servers.join(', ')})`}\n`,
  );
  return 0;
}

async function write(
  action: Action,
  paths: readonly string[],
  parsed: ParsedCommand,
  host: Host,
): Promise<ExitCode> {
  const interruption = listenForSignals();
  try {
    const outcome = await check({
      cwd: host.cwd,
      env: host.env,
      scope: paths.length === 0 ? { kind: 'all' } : { kind: 'files', names: paths },
      options: optionsOf(parsed.values),
      startedAt: 0,
      signal: interruption.signal,
    });
    outcome.release();
    await outcome.finished;
    if (outcome.run.interrupted !== undefined) return outcome.run.interrupted === 'SIGINT' ? 130 : 143;
    return await store(action, outcome, host);
  } finally {
    interruption.stopListening();
  }
}

async function store(action: Action, { run, root }: CheckOutcome, host: Host): Promise<ExitCode> {
  const before = await readBaselineFile(root);
  const entries = updated(before, run, {
    prune: action === 'prune',
    exists: (path) => existsSync(absoluteOf(root, path)),
  });
  await writeToFile([writeBaseline(entries)], baselineFileName, root);
  const { incomplete } = summarize(run);
  await host.stdout.write(`wrote ${baselineFileName}: ${words(entries)}, before ${words(before)}\n`);
  if (incomplete === 0) return 0;
  const kept = `${plural(incomplete, 'file')} could not be judged wholly: their entries are as they were`;
  await host.stderr.write(`note: ${kept}\n`);
  return 3;
}

function words(entries: readonly BaselineEntry[]): string {
  const findings = entries.reduce((sum, { count }) => sum + count, 0);
  return `${plural(findings, 'finding')} in ${plural(new Set(entries.map(({ path }) => path)).size, 'file')}`;
}
