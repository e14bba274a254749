import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlannedSession } from '../../../src/model/plan.js';
import { absolutePath, toUri } from '../../../src/platform/paths.js';
import { openTranscripts } from '../../../src/session/transcript-files.js';
import { definition, repoPath } from '../../support/definitions.js';
import { fakeClock } from '../../support/fake-clock.js';

/** Bytes that can still be written. */
const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (file: number, bytes: Uint8Array, offset: number) => {
    if (disk.room === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const length = Math.min(disk.room, bytes.length - offset);
    disk.room -= length;
    return fs.writeSync(file, bytes, offset, length);
  };
  return { ...fs, writeSync };
});

let base = '';
let warnings: string[] = [];
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-transcripts-')));
  warnings = [];
  disk.room = Number.POSITIVE_INFINITY;
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const open = (folder: string, env = {}) =>
  openTranscripts({
    folder,
    cwd: base,
    env,
    clock: fakeClock(),
    warn: (message) => warnings.push(message),
  });

function session(rootPath = '.', args: readonly string[] = []): PlannedSession {
  const root = absolutePath('w', base);
  const path = repoPath('a.fx');
  const document = {
    path,
    uri: toUri(absolutePath('a.fx', root)),
    languageId: 'fx',
    contentHash: 'sha256:0' as PlannedSession['documents'][0]['contentHash'],
    matchesDisk: true,
  };
  return {
    key: `fx ${rootPath}`,
    definition: definition('fx', { settings: { fx: { token: 'tok-123456' } } }),
    tree: { kind: 'working-tree', root, serverRoot: root, overlays: new Map() },
    root: absolutePath(rootPath, root),
    rootPath: repoPath(rootPath),
    command: { program: absolutePath('node', '/usr/bin'), args, from: 'path' },
    packages: {},
    documents: [document],
    supporting: [],
  };
}

describe('the folder', () => {
  test('it and its files are for the user alone, and named after server, root and number', async () => {
    const record = await open('deep/er');
    for (const rootPath of ['.', 'packages/a b', '.']) record(session(rootPath))?.end();
    expect(readdirSync(join(base, 'deep/er')).sort()).toEqual([
      'fx-packages-a-b-1.jsonl',
      'fx-root-1.jsonl',
      'fx-root-2.jsonl',
    ]);
    for (const path of ['deep', 'deep/er']) expect(statSync(join(base, path)).mode & 0o777).toBe(0o700);
    expect(statSync(join(base, 'deep/er/fx-root-1.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('an existing file is not overwritten, and a link is not followed', async () => {
    mkdirSync(join(base, 'rec'));
    writeFileSync(join(base, 'rec/fx-root-1.jsonl'), 'mine');
    symlinkSync(join(base, 'elsewhere'), join(base, 'rec/fx-root-2.jsonl'));
    (await open('rec'))(session())?.end();
    expect(readFileSync(join(base, 'rec/fx-root-1.jsonl'), 'utf8')).toBe('mine');
    expect(existsSync(join(base, 'elsewhere'))).toBe(false);
    expect(readFileSync(join(base, 'rec/fx-root-3.jsonl'), 'utf8')).toMatch(/^\{"schemaVersion":1,/);
  });

  test.each(['w/.git', 'w/.git/lspcheck', 'bare/rec', 'link/rec'])('%s is refused', async (folder) => {
    for (const part of ['w/.git', 'bare/objects', 'bare/refs'])
      mkdirSync(join(base, part), { recursive: true });
    writeFileSync(join(base, 'bare/HEAD'), 'ref: refs/heads/main\n');
    symlinkSync(join(base, 'w/.git'), join(base, 'link'));
    await expect(open(folder)).rejects.toMatchObject({
      kind: 'usage',
      message: `cannot record into ${folder}: it is inside a git directory`,
    });
    expect(existsSync(join(base, folder, 'fx-root-1.jsonl'))).toBe(false);
  });

  test('a file in its place is a mistake of the user', async () => {
    writeFileSync(join(base, 'rec'), '');
    await expect(open('rec')).rejects.toMatchObject({ message: 'cannot record into rec: it is no folder' });
    await expect(open('rec/in')).rejects.toMatchObject({
      message: 'cannot record into rec/in: it is no folder',
    });
  });
});

describe('failures are warnings', () => {
  test('a folder that went away: said once, and nothing is recorded', async () => {
    const record = await open('rec');
    rmSync(join(base, 'rec'), { recursive: true });
    expect(record(session())).toBeUndefined();
    expect(record(session())).toBeUndefined();
    expect(warnings).toEqual(['the traffic of fx . is not recorded: the folder is gone']);
  });

  test('a disk that fills up ends the recording, and only that', async () => {
    const recorder = (await open('rec'))(session());
    recorder?.received({ id: 0, result: { capabilities: {} } });
    disk.room = 40;
    recorder?.sent({ method: 'initialized', params: {} });
    recorder?.sent({ method: 'exit' });
    recorder?.end();
    expect(warnings).toEqual(['the traffic of fx . is recorded in part: no space left']);
    const [header, answer, ...cut] = readFileSync(join(base, 'rec/fx-root-1.jsonl'), 'utf8').split('\n');
    expect([header, answer].map((line) => typeof JSON.parse(line ?? ''))).toEqual(['object', 'object']);
    expect(cut).toEqual([expect.stringMatching(/^.{40}$/)]);
  });
});

describe('what is masked', () => {
  test('the judged tree, home, temporary folder, linked packages, and secrets of settings and environment', async () => {
    const home = join(base, 'home');
    const packages = join(base, 'store/node_modules/fx-ls');
    mkdirSync(packages, { recursive: true });
    const program = join(packages, 'cli.js');
    writeFileSync(program, '');
    const record = await open('rec', { HOME: home, TMPDIR: join(base, 'tmp'), GH_TOKEN: 'ghp_abcdefgh' });
    const recorder = record(session('.', [program]));
    const message = [
      join(base, 'w/a.fx'),
      join(home, 'x'),
      join(base, 'tmp/x'),
      program,
      'tok-123456',
      'ghp_abcdefgh',
    ];
    recorder?.received({ method: 'window/logMessage', params: { type: 3, message: message.join(' ') } });
    recorder?.end();
    const text = readFileSync(join(base, 'rec/fx-root-1.jsonl'), 'utf8');
    expect(text).toContain('"{root}/a.fx {home}/x {temp}/x {modules}/fx-ls/cli.js {redacted} {redacted}"');
    expect(text).not.toContain(base);
  });
});
