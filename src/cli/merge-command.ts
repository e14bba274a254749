// `lspcheck merge`: reports of shards in, the report of the whole run out, with its exit code. Judges nothing, starts nothing.

import { readFile } from 'node:fs/promises';
import { locate } from '../git/location.js';
import type { AbsPath, ContentHash, RepoPath } from '../model/base.js';
import { mergeShards, type NamedRun } from '../model/merge-shards.js';
import type { RunResult } from '../model/run.js';
import { decodeRun } from '../model/run-codec.js';
import { type ExitCode, exitCodeOf } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { contentHash } from '../platform/hash.js';
import { absoluteOf, absolutePath } from '../platform/paths.js';
import { plural } from '../report/words.js';
import { readReportRequest } from './check-request.js';
import { deliver } from './deliver.js';
import type { Host } from './host.js';
import { checkTargets } from './output.js';
import type { ParsedCommand } from './parse.js';

/** @throws UserError for a report that cannot be read, or is not of the same run as the others. */
export async function runMergeCommand({ args, values }: ParsedCommand, host: Host): Promise<ExitCode> {
  const request = readReportRequest(values);
  const targets = [request.output, ...request.reports.map(({ file }) => file)];
  await checkTargets(
    targets.filter((file) => file !== undefined),
    host.cwd,
  );
  const parts = await Promise.all(args.map((name) => readReport(name, host.cwd)));
  const { run, missing } = mergeShards(parts);
  if (missing.length > 0) {
    const which = missing.join(', ');
    await host.stderr.write(
      `note: ${plural(missing.length, 'shard')} without a report: ${which}; their files are unknown\n`,
    );
  }
  const root = await rootOf(host);
  const texts = await framedTexts(run, root);
  const failures = await deliver({ run, root, text: (path) => texts.get(path) }, request, host);
  const verdict = exitCodeOf(run);
  if (failures.length === 0) return verdict;
  const { explainFailure } = await import('./failure.js');
  for (const failure of failures) await host.stderr.write(explainFailure(failure, host).text);
  return verdict === 0 ? 2 : verdict;
}

async function readReport(name: string, cwd: string): Promise<NamedRun> {
  const decoded = decodeRun(await parsed(name, cwd));
  if (decoded.kind === 'run') return { name, run: decoded.run };
  const place = decoded.at === '' ? '' : ` at ${decoded.at}`;
  throw new UserError(
    'usage',
    `${name} is no report of lspcheck that can be merged${place}: ${decoded.message}`,
    {
      hint: 'write it with --format json or --report json=FILE, with the same version of lspcheck',
    },
  );
}

async function parsed(name: string, cwd: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(absolutePath(name, cwd), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UserError('usage', `${name} is no JSON: ${error.message}`, {
        hint: 'a report that was cut off is not used; run its shard again',
      });
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(
      'usage',
      code === 'ENOENT' ? `${name} does not exist` : `cannot read ${name}: ${code}`,
    );
  }
}

/** Paths are shown from here, and code frames read; outside of a repository the current folder stands in. */
async function rootOf({ cwd, env }: Host): Promise<AbsPath> {
  try {
    return (await locate({ cwd, env })).root;
  } catch (error) {
    if (error instanceof UserError) return absolutePath(cwd, '/');
    throw error;
  }
}

/** Texts for code frames: only what is byte for byte what was judged. */
async function framedTexts({ files }: RunResult, root: AbsPath): Promise<ReadonlyMap<RepoPath, string>> {
  const framed = files.filter(({ verdict }) => verdict.kind === 'findings' || verdict.kind === 'unknown');
  const texts = await Promise.all(
    framed.map(async ({ path, contentHash: hash }) => {
      const text = hash === undefined ? undefined : await judgedText(absoluteOf(root, path), hash);
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
  return new Map(texts.flat());
}

async function judgedText(file: AbsPath, hash: ContentHash): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || contentHash(bytes) !== hash) return undefined;
  const text = new TextDecoder('utf-8').decode(bytes); // as the text store reads it: without its BOM
  return text;
}
