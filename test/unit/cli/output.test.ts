import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkTargets, writeToFile, writeToSink } from '../../../src/cli/output.js';
import { UserError } from '../../../src/model/user-error.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lspcheck-output-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function refusal(promise: Promise<void>): Promise<readonly [string, string | undefined]> {
  const error = await promise.then(
    () => new Error('not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw error;
  expect(error.kind).toBe('usage');
  return [error.message, error.hint];
}

describe('before anything is judged', () => {
  test('a folder that does not exist is refused, with the command that makes it', async () => {
    expect(await refusal(checkTargets(['out/a.json'], folder))).toEqual([
      'cannot write out/a.json: its folder does not exist',
      'mkdir -p out',
    ]);
  });

  test('a folder is no file', async () => {
    mkdirSync(join(folder, 'out'));
    expect(await refusal(checkTargets(['out'], folder))).toEqual([
      'cannot write out: it is a folder',
      'name a file in it',
    ]);
  });

  test('two reports cannot share a file, however it is spelt', async () => {
    expect(await refusal(checkTargets(['a.json', './a.json'], folder))).toEqual([
      'two reports would be written to ./a.json',
      'give each its own file',
    ]);
  });

  test('a new file, an existing one and a device are fine, and nothing is created', async () => {
    writeFileSync(join(folder, 'old'), '');
    await checkTargets(['new', 'old', '/dev/null'], folder);
    expect(readdirSync(folder)).toEqual(['old']);
  });
});

describe('a report in a file', () => {
  test('replaces the file as a whole and leaves nothing beside it', async () => {
    writeFileSync(join(folder, 'report'), 'old and longer');
    await writeToFile(['new', '\n'], 'report', folder);
    expect(readFileSync(join(folder, 'report'), 'utf8')).toBe('new\n');
    expect(readdirSync(folder)).toEqual(['report']);
  });

  test('a reporter that fails leaves the old file as it was, and nothing beside it', async () => {
    writeFileSync(join(folder, 'report'), 'old');
    const failing = (function* () {
      yield 'x'.repeat(200_000);
      throw new Error('reporter');
    })();
    await expect(writeToFile(failing, 'report', folder)).rejects.toThrow(new Error('reporter'));
    expect(readFileSync(join(folder, 'report'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['report']);
  });

  test("a folder that is gone in the meantime is the user's to repair", async () => {
    expect(await refusal(writeToFile(['text'], 'gone/report', folder))).toEqual([
      'cannot write gone/report: it does not exist',
      undefined,
    ]);
  });

  test('a link stays a link', async () => {
    writeFileSync(join(folder, 'target'), 'old');
    symlinkSync('target', join(folder, 'link'));
    await writeToFile(['new'], 'link', folder);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['link', 'target']);
  });

  test('a device is written to, not replaced', async () => {
    await writeToFile(['text'], '/dev/null', folder);
  });

  test('large pieces arrive whole and in order', async () => {
    const pieces = Array.from({ length: 50 }, (_, index) => `${String(index).repeat(5000)}\n`);
    await writeToFile(pieces, 'report', folder);
    expect(readFileSync(join(folder, 'report'), 'utf8')).toBe(pieces.join(''));
  });
});

describe('a report on a stream', () => {
  test('ends quietly when the reader went away', async () => {
    const written: string[] = [];
    const sink = {
      isTTY: false,
      write: async (text: string) => {
        written.push(text);
      },
      failure: () => (written.length > 0 ? ('closed' as const) : undefined),
    };
    await writeToSink(['a'.repeat(100_000), 'b'.repeat(100_000)], sink);
    expect(written.map((text) => text[0])).toEqual(['a']);
  });
});
