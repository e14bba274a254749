// --record and the replay server, against the fake server: what was recorded in one folder gives the same report in another,
// misbehaviour included; and a replay that meets another client says so and ends.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { neutralReport } from '../../scripts/neutral-report.mjs';
import { expectFile } from '../support/expect-file.js';
import { at, E, on, push, type Script } from '../support/fake-server/script.js';
import { recordingHosts } from '../support/hosts.js';
import { type Run, scenario } from '../support/scenario.js';

const files = { 'a b.fx': 'BAD {root}\n', 'sub/ü.fx': 'good\n' };
const program = join(import.meta.dirname, '../support/replay-server.mjs');

/** The same files elsewhere, with the replay as the server of the same name. */
function replayed(transcripts: readonly string[], args: readonly string[] = [], texts: typeof files = files) {
  const command = (_: unknown, outside: string) =>
    [process.execPath, program, ...args, ...transcripts].map((word) => word.replace('{outside}', outside));
  return scenario({ files: texts, servers: { fake: { command } } });
}

/** Files of the recording, absolute. */
function recordedIn(run: Run, folder: string): readonly string[] {
  return readdirSync(join(run.root, folder))
    .sort()
    .map((name) => join(run.root, folder, name));
}

describe.concurrent.each(recordingHosts)('a recording (%s)', (host) => {
  it.each<[string, Script]>([
    [
      'publishes in two stages',
      { handlers: [on('open', '*', push([]), at(150, push([E(0, 0, 0, 3, 'late')])))] },
    ],
    [
      'text between messages',
      {
        handlers: [on('start', '*', { do: 'raw', text: 'starting up\n' })],
        contentRule: { by: 'push', version: 'doc' },
      },
    ],
    [
      'a crash',
      {
        handlers: [on('open', 'a b.fx', push([]), { do: 'exit', code: 7 })],
        contentRule: { by: 'push', version: 'doc' },
      },
    ],
  ])('is replayed elsewhere with the same report: %s', async (_, script) => {
    const original = await scenario({ files, server: script }).check({ host, record: '../recording' });
    const transcripts = recordedIn(original, '../recording');
    const text = transcripts.map((file) => readFileSync(file, 'utf8')).join('');
    expect(text).not.toContain(original.root);

    const again = await replayed(transcripts, ['--turns', '{outside}/turns']).check({ host });
    expect(neutralReport(again.report)).toEqual(neutralReport(original.report));
  });
});

describe('--record', () => {
  const secrets = { argument: 'arg-7Hq2', variable: 'var-7Hq2', token: 'tok-7Hq2', password: 'x' };
  const talkative: Script = {
    handlers: [
      on(
        'open',
        '*',
        { do: 'notify', method: 'window/logMessage', params: { type: 3, message: secrets.token } },
        push([]),
      ),
    ],
  };

  it('writes neither command line nor environment nor secrets of settings, and changes no report', async () => {
    const { token, password } = secrets;
    const entry = {
      env: { FX: secrets.variable },
      settings: { fx: { token, password } },
      initializationOptions: { token },
    };
    const command = (fake: readonly string[]) => [...fake, `--pass=${secrets.argument}`];
    const setup = scenario({ files, servers: { fake: { script: talkative, command, entry } } });
    const plain = await setup.print('json');
    const recorded = await setup.print('json', { record: '../recording' });

    expect(recorded.stdout).toBe(plain.stdout);
    expect(recorded.exitCode).toBe(plain.exitCode);
    expect(recorded.stderr).toMatch(
      /^note: the traffic is recorded in \.\.\/recording; .* read it before you share it$/m,
    );
    const [name = ''] = readdirSync(join(setup.root, '../recording'));
    expect(name).toBe('fake-root-1.jsonl');
    const text = readFileSync(join(setup.root, '../recording', name), 'utf8');
    for (const value of ['7Hq2', process.execPath, 'server.mjs', setup.root, setup.outside])
      expect(text).not.toContain(value);
    expect(text).toContain('"settings":{"fx":{"token":"{redacted}","password":"{redacted}"}}');
    expect(text).toContain('"message":"{redacted}"');
  });

  it('is refused inside of .git, before anything is judged', async () => {
    const refused = await scenario({ files, server: 'silent' }).print('json', { record: '.git/recording' });
    expect(refused.exitCode).toBe(2);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toContain('cannot record into .git/recording: it is inside a git directory');
  });
});

describe('a replay', () => {
  const pushing: Script = { contentRule: { by: 'push', version: 'doc' } };

  it('that is told what was not recorded ends with 9, and the run is unknown', async () => {
    const original = await scenario({ files, server: pushing }).check({
      host: 'engine',
      record: '../recording',
    });
    const other = replayed(recordedIn(original, '../recording'), ['--patience', '300'], {
      ...files,
      'a b.fx': 'other\n',
    });
    const run = await other.check({ host: 'engine', paths: ['a b.fx'] });
    expectFile(run, 'a b.fx').unknown('exited', /code 9.*the recording does not know/);
  });

  it('that is not told what was recorded ends with 9 when its patience does', async () => {
    const original = await scenario({ files, server: pushing }).check({
      host: 'engine',
      record: '../recording',
    });
    const other = replayed(recordedIn(original, '../recording'), ['--patience', '300']);
    const run = await other.check({ host: 'engine', paths: ['a b.fx'] });
    expectFile(run, 'a b.fx').unknown('exited', /code 9.*has not sent textDocument\/didOpen/);
  });

  it('keeps the recorded times when asked to', async () => {
    const slow: Script = { handlers: [on('open', '*', at(700, push([])))] };
    const original = await scenario({ files, server: slow }).check({
      host: 'engine',
      record: '../recording',
    });
    const transcripts = recordedIn(original, '../recording');
    const run = await replayed(transcripts, ['--delay', '1']).check({ host: 'engine' });
    expect(run.wallMs).toBeGreaterThanOrEqual(1000);
    expect(run.report.complete).toBe(true);
  });
});
