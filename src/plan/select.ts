// Which servers judge a file. Chosen ones (named in the config or by --server) all run, and a missing one is said as
// unknown. With nothing chosen, entries run when they are activated and found, and of a group the best found one.
// Invariant: whatever does not run is either a candidate that is missing, or said in the selection or the notes.

import { isNonEmpty, type NonEmpty, type RepoPath } from '../model/base.js';
import type { Config } from '../model/config.js';
import { compareText } from '../model/diagnostic.js';
import type { ResolvedCommand } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { repoRootPath } from '../platform/paths.js';
import type { ReadHead } from './file-class.js';
import type { JudgedFolders } from './folders.js';
import type { Locate, Location } from './locate.js';
import { activeOnes, entryOf, type Match, matching } from './matching.js';

/** A server for a file: where it is rooted, and its command or why there is none. */
export interface Candidate {
  readonly definition: ServerDefinition;
  readonly root: RepoPath;
  readonly location: Location;
}

export type Selection =
  /** `missing`: with nothing chosen, those that would run too if they were installed. */
  | {
      readonly kind: 'servers';
      readonly candidates: NonEmpty<Candidate>;
      readonly missing: readonly Candidate[];
    }
  /** The catalogue has an entry for the language, but none runs. `why` is a clause. */
  | {
      readonly kind: 'uncovered';
      readonly language: string;
      readonly why: string;
      readonly hint?: string;
      readonly missing: readonly Candidate[];
    }
  /** Servers that match were left out by --server, --skip-server or an override. */
  | { readonly kind: 'left-out' }
  | { readonly kind: 'unhandled' };

export interface Selector {
  select(path: RepoPath): Promise<Selection>;
  /** What was not chosen, and why; sorted. */
  notes(): readonly string[];
}

export interface SelectInput {
  readonly config: Pick<Config, 'zeroConfig' | 'servers' | 'catalogue' | 'onlyServers' | 'skipServers'>;
  readonly folders: JudgedFolders;
  readonly locate: Locate;
  /** Asked of paths without an extension only. */
  readonly headOf: ReadHead;
  /** From the overrides: undefined means all. */
  readonly allowedServers: (path: RepoPath) => readonly string[] | undefined;
}

export function createSelector({ config, folders, locate, headOf, allowedServers }: SelectInput): Selector {
  const { zeroConfig, onlyServers, skipServers } = config;
  const servers = config.servers.map((definition) => entryOf(definition, folders, headOf));
  const catalogue = config.catalogue.map((definition) => entryOf(definition, folders, headOf));
  const chosen = !zeroConfig || onlyServers.length > 0;
  const notes = new Set<string>();
  const notUsed: NotUsed = ({ definition, root }, why) =>
    notes.add(`${definition.name} is not used ${inFolder(root)}: ${why}`);

  const isWanted = (name: string, path: RepoPath) =>
    (onlyServers.length === 0 || onlyServers.includes(name)) &&
    !skipServers.includes(name) &&
    (allowedServers(path)?.includes(name) ?? true);
  const withLocation = async ({ definition, root }: Match): Promise<Candidate> => ({
    definition,
    root,
    location: await locate(definition, root),
  });

  const select = async (path: RepoPath): Promise<Selection> => {
    const matches = await matching(servers, path);
    const wanted = matches.filter(({ definition }) => isWanted(definition.name, path));
    const leftOut = matches.length > wanted.length;
    if (chosen) {
      const candidates = await Promise.all(wanted.map(withLocation));
      if (isNonEmpty(candidates)) return { kind: 'servers', candidates, missing: [] };
      return leftOut ? { kind: 'left-out' } : notConfigured(await matching(catalogue, path));
    }
    const active = await activeOnes(wanted);
    for (const match of wanted) if (!active.includes(match)) notUsed(match, noneOf(match.definition));
    const located = await Promise.all(active.map(withLocation));
    const found = oneOfEachGroup(located, notUsed);
    const missing = firstOfEachGroup(located, found);
    if (isNonEmpty(found)) return { kind: 'servers', candidates: found, missing };
    const [first] = missing;
    if (first?.location.kind === 'missing')
      return {
        ...uncoveredBy(first.definition, first.location.why, first.definition.installHint),
        missing,
      };
    return leftOut ? { kind: 'left-out' } : { kind: 'unhandled' };
  };
  return { select, notes: () => [...notes].sort(compareText) };
}

async function notConfigured(matches: readonly Match[]): Promise<Selection> {
  const [known] = await activeOnes(matches);
  if (known === undefined) return { kind: 'unhandled' };
  const { name } = known.definition;
  return uncoveredBy(
    known.definition,
    `no configured server handles it, ${name} of the catalogue could`,
    `add "${name}: {}" to servers in the configuration`,
  );
}

function uncoveredBy(
  { language }: ServerDefinition,
  why: string,
  hint: string,
): Extract<Selection, { kind: 'uncovered' }> {
  return { kind: 'uncovered', language, why, ...(hint !== '' && { hint }), missing: [] };
}

type NotUsed = (which: Pick<Candidate, 'definition' | 'root'>, why: string) => void;

/** What the project brings, then PATH, then ours. */
const placeRank: Readonly<Record<ResolvedCommand['from'], number>> = {
  absolute: 0,
  project: 0,
  path: 1,
  bundled: 2,
};

/** The found candidates, of each group the best placed one; the first declared on a tie. */
function oneOfEachGroup(located: readonly Candidate[], notUsed: NotUsed): readonly Candidate[] {
  const found = located.flatMap(({ location, ...which }) => {
    if (location.kind === 'found') return [{ ...which, location }];
    notUsed(which, location.why);
    return [];
  });
  return found.filter((candidate) => {
    const { group } = candidate.definition;
    if (group === undefined) return true;
    const rivals = found.filter((other) => other.definition.group === group);
    const best = rivals.reduce((a, b) =>
      placeRank[b.location.command.from] < placeRank[a.location.command.from] ? b : a,
    );
    if (best === candidate) return true;
    notUsed(candidate, `${best.definition.name} does the same job and was chosen`);
    return false;
  });
}

/** The missing candidates, of each group of which none is found the first declared. */
function firstOfEachGroup(located: readonly Candidate[], found: readonly Candidate[]): readonly Candidate[] {
  const missing = located.filter(({ location }) => location.kind === 'missing');
  return missing.filter(({ definition: { group } }, index) => {
    const isRival = (other: Candidate) => group !== undefined && other.definition.group === group;
    return !found.some(isRival) && !missing.slice(0, index).some(isRival);
  });
}

function noneOf({ activatesOn }: ServerDefinition): string {
  return `none of ${activatesOn.join(', ')} is there or above`;
}

function inFolder(root: RepoPath): string {
  return root === repoRootPath ? 'in the repository root' : `in "${root}"`;
}
