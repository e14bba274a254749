// Real servers without installing them: what each said about its fixture files, recorded once (scripts/record-transcripts.mjs),
// is said again to today's lspcheck, which must come to the same report. A server's entry keeps its settle rule; only its
// command is another. A client that says what was not recorded ends the replay, and with it the test.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { neutralReport } from '../../scripts/neutral-report.mjs';
import { catalogue } from '../../src/catalogue/index.js';
import type { JsonObject } from '../../src/model/base.js';
import { hosts } from '../support/hosts.js';
import { type Scenario, scenario } from '../support/scenario.js';

const folder = join(import.meta.dirname, 'transcripts');
const program = join(import.meta.dirname, '../support/replay-server.mjs');
const servers = readdirSync(folder).sort();

interface Recorded {
  readonly files: readonly { readonly path: string; readonly verdict: string }[];
}

describe.concurrent.each(hosts)('recorded servers (%s)', (host) => {
  it.each(servers)('%s is judged as when it was recorded', async (server) => {
    const expected = JSON.parse(readFileSync(join(folder, server, 'expected.json'), 'utf8')) as Recorded;
    const replayed = replay(server);
    const run = await replayed.check({
      host,
      paths: expected.files.map(({ path }) => path),
      deadline: '30s',
      env: { PATH: pathWithPrograms(replayed, server) },
    });
    expect(neutralReport(run.report), run.stderr).toEqual(expected);
  });
});

describe('the recordings', () => {
  it('are of at least twelve servers, each with a finding and a file that is clean by evidence', () => {
    expect(servers.length).toBeGreaterThanOrEqual(12);
    for (const server of servers) {
      const { files } = JSON.parse(readFileSync(join(folder, server, 'expected.json'), 'utf8')) as Recorded;
      const verdicts = new Set(files.map(({ verdict }) => verdict));
      expect([...verdicts].sort(), server).toEqual(['clean', 'findings']);
    }
  });
});

/** The workspace as it was recorded, with the replay as the server's command. */
function replay(server: string): Scenario {
  const place = join(folder, server);
  const setup = JSON.parse(readFileSync(join(place, 'setup.json'), 'utf8')) as { entry?: JsonObject };
  const transcripts = readdirSync(place).filter((file) => file.endsWith('.jsonl'));
  const command = [process.execPath, program, ...transcripts.map((file) => join(place, file))];
  return scenario({
    files: filesIn(join(place, 'workspace')),
    servers: {},
    config: { servers: { [server]: { ...setup.entry, command } } },
  });
}

function filesIn(top: string): Readonly<Record<string, Uint8Array>> {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(top.length + 1), readFileSync(path)];
      }),
  );
}

/** What an entry needs beside its server (`go`, `cargo`) was there when it was recorded: stand-ins that nobody starts. */
function pathWithPrograms({ outside }: Scenario, server: string): string {
  const needs = catalogue.find(({ name }) => name === server)?.needsPrograms ?? [];
  const bin = join(outside, 'bin');
  mkdirSync(bin);
  for (const { name } of needs) {
    writeFileSync(join(bin, name), '#!/bin/sh\nexit 1\n');
    chmodSync(join(bin, name), 0o755);
  }
  return [bin, process.env['PATH']].join(delimiter);
}
