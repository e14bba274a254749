// Which servers `doctor` looks at, and where: those that a run over every tracked file would use, those that would be used
// if they were installed, and whatever was named, files or not. One look for each way a server is installed, in the root
// with the most files: a hundred packages that share one typescript are one look. Nothing is started here.

import type { RepoPath } from '../model/base.js';
import type { Config } from '../model/config.js';
import type { Expectation, ServerDefinition } from '../model/server-definition.js';
import type { Environment } from '../platform/environment.js';
import type { PackageInstaller } from '../platform/install-command.js';
import { gitPath, repoRootPath } from '../platform/paths.js';
import { astrayFolder } from './astray.js';
import { inBatches } from './batches.js';
import { findProgram, searchPath } from './executables.js';
import type { ReadHead } from './file-class.js';
import { type JudgedFolders, nearestWith } from './folders.js';
import { languageIdOf } from './language-id.js';
import type { Locate, Location } from './locate.js';
import { packageInstallers } from './package-installer.js';
import { type Candidate, createSelector, type Selection } from './select.js';

export interface DoctorTarget {
  readonly definition: ServerDefinition;
  readonly root: RepoPath;
  /** Roots with the same installation, this one among them. */
  readonly roots: number;
  /** Tracked files below them that it handles. */
  readonly files: number;
  readonly location: Location;
  /** One of these files at this root, in the language of the entry's canary. */
  readonly sample?: RepoPath;
  readonly installer: PackageInstaller;
  /** For a missing one: a folder off PATH that has it, as a shell would write it. */
  readonly astray?: string;
  readonly unmet: readonly Expectation[];
}

export interface DoctorTargets {
  /** In order of declaration. */
  readonly targets: readonly DoctorTarget[];
  /** Languages with tracked files for which no server is configured, though the catalogue has one. */
  readonly uncovered: readonly { readonly language: string; readonly files: number; readonly hint: string }[];
}

export interface DoctorTargetsInput {
  readonly config: Config;
  readonly folders: JudgedFolders;
  readonly locate: Locate;
  readonly headOf: ReadHead;
  /** What a run over everything would judge. */
  readonly files: readonly RepoPath[];
  readonly env: Environment;
}

export async function doctorTargets(input: DoctorTargetsInput): Promise<DoctorTargets> {
  const { config, files } = input;
  const selector = createSelector({ ...input, allowedServers: () => undefined });
  const selections = await inBatches(files, (path) => selector.select(path));
  const needed = selections.flatMap((selection, at) => candidatesOf(selection, files[at]));
  const candidates = [...needed, ...(await withoutFiles(input))];
  const groups = config.servers.flatMap(({ name }) =>
    installationsOf(candidates.filter(({ definition }) => definition.name === name)),
  );
  const describe = describer(input);
  return {
    targets: await Promise.all(groups.map(describe)),
    uncovered: config.onlyServers.length > 0 ? [] : uncoveredOf(selections),
  };
}

/** A server for a file, or for none. */
interface Counted extends Candidate {
  readonly path: RepoPath | undefined;
}

function candidatesOf(selection: Selection, path: RepoPath | undefined): readonly Counted[] {
  const all =
    selection.kind === 'servers'
      ? [...selection.candidates, ...selection.missing]
      : selection.kind === 'uncovered'
        ? selection.missing
        : [];
  return all.map((candidate) => ({ ...candidate, path }));
}

/** Servers that somebody named are looked at even where no file needs them. */
async function withoutFiles({ config, locate }: DoctorTargetsInput): Promise<readonly Counted[]> {
  const { zeroConfig, servers, onlyServers, skipServers } = config;
  const named = servers.filter(({ name }) =>
    onlyServers.length > 0 ? onlyServers.includes(name) : !zeroConfig && !skipServers.includes(name),
  );
  return Promise.all(
    named.map(async (definition) => {
      const root = definition.fixedRoot ?? repoRootPath;
      return { definition, root, location: await locate(definition, root), path: undefined };
    }),
  );
}

type Group = Omit<DoctorTarget, 'installer' | 'astray' | 'unmet'>;

/** Candidates of one server by how it is installed; a way that no file needs counts only when it is the only one. */
function installationsOf(candidates: readonly Counted[]): readonly Group[] {
  const byWay = new Map<string, Counted[]>();
  for (const candidate of candidates) {
    const way = installation(candidate.location);
    byWay.set(way, [...(byWay.get(way) ?? []), candidate]);
  }
  const groups = [...byWay.values()].flatMap(groupOf);
  const needed = groups.filter(({ files }) => files > 0);
  return needed.length > 0 ? needed : groups;
}

function groupOf(candidates: readonly Counted[]): readonly Group[] {
  const filesByRoot = new Map<RepoPath, number>();
  for (const { root, path } of candidates)
    filesByRoot.set(root, (filesByRoot.get(root) ?? 0) + (path === undefined ? 0 : 1));
  const counts = [...filesByRoot.values()];
  const chosen = candidates.find(({ root }) => filesByRoot.get(root) === Math.max(...counts));
  if (chosen === undefined) return [];
  const { definition, root, location } = chosen;
  const sample = sampleOf(
    definition,
    candidates.flatMap((candidate) => (candidate.root === root ? (candidate.path ?? []) : [])),
  );
  return [
    {
      ...{ definition, root, location },
      files: counts.reduce((sum, count) => sum + count, 0),
      roots: Math.max(1, counts.filter((count) => count > 0).length),
      ...(sample !== undefined && { sample }),
    },
  ];
}

/** A canary is a mistake in one language; without one any file will do. */
function sampleOf(
  { canary, languageId }: ServerDefinition,
  paths: readonly RepoPath[],
): RepoPath | undefined {
  if (canary === undefined) return paths[0];
  const wanted = languageIdOf(languageId, gitPath(canary.fileName));
  return paths.find((path) => languageIdOf(languageId, path) === wanted);
}

/** What tells two installations apart. */
function installation(location: Location): string {
  if (location.kind === 'missing') return location.why;
  const { command, own, note, lacks } = location;
  return JSON.stringify([command.from, command.version, own?.version, note, lacks?.name]);
}

function describer({ folders, env }: DoctorTargetsInput): (group: Group) => Promise<DoctorTarget> {
  const installerOf = packageInstallers(folders);
  return async (group) => {
    const { definition, root, location } = group;
    const missing = location.kind === 'missing' && location.wrong === undefined;
    const [installer, unmet, astray] = await Promise.all([
      installerOf(root),
      unmetOf(definition, root, folders, env),
      missing ? astrayFolder(definition, env) : undefined,
    ]);
    return { ...group, installer, unmet, ...(astray !== undefined && { astray }) };
  };
}

async function unmetOf(
  { expects = [] }: ServerDefinition,
  root: RepoPath,
  folders: JudgedFolders,
  env: Environment,
): Promise<readonly Expectation[]> {
  const met = await Promise.all(
    expects.map(async ({ kind, anyOf }) => {
      if (kind === 'file') return (await nearestWith(folders, anyOf)(root)) !== undefined;
      const searches = await Promise.all(anyOf.map((name) => findProgram(name, searchPath(env))));
      return searches.some((search) => search.kind === 'found');
    }),
  );
  return expects.filter((_, index) => met[index] !== true);
}

function uncoveredOf(selections: readonly Selection[]): DoctorTargets['uncovered'] {
  const byLanguage = new Map<string, { files: number; hint: string }>();
  for (const selection of selections) {
    if (selection.kind !== 'uncovered' || selection.missing.length > 0) continue;
    const { language, hint = '' } = selection;
    byLanguage.set(language, { hint, files: (byLanguage.get(language)?.files ?? 0) + 1 });
  }
  return [...byLanguage].map(([language, rest]) => ({ language, ...rest }));
}
