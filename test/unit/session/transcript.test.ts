import { describe, expect, test } from 'vitest';
import { redactSettings, secretsInEnvironment, secretsInSettings } from '../../../src/session/secrets.js';
import { createRecorder, markOf, type TranscriptFacts } from '../../../src/session/transcript.js';
import { createMask } from '../../../src/session/transcript-mask.js';
import { fakeClock } from '../../support/fake-clock.js';

const facts: TranscriptFacts = { server: 'fx', serverVersion: undefined, folder: '/w/packages/a' };
const initialized = { id: 0, result: { capabilities: {}, serverInfo: { name: 'fx', version: '1.2' } } };

/** A recorder at /w, the lines it wrote, and whether it closed. */
function recording(given: Partial<TranscriptFacts> = {}) {
  const clock = fakeClock(5000);
  const lines: string[] = [];
  const closed: boolean[] = [];
  const recorder = createRecorder(
    { ...facts, ...given },
    createMask([{ placeholder: 'root', path: '/w' }], ['s3cretvalue']),
    clock,
    { write: (line) => lines.push(line), close: () => closed.push(true) },
  );
  return { clock, recorder, closed, read: () => lines.map((line): unknown => JSON.parse(line)) };
}

describe('lines', () => {
  test('a header, then messages and marks in order, with milliseconds since the start', async () => {
    const { clock, recorder, closed, read } = recording();
    recorder.mark({ kind: 'start' });
    await clock.advance(12.4);
    recorder.sent({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { rootUri: 'file:///w' } });
    await clock.advance(100);
    recorder.received(initialized);
    recorder.mark({ kind: 'exit', code: null, signal: 'SIGKILL' });
    recorder.end();
    expect(read()).toEqual([
      {
        schemaVersion: 1,
        lspcheck: expect.stringMatching(/^\d+\.\d+\.\d+/),
        server: { name: 'fx', version: '1.2' },
        node: process.versions.node,
        platform: process.platform,
        root: '{root}/packages/a',
      },
      { at: 0, mark: { kind: 'start' } },
      {
        at: 12,
        direction: 'sent',
        message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: { rootUri: 'file://{root}' } },
      },
      { at: 112, direction: 'received', message: initialized },
      { at: 112, mark: { kind: 'exit', code: null, signal: 'SIGKILL' } },
    ]);
    expect(closed).toEqual([true]);
  });

  test('the version of the package wins; without any version the header comes at the end', () => {
    const packaged = recording({ serverVersion: '9.9' });
    packaged.recorder.received(initialized);
    expect(packaged.read()[0]).toMatchObject({ server: { version: '9.9' } });

    const silent = recording();
    silent.recorder.mark({ kind: 'start' });
    expect(silent.read()).toEqual([]);
    silent.recorder.end();
    expect(silent.read()).toMatchObject([{ server: { version: null } }, { mark: { kind: 'start' } }]);
  });

  test('a message that is nested too deeply to be walked costs nothing but itself', () => {
    const { recorder, read } = recording();
    recorder.received(JSON.parse(`{"params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`));
    recorder.mark({ kind: 'start' });
    recorder.end();
    expect(read().slice(1)).toMatchObject([{ mark: { kind: 'unreadable' } }, { mark: { kind: 'start' } }]);
  });

  test('what stood on stdout in place of a message is told, masked', () => {
    const { recorder, read } = recording();
    const excerpt = Buffer.from('loading /w/x with s3cretvalue\n');
    recorder.mark(markOf({ kind: 'pollution', excerpt, length: excerpt.length, lostMessage: false }));
    recorder.mark(markOf({ kind: 'too-large', length: 7_000_000_000 }));
    recorder.mark({ kind: 'stderr', text: 'at /w/x' });
    recorder.end();
    expect(read().slice(1)).toMatchObject([
      { mark: { kind: 'pollution', text: 'loading {root}/x with {redacted}\n' } },
      { mark: { kind: 'too-large', text: '7000000000 bytes' } },
      { mark: { kind: 'stderr', text: 'at {root}/x' } },
    ]);
  });
});

describe('secrets', () => {
  const settings = {
    fx: { apiKey: 'abc', url: '/w/x', nested: { password: ['p', 'q'], maxTokens: 5, licence: 'MIT' } },
  };
  const redacted = {
    fx: {
      apiKey: '{redacted}',
      url: '{root}/x',
      nested: { password: ['{redacted}', '{redacted}'], maxTokens: 5, licence: 'MIT' },
    },
  };

  test('settings lose them wherever they leave: initialize, a change, an answer', () => {
    const { recorder, read } = recording();
    recorder.sent({ id: 0, method: 'initialize', params: { initializationOptions: settings } });
    recorder.sent({ method: 'workspace/didChangeConfiguration', params: { settings } });
    recorder.sent({ id: 7, result: [settings] });
    recorder.end();
    expect(read().slice(1)).toMatchObject([
      { message: { params: { initializationOptions: redacted } } },
      { message: { params: { settings: redacted } } },
      { message: { result: [redacted] } },
    ]);
  });

  test('tokens of the protocol are none', () => {
    const { recorder, read } = recording();
    const progress = { method: '$/progress', params: { token: 'indexing', value: { kind: 'end' } } };
    recorder.received(progress);
    recorder.end();
    expect(read()[1]).toMatchObject({ message: progress });
  });

  test.each(['token', 'API_KEY', 'licenseKey', 'dbPassword', 'client_secret', 'Authorization', 'passphrase'])(
    '%s looks like one',
    (name) => {
      expect(redactSettings({ [name]: 'x' })).toEqual({ [name]: '{redacted}' });
      expect(secretsInEnvironment({ [name]: 'long enough' })).toEqual(['long enough']);
    },
  );

  test.each(['keyboard', 'url', 'monkeys are', 'pass', 'path'])('%s does not', (name) => {
    expect(redactSettings({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  test('words that may stand anywhere are not searched for', () => {
    expect(secretsInEnvironment({ TOKEN_MODE: 'on', TOKEN: undefined, HOME: '/home/jo' })).toEqual([]);
    expect(secretsInSettings({ token: 'off', secret: { value: 'abcdef' } })).toEqual(['abcdef']);
  });
});
