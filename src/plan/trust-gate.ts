// May a server run on behalf of somebody who did not choose this repository? Of a trusted one, what was trusted, byte for byte;
// else only what the user installed outside of it, and of that nothing that runs the repository's code by itself.
// Invariant: what is refused is named, and ends as `unknown: untrusted`; nothing is run to find out.

import { readFile, realpath } from 'node:fs/promises';
import { delimiter } from 'node:path';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { Environment } from '../platform/environment.js';
import { contentHash } from '../platform/hash.js';
import { absolutePath, repoPathOf } from '../platform/paths.js';
import { searchPath } from './executables.js';
import { type Locate, type Location, locator } from './locate.js';
import type { ProgramSources } from './places.js';
import type { Candidate } from './select.js';

type Found = Extract<Location, { kind: 'found' }>;

export type Passed =
  | { readonly kind: 'passed'; readonly location: Location }
  /** `would`: a clause, what it would run. */
  | { readonly kind: 'refused'; readonly would: string };

export type TrustGate = (candidate: Candidate) => Promise<Passed>;

export interface GateInput {
  readonly sources: ProgramSources;
  /** Content of the files inside the repository that may run; undefined: the repository is not trusted. */
  readonly trusted: Readonly<Record<string, string>> | undefined;
  /** Names of the built-in entries: of any other server its definer alone knows what it runs. */
  readonly builtIn: ReadonlySet<string>;
}

export function trustGate(input: GateInput): TrustGate {
  const { sources, trusted } = input;
  const outside = locator(outsideOf(sources));
  return async (candidate) => {
    const { location, definition } = candidate;
    if (location.kind === 'missing') return { kind: 'passed', location };
    return trusted === undefined
      ? untrusted(candidate, location, input, outside)
      : asTrusted(definition, location, input, trusted);
  };
}

async function asTrusted(
  { name }: ServerDefinition,
  location: Found,
  { sources }: GateInput,
  trusted: Readonly<Record<string, string>>,
): Promise<Passed> {
  const files = await commandFiles(location, sources.serverRoot);
  const changed = Object.entries(files).find(([path, hash]) => trusted[path] !== hash);
  if (changed === undefined) return { kind: 'passed', location };
  return {
    kind: 'refused',
    would: `${name} would run ${changed[0]}, which is not as it was when it was trusted`,
  };
}

async function untrusted(
  { definition, root }: Candidate,
  location: Found,
  { sources, builtIn }: GateInput,
  locate: Locate,
): Promise<Passed> {
  const { name, origin, executesWorkspaceCode } = definition;
  const inside = Object.keys(await commandFiles(location, sources.serverRoot));
  // Another work tree of the repository is no more of the user's choosing than this one.
  const isOurs = inside.length > 0 || location.command.from === 'project';
  const what = inside[0] ?? nameOf(location.command.program);
  if (origin === 'project')
    return { kind: 'refused', would: `${name} would run ${what}, as the repository's configuration says` };
  if (executesWorkspaceCode && builtIn.has(name))
    return { kind: 'refused', would: `${name} would run ${what}, which runs code of the repository` };
  if (!isOurs) return { kind: 'passed', location };
  // What the repository puts in front of a program of the user's is passed over.
  const users = await locate(definition, root);
  if (users.kind === 'found' && Object.keys(await commandFiles(users, sources.serverRoot)).length === 0)
    return { kind: 'passed', location: users };
  return { kind: 'refused', would: `${name} would run ${what}, which is the repository's` };
}

function nameOf(program: AbsPath): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
}

/**
 * Files inside the repository that a command is made of: its program and what it is given as arguments, links resolved.
 * Path → hash of the content.
 */
export async function commandFiles(
  { command }: Found,
  root: AbsPath,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const word of [command.program, ...command.args]) {
    // An option may hold a path: --require=./x.js
    for (const part of new Set([word, word.slice(word.indexOf('=') + 1)])) {
      const named = absolutePath(part, root);
      const path = repoPathOf(root, named);
      const real = await realpath(named).catch(() => undefined);
      const inside = path ?? (real === undefined ? undefined : repoPathOf(root, absolutePath(real, '/')));
      if (inside === undefined || real === undefined) continue;
      const bytes = await readFile(real).catch(() => undefined);
      if (bytes !== undefined) files[inside] = contentHash(bytes);
    }
  }
  return files;
}

/** Only what lies outside of the repository. */
function outsideOf(sources: ProgramSources): ProgramSources {
  return { ...sources, env: environmentOutside(sources), extraRoots: [], withoutProject: true };
}

/** No folder of PATH lies inside the repository: what a server starts by its bare name (`env node`) is looked up there, too. */
export function environmentOutside({ env, serverRoot, extraRoots }: ProgramSources): Environment {
  const roots = [serverRoot, ...extraRoots];
  const isOutside = (folder: AbsPath) => roots.every((root) => repoPathOf(root, folder) === undefined);
  return { ...env, PATH: searchPath(env).filter(isOutside).join(delimiter) };
}

/** For the root of a repository: every command that a run would use. */
export async function trustedFiles(
  locations: readonly Location[],
  root: AbsPath,
): Promise<Readonly<Record<RepoPath, string>>> {
  const files: Record<string, string> = {};
  for (const location of locations)
    if (location.kind === 'found') Object.assign(files, await commandFiles(location, root));
  return files;
}
