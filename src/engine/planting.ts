// Which made-up documents a server under examination is given, and where: the entry's canary in the session's root, then the
// same text under the name of a file of the repository, since a configuration may take only some names or folders.
// Nothing is written into the repository; a server that judges only what is on disk gets a private folder.

import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenableDocument } from '../collect/collector.js';
import type { AbsPath, NonEmpty } from '../model/base.js';
import type { Fault } from '../model/fault.js';
import type { PlannedSession } from '../model/plan.js';
import type { Canary, ServerDefinition } from '../model/server-definition.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import { languageIdOf } from '../plan/language-id.js';
import { absoluteOf, absolutePath, gitPath } from '../platform/paths.js';
import { systemFailure } from '../platform/private-folder.js';
import type { StartDeps } from '../session/start-session.js';
import { canaryDocument } from './canary.js';

export type Place = Pick<PlannedSession, 'root' | 'tree'>;

export interface Planting {
  readonly canary: Canary;
  readonly place: Place;
  /** To be tried in this order, one after the other. */
  readonly documents: NonEmpty<OpenableDocument>;
}

export async function plantingFor(
  { definition, root, sample }: DoctorTarget,
  tree: Place['tree'],
  tempFolder: StartDeps['tempFolder'],
): Promise<Planting | Fault> {
  const { canary = nonsense(definition) } = definition;
  const place =
    canary.onDisk === true
      ? await privatePlace(definition.name, canary, tempFolder)
      : { tree, root: absoluteOf(tree.serverRoot, root) };
  if ('reason' in place) return place;
  const document = (fileName: string) => {
    const languageId = languageIdOf(definition.languageId, gitPath(fileName)) ?? definition.name;
    return canaryDocument(place, { ...canary, fileName }, languageId);
  };
  const planted = document(canary.fileName);
  // A canary with a folder in its name is where it must be.
  const fixed = canary.onDisk === true || canary.fileName.includes('/') || definition.overlay === 'none';
  if (fixed || sample === undefined) return { canary, place, documents: [planted] };
  return { canary, place, documents: [planted, document(absoluteOf(tree.serverRoot, sample))] };
}

/** A folder of its own that holds this one file. */
async function privatePlace(
  name: string,
  { fileName, text }: Canary,
  tempFolder: StartDeps['tempFolder'],
): Promise<Place | Fault> {
  const made =
    tempFolder.kind === 'made' ? await folderWith(fileName, text, tempFolder.path) : tempFolder.why;
  if (typeof made !== 'string') return made;
  const detail = `${name} judges only what is on disk, and no folder could be made for that: ${made}`;
  return { reason: 'not-started', detail };
}

/** Or why it cannot be made. */
async function folderWith(fileName: string, text: string, temp: AbsPath): Promise<Place | string> {
  try {
    const root = absolutePath(await mkdtemp(join(temp, 'canary-')), '/');
    await writeFile(absolutePath(fileName, root), text);
    return { root, tree: { kind: 'working-tree', root, serverRoot: root, overlays: new Map() } };
  } catch (error) {
    const why = systemFailure(error);
    if (why === undefined) throw error;
    return why;
  }
}

/**
 * For a server that nobody has given a canary: text that is wrong in most languages, under a name that the server is for.
 * An objection proves that it judges; none proves nothing.
 */
function nonsense({ files }: ServerDefinition): Canary {
  const [glob] = files;
  const fileName = glob
    .replace(/\{([^,}]*)[^}]*\}/g, '$1')
    .replace(/.*\//, '')
    .replace(/\*+/g, 'lspcheck-canary')
    .replace(/[^\w.-]/g, '');
  return {
    fileName: fileName === '' ? 'lspcheck-canary' : fileName,
    text: ')]}> = "lspcheck planted this\n<<< ((( {{{ [[[ ;;\n',
    inEveryRun: false,
  };
}
