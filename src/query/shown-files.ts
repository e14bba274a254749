// Which files a server is shown before it is asked about more than one file. tsserver knows of no project before a file of it is
// open, and a server without an index of its own sees open documents only: what it was not shown it would not find.

import type { ServerHandle } from '../engine/server-handle.js';
import type { RepoPath } from '../model/base.js';
import { compileGlobs } from '../platform/globs.js';
import { parentOf } from '../platform/paths.js';
import type { QueryGround } from './ground.js';
import type { NamePath } from './name-path.js';
import { readTextInside } from './read-inside.js';
import { mentions } from './words.js';

/** Files for questions about the whole workspace: a few, of as many folders, since folders make projects. */
export async function exampleFiles(handle: ServerHandle, ground: QueryGround): Promise<readonly RepoPath[]> {
  const folders = new Set<RepoPath>();
  const examples: RepoPath[] = [];
  for (const path of await handledFiles(handle, ground)) {
    const folder = parentOf(path);
    if (folders.has(folder)) continue;
    folders.add(folder);
    examples.push(path);
    if (examples.length === mostExamples) break;
  }
  return examples;
}

export interface Mentioning {
  readonly paths: readonly RepoPath[];
  /** There are more than could be opened at once. */
  readonly isCut: boolean;
}

/** Files to be open beside the one that is asked about; none for a server that knows the others by itself. */
export async function filesToShow(
  { segments }: NamePath,
  handle: ServerHandle,
  ground: QueryGround,
): Promise<Mentioning> {
  const { seesUnopened, maxOpenDocuments } = handle.definition;
  if (seesUnopened) return { paths: [], isCut: false };
  const word = segments.at(-1) ?? '';
  const most = maxOpenDocuments - 1;
  const paths: RepoPath[] = [];
  for (const path of await handledFiles(handle, ground)) {
    const read = await readTextInside(ground.root, path, mostBytes);
    if (read.kind !== 'text' || !mentions(read.text, word)) continue;
    if (paths.length === most) return { paths, isCut: true };
    paths.push(path);
  }
  return { paths, isCut: false };
}

/** Of several sessions of one server each has the files below its own root, and no deeper root's. */
async function handledFiles(handle: ServerHandle, ground: QueryGround): Promise<readonly RepoPath[]> {
  const isOf = compileGlobs(handle.definition.files);
  const below = (await ground.files()).filter((path) => isOf(path) && isBelow(handle.rootPath, path));
  const others = (await ground.source.allServers()).filter(
    ({ name, rootPath }) =>
      name === handle.name && rootPath !== handle.rootPath && isBelow(handle.rootPath, rootPath),
  );
  return below.filter((path) => !others.some(({ rootPath }) => isBelow(rootPath, path)));
}

function isBelow(folder: RepoPath, path: RepoPath): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

const mostExamples = 8;
const mostBytes = 2 * 1024 * 1024;
