// Where transcripts go: one file per started server in a folder that the user named, readable by the user alone.
// Never overwrites, never writes into a git directory. What fails after the start (a full disk) is a warning, once.

import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../model/user-error.js';
import type { Clock } from '../platform/clock.js';
import type { Environment } from '../platform/environment.js';
import { createRecorder, type StartRecording, type TranscriptSink } from './transcript.js';
import { maskOf, personalFolders, realPathOf } from './transcript-places.js';

export interface TranscriptOptions {
  /** As the user named it, relative to `cwd`. */
  readonly folder: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** Makes the folder (0700) where it is missing. @throws UserError `usage`: it lies in a git directory, or cannot be made. */
export async function openTranscripts(options: TranscriptOptions): Promise<StartRecording> {
  const folder = resolve(options.cwd, options.folder);
  refuseGitDirectory(realPathOf(folder), options.folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError('usage', `cannot record into ${options.folder}: ${reasonOf(error)}`);
  }
  const places = personalFolders(options.env);
  const said = new Set<string>();
  const warn = (message: string) => {
    if (!said.has(message)) options.warn(message);
    said.add(message);
  };
  return (session) => {
    const name = `${slug(session.definition.name)}-${slug(session.rootPath)}`;
    const sink = openSink(folder, name, (what, error) =>
      warn(`the traffic of ${session.key} is ${what}: ${reasonOf(error)}`),
    );
    if (sink === undefined) return undefined;
    const facts = {
      server: session.definition.name,
      serverVersion: session.command.version,
      folder: session.root,
    };
    return createRecorder(facts, maskOf(session, options.env, places), options.clock, sink);
  };
}

function openSink(
  folder: string,
  name: string,
  fail: (what: string, error: unknown) => void,
): TranscriptSink | undefined {
  let file: number | undefined;
  try {
    file = createNext(folder, name);
  } catch (error) {
    fail('not recorded', error);
    return undefined;
  }
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    // At once and in order: what was recorded is on the disk however this process ends.
    write(line) {
      if (file === undefined) return;
      try {
        const bytes = Buffer.from(line, 'utf8');
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      } catch (error) {
        fail('recorded in part', error);
        close();
      }
    },
    close,
  };
}

/** The first number that is free; `wx` neither overwrites a file nor follows a link. */
function createNext(folder: string, name: string): number {
  for (let number = 1; ; number += 1) {
    try {
      return openSync(join(folder, `${name}-${number}.jsonl`), 'wx', 0o600);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** `.git` by name, or any folder with the three things that make a git directory (a bare repository, a separate one). */
function refuseGitDirectory(folder: string, shown: string): void {
  for (let at = folder; ; at = dirname(at)) {
    const isGit = basename(at).toLowerCase() === '.git';
    if (isGit || ['HEAD', 'objects', 'refs'].every((part) => existsSync(join(at, part))))
      throw new UserError('usage', `cannot record into ${shown}: it is inside a git directory`, {
        hint: 'name a folder outside of the repository, or one that git ignores',
      });
    if (dirname(at) === at) return;
  }
}

function slug(text: string): string {
  return text === '.' ? 'root' : text.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 80);
}

function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'no space left';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOENT':
      return 'the folder is gone';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is no folder';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
