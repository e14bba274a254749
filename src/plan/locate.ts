// Launch → the command that starts it, or why there is none. Looked for in the project's node_modules/.bin, then PATH,
// then in lspcheck itself, in that order for all of an entry's candidates together: what the project brings wins.
// Nothing is started here, so a broken shim shows at its start. Knows nothing of files or documents.

import type { AbsPath, JsonValue, NonEmpty, RepoPath } from '../model/base.js';
import type { ResolvedCommand } from '../model/plan.js';
import type { LaunchCandidate, PackageNeed, ServerDefinition } from '../model/server-definition.js';
import { absolutePath } from '../platform/paths.js';
import { packagesNamedIn } from '../platform/placeholders.js';
import { checkProgram, findProgram, isBareWord, type ProgramSearch, searchPath } from './executables.js';
import { memoize } from './memoize.js';
import { type MetNeed, needOf } from './needs.js';
import { belongsToAnother, type FoundPackage, packageIn, packageOwning } from './packages.js';
import {
  noPermission,
  notFound,
  type Places,
  type ProgramSources,
  placesByRoot,
  shownName,
} from './places.js';

export type Location =
  | {
      readonly kind: 'found';
      readonly command: ResolvedCommand;
      /** Folders for the definition's `${package:NAME}` placeholders. */
      readonly packages: Readonly<Record<string, AbsPath>>;
      /** An adapter and what it drives: "bundled typescript-language-server 5.3.0 drives this project's typescript 5.9.3". */
      readonly note?: string;
      /** The npm package that brought the command. */
      readonly own?: OwnPackage;
      /** A program without which the server starts but judges nothing, and PATH has none. */
      readonly lacks?: NonNullable<ServerDefinition['needsPrograms']>[number];
    }
  /** `why` is a clause that follows the server's name and a colon. `wrong`: a need that a package which is there does not meet. */
  | { readonly kind: 'missing'; readonly why: string; readonly wrong?: PackageNeed };

export interface OwnPackage extends Omit<FoundPackage, 'folder'> {
  readonly name: string;
}

export type Locate = (definition: ServerDefinition, root: RepoPath) => Promise<Location>;

/** Looks a definition's command up for a root; an answer is computed once per (definition, root). */
export function locator(sources: ProgramSources): Locate {
  const places = placesByRoot(sources);
  const located = memoize((definition: ServerDefinition) =>
    memoize((root: RepoPath) => locate(definition, places(root))),
  );
  return (definition, root) => located(definition)(root);
}

async function locate(definition: ServerDefinition, places: Places): Promise<Location> {
  const { launch, env, settings, initializationOptions } = definition;
  const found =
    launch.kind === 'command'
      ? await locateCommand(launch.command, places)
      : await locateCandidates(launch.candidates, places);
  if (found.kind === 'missing') return found;
  const { need, ...rest } = found;
  const lacks = await firstLacking(definition, places);
  const packages = await packageFolders([env, settings, initializationOptions], places, need);
  return { ...rest, packages, ...(lacks && { lacks }) };
}

/** Looked for where the server will look: on its own PATH, when its entry sets one. */
async function firstLacking({ needsPrograms = [], env }: ServerDefinition, places: Places) {
  const own = env['PATH'];
  for (const program of needsPrograms) {
    const search =
      own === undefined
        ? await places.onPath(program.name)
        : await findProgram(program.name, searchPath({ PATH: own }));
    if (search.kind !== 'found') return program;
  }
  return undefined;
}

type Found = {
  readonly kind: 'found';
  readonly command: ResolvedCommand;
  readonly note?: string;
  readonly own?: OwnPackage;
  readonly need?: MetNeed;
};
type Missing = Extract<Location, { kind: 'missing' }>;

/** As configured; a bare first word is looked up, any other is a path from the repository root. */
async function locateCommand([word, ...args]: NonEmpty<string>, places: Places): Promise<Found | Missing> {
  const looks = isBareWord(word)
    ? ([
        ['project', places.inProject(word)],
        ['path', places.onPath(word)],
      ] as const)
    : ([['absolute', checkProgram(absolutePath(word, places.sources.serverRoot))]] as const);
  let refused: string | undefined;
  for (const [from, look] of looks) {
    const search = await look;
    if (search.kind === 'found') return { kind: 'found', command: { program: search.program, args, from } };
    if (search.kind === 'not-executable') refused ??= noPermission(search.program, places);
  }
  const absent = isBareWord(word)
    ? notFound([word])
    : `there is no file ${shownName(absolutePath(word, places.sources.serverRoot), places)}`;
  return { kind: 'missing', why: refused ?? absent };
}

async function locateCandidates(
  candidates: NonEmpty<LaunchCandidate>,
  places: Places,
): Promise<Found | Missing> {
  const needed = await Promise.all(
    candidates.map(async (candidate) => ({ candidate, need: await needOf(candidate, places) })),
  );
  let refused: string | undefined;
  for (const tryPlace of [tryProject, tryPath, tryBundled]) {
    for (const { candidate, need } of needed) {
      if (need.kind === 'unmet') continue;
      const started = await tryPlace(candidate, places);
      if (started.kind === 'not-executable') refused ??= noPermission(started.program, places);
      if (started.kind === 'found')
        return describe(started, candidate, need.kind === 'met' ? need : undefined);
    }
  }
  if (refused !== undefined) return { kind: 'missing', why: refused };
  for (const { candidate, need } of needed) {
    if (need.kind !== 'unmet') continue;
    const wrong = need.present ? candidate.needs : undefined;
    return { kind: 'missing', why: need.why, ...(wrong && { wrong }) };
  }
  return { kind: 'missing', why: notFound(candidates.map(({ bin }) => bin)) };
}

/** A command that would do, and the package that brought it. */
type Started = { readonly kind: 'found'; readonly command: ResolvedCommand; readonly own?: FoundPackage };
type Try = Started | Exclude<ProgramSearch, { kind: 'found' }>;

async function tryProject({ bin, args, package: name }: LaunchCandidate, places: Places): Promise<Try> {
  const search = await places.inProject(bin);
  if (search.kind !== 'found') return search;
  const { program } = search;
  if (name !== undefined && (await belongsToAnother(program, name))) return { kind: 'absent' };
  // Beside `.bin` first, since a package manager's shim need not be a link into the package.
  const above = absolutePath('../../..', program);
  const own = name && ((await packageIn([above], name)) ?? (await packageOwning(program, name)));
  return { kind: 'found', command: { program, args, from: 'project' }, ...(own && { own }) };
}

async function tryPath({ bin, args, package: name }: LaunchCandidate, places: Places): Promise<Try> {
  const search = await places.onPath(bin);
  if (search.kind !== 'found') return search;
  const { program } = search;
  const own = name && (await packageOwning(program, name));
  return { kind: 'found', command: { program, args, from: 'path' }, ...(own && { own }) };
}

async function tryBundled(
  { args, package: name, bundled }: LaunchCandidate,
  { sources }: Places,
): Promise<Try> {
  const file = bundled === undefined ? undefined : sources.resolveBundled(bundled);
  if (file === undefined) return { kind: 'absent' };
  const own = name && (await packageOwning(file, name));
  const command = { program: sources.execPath, args: [file, ...args], from: 'bundled' } as const;
  return { kind: 'found', command, ...(own && { own }) };
}

/** The version that counts is the engine's: of the package that the adapter drives, where there is an adapter. */
function describe({ command, own }: Started, candidate: LaunchCandidate, need: MetNeed | undefined): Found {
  const version = need ? need.found.version : own?.version;
  const found: Found = {
    kind: 'found',
    command: version === undefined ? command : { ...command, version },
    ...ownOf(candidate, own),
  };
  if (need === undefined) return found;
  if (need.name === candidate.package) return { ...found, need };
  const whose = { project: "this project's", path: "PATH's", bundled: 'bundled', absolute: 'configured' };
  const adapter = spoken(candidate.package ?? candidate.bin, own?.version);
  const note = `${whose[command.from]} ${adapter} drives ${whose[need.from]} ${spoken(need.name, version)}`;
  return { ...found, need, note };
}

function ownOf({ package: name }: LaunchCandidate, own: FoundPackage | undefined): Pick<Found, 'own'> {
  if (name === undefined || own === undefined) return {};
  const { folder: _, ...facts } = own;
  return { own: { name, ...facts } };
}

function spoken(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name} ${version}`;
}

async function packageFolders(
  values: readonly (JsonValue | undefined)[],
  places: Places,
  need: MetNeed | undefined,
): Promise<Readonly<Record<string, AbsPath>>> {
  const named = await Promise.all(
    packagesNamedIn(values).map(async (name): Promise<readonly [string, AbsPath][]> => {
      const found = need?.name === name ? need.found : await packageIn(places.projectFolders, name);
      return found ? [[name, found.folder]] : [];
    }),
  );
  return Object.fromEntries(named.flat());
}
