// One engine compared with its own command line: real files with seeded mistakes, judged by both with one configuration in one
// repository, compared finding by finding. Nothing missed, nothing extra, but for the differences that are listed with their cause;
// every file has a verdict with evidence.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { linkPackages } from '../../../scripts/link-packages.mjs';
import { describeDeep } from '../../support/deep.js';
import { check, type Report } from '../lspcheck.js';
import { makeWorkspace, type PackageName, type Workspace } from '../workspace.js';
import { keepFigures } from './figures.js';
import { compareFindings, type Difference, type Finding, reportedFindings } from './findings.js';
import { explain, type KnownDifference } from './known-differences.js';
import { type Mistake, seedMistakes } from './seed.js';

export interface Engine {
  /** The command line's name, as docs/parity.md shows it. */
  readonly engine: string;
  /** Of lspcheck's catalogue. */
  readonly server: string;
  /** Skips, or fails where it must not be missing, when a tool is not here. */
  readonly needs?: (context: TestContext) => void;
  /** Programs on PATH in the workspace. */
  readonly tools?: readonly string[];
  /** Of test/real/package.json, under their name there. */
  readonly packages?: readonly PackageName[];
  /** Of parity/package.json. */
  readonly parityPackages?: readonly string[];
  /** Real files, judged after the mistakes were put in. A function: read only where the test runs. */
  readonly corpus: () => Readonly<Record<string, string>>;
  /** They are of the machine's own packages, not of a pinned one: their figures are told, and differ elsewhere. */
  readonly ofMachine?: true;
  readonly mistakes: readonly Mistake[];
  /** Configuration, and sources that are only there to be imported: taken as they are. */
  readonly beside?: () => Readonly<Record<string, string>>;
  readonly version: (workspace: Workspace) => Promise<string>;
  readonly cli: (workspace: Workspace, paths: readonly string[]) => Promise<readonly Finding[]>;
  /** What its command line would say of a finding of lspcheck's; undefined: nothing, by design. */
  readonly asCli?: (finding: Finding) => Finding | undefined;
  /** More arguments for `lspcheck files …`. */
  readonly args?: readonly string[];
  readonly known: readonly KnownDifference[];
}

/** At least so many files, and so many of the seeded ones in which the command line found something. */
const fewestFiles = 30;
const fewestSeen = 2 / 3;

/** For both, on a machine that has other work too. */
const longestMs = 900_000;

export function describeParity(row: Engine): void {
  describeDeep(`parity with ${row.engine}`, () => {
    test(
      'the same findings, file by file',
      async (context) => {
        row.needs?.(context);
        const { files, mistakes } = seedMistakes(row.corpus(), row.mistakes);
        const paths = Object.keys(files);
        const workspace = makeWorkspace({ ...row.beside?.(), ...files }, workspaceOptions(row));
        linkPackages(workspace.root, row.parityPackages ?? [], import.meta.dirname);

        const cli = await timed(() => row.cli(workspace, paths));
        const ours = await timed(() =>
          check(workspace, [
            'files',
            ...paths,
            '--server',
            row.server,
            '--deadline',
            'none',
            ...(row.args ?? []),
          ]),
        );
        const { report } = ours.value;
        const ofCli = cli.value.filter(({ path }) => path in files);
        const { asCli = (finding) => finding } = row;
        const reported = reportedFindings(report).flatMap((finding) => asCli(finding) ?? []);
        const comparison = compareFindings(ofCli, reported);
        const explained = explain(comparison, row.known);
        const countOf = (side: Difference['side']) =>
          comparison.differences.filter((difference) => difference.side === side).length;

        expect(explained).toEqual({ unexplained: [], miscounted: [] });
        expect(withoutVerdict(report, paths)).toEqual([]);
        expect(paths.length).toBeGreaterThanOrEqual(fewestFiles);
        expect(seenShare(Object.keys(mistakes), ofCli)).toBeGreaterThanOrEqual(fewestSeen);
        expect(new Set(report.files.map(({ verdict }) => verdict))).toEqual(new Set(['clean', 'findings']));
        const figures = {
          engine: row.engine,
          version: await row.version(workspace),
          server: row.server,
          files: paths.length,
          seeded: Object.values(mistakes).flat().length,
          cli: ofCli.length,
          lspcheck: reported.length,
          missed: countOf('missed'),
          extra: countOf('extra'),
          cliMs: cli.ms,
          lspcheckMs: ours.ms,
          known: row.known.map(({ side, cause, count }) => ({ side, cause, count })),
        };
        keepFigures(figures, row.ofMachine === true ? 'told' : 'compared');
      },
      longestMs,
    );
  });
}

export interface ToolRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Runs a program in the workspace. @throws when it ends with another code than the ones that say "judged" */
export function runTool(
  { root, env }: Workspace,
  command: string,
  args: readonly string[],
  judged: readonly number[],
): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (exitCode) => {
      const run = { stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), exitCode };
      if (exitCode !== null && judged.includes(exitCode)) resolve(run);
      else
        reject(
          new Error(`${command}: exit ${exitCode}\n${run.stdout.slice(-2000)}\n${run.stderr.slice(-2000)}`),
        );
    });
  });
}

/** A command of the workspace's node_modules. */
export function npmTool(
  workspace: Workspace,
  command: string,
  args: readonly string[],
  judged: readonly number[],
): Promise<ToolRun> {
  return runTool(workspace, join(workspace.root, 'node_modules', '.bin', command), args, judged);
}

/** The last word of what a command of the workspace's node_modules prints for `--version`. */
export async function lastWordOfVersion(workspace: Workspace, command: string): Promise<string> {
  const { stdout } = await npmTool(workspace, command, ['--version'], [0]);
  return stdout.trim().split(/\s+/).at(-1)?.replace(/^v/, '') ?? '';
}

/** Of a package in the workspace's node_modules, where `--version` says something else. */
export async function packageVersion({ root }: Workspace, name: string): Promise<string> {
  const manifest = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

function workspaceOptions({ packages = [], tools = [] }: Engine) {
  return { packages, tools };
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const started = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - started) };
}

/** Files that are not exactly once in the report, or that the server did not judge. */
function withoutVerdict(report: Report, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const found = report.files.filter((file) => file.path === path);
    const cells = found.flatMap(({ cells = [] }) => cells);
    if (found.length === 1 && cells.length === 1 && cells[0]?.via !== undefined) return [];
    const [cell] = cells;
    return [`${path} ${found[0]?.verdict} ${found[0]?.reason ?? cell?.reason} ${cell?.detail ?? ''}`];
  });
}

function seenShare(seededPaths: readonly string[], findings: readonly Finding[]): number {
  const seen = new Set(findings.map(({ path }) => path));
  return seededPaths.filter((path) => seen.has(path)).length / seededPaths.length;
}
