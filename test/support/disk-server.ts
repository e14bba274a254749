// Repositories judged by the server that reads the disk (disk-server.mjs), with a temporary folder of their own, so that
// what is left behind can be seen. What the server logged is what was really there when it looked.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/model/base.js';
import type { CheckSettings } from './hosts.js';
import { poll } from './processes.js';
import type { CliResult } from './run-cli.js';
import { type Run, type Scenario, scenario } from './scenario.js';
import { repositoryIn, snapshotOf } from './scenario-repo.js';
import type { TempRepo } from './temp-repo.js';

export interface DiskEntry {
  readonly is: 'file' | 'executable' | 'folder' | 'link';
  readonly to?: string;
  readonly sha256?: string;
  /** Of small files. */
  readonly text?: string;
}

export interface DiskRun extends Run {
  /** Where each of its processes was rooted, in order. */
  readonly starts: readonly string[];
  /** Where the server was rooted; undefined when it was never started. */
  readonly serverRoot: string | undefined;
  readonly serverEnv: Readonly<Record<string, string>>;
  /** What lay in its root, by path. */
  readonly tree: ReadonlyMap<string, DiskEntry>;
  /** Files it read, by path in its root, or absolute outside; null when there was none. */
  readonly reads: ReadonlyMap<string, string | null>;
}

export interface DiskRepo extends TempRepo {
  /** `changed --staged`. Fails when anything in the repository was touched, or anything was left in the temporary folder. */
  checkStaged(settings?: CheckSettings): Promise<DiskRun>;
  /** The same, raw; what is left in the temporary folder is not looked at. */
  print(format: string, settings?: CheckSettings): Promise<CliResult>;
  /** The temporary folder that runs are given. */
  readonly temp: string;
  /** Rejects when something is still there after three seconds. */
  expectTempEmpty(): Promise<void>;
  readonly scenario: Scenario;
}

export interface DiskSetup {
  readonly overlay?: 'self' | 'none' | 'full';
  readonly quote?: boolean;
  readonly vice?: 'hang' | 'hang-on-slow' | 'crash' | 'crash-on-die' | 'refuse' | 'slow-stop' | 'quiet';
  /** Further keys of the server's entry. */
  readonly entry?: JsonObject;
}

/** A repository whose first commit has these files, judged by one server for `*.fx`. */
export function diskRepository(files: Readonly<Record<string, string>>, setup: DiskSetup = {}): DiskRepo {
  const { overlay = 'none', quote = false, vice } = setup;
  const command = (_: readonly string[], outside: string) => [
    ...[process.execPath, join(import.meta.dirname, 'disk-server.mjs')],
    ...['--log', join(outside, 'disk.log'), '--pids', join(outside, 'pids')],
    ...(quote ? ['--quote'] : []),
    ...(vice === undefined ? [] : ['--vice', vice]),
  ];
  const one = scenario({ files, servers: { disk: { command, entry: { overlay, ...setup.entry } } } });
  const repo = repositoryIn(one);
  const temp = join(one.outside, 'temp');
  mkdirSync(temp);
  const settled = (settings: CheckSettings): CheckSettings => ({
    scope: 'staged',
    ...settings,
    env: { TMPDIR: temp, ...settings.env },
  });
  const expectTempEmpty = () =>
    poll(() => readdirSync(temp).length === 0, 3000, `${temp} holds ${readdirSync(temp)}: that it is empty`);
  const log = join(one.outside, 'disk.log');
  return {
    ...repo,
    temp,
    expectTempEmpty,
    scenario: one,
    print: async (format, settings = {}) => {
      const before = snapshotOf(repo);
      const printed = await one.print(format, settled(settings));
      expect(snapshotOf(repo)).toEqual(before);
      return printed;
    },
    checkStaged: async (settings = {}) => {
      const before = snapshotOf(repo);
      const run = await one.check(settled(settings));
      expect(snapshotOf(repo)).toEqual(before);
      expect(readdirSync(temp)).toEqual([]);
      return { ...run, ...readLog(log) };
    },
  };
}

function readLog(file: string): Pick<DiskRun, 'starts' | 'serverRoot' | 'serverEnv' | 'tree' | 'reads'> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const entries = lines.map((line) => JSON.parse(line));
  const start = entries.find(({ kind }) => kind === 'start');
  const inRoot = (path: string) => path.replace(`${start?.root}/`, '');
  return {
    starts: entries.flatMap(({ kind, root }) => (kind === 'start' ? [root] : [])),
    serverRoot: start?.root,
    serverEnv: start?.env ?? {},
    tree: new Map(
      entries.filter(({ kind }) => kind === 'entry').map(({ path, kind: _, ...entry }) => [path, entry]),
    ),
    reads: new Map(
      entries.filter(({ kind }) => kind === 'read').map(({ path, sha256 }) => [inRoot(path), sha256]),
    ),
  };
}
