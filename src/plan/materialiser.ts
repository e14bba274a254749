// The materialised tree of one run, made when the first server needs it and removed afterwards; or why it cannot be had, in
// general or for one server. Invariant: nothing that goes wrong in making it ends the run.

import type { AbsPath } from '../model/base.js';
import { UserError } from '../model/user-error.js';
import { makePrivateFolder, removePrivateFolder, systemFailure } from '../platform/private-folder.js';
import { type MadeTree, makeTree, type TreeRequest, treeIn } from './make-tree.js';
import { memoize } from './memoize.js';
import type { Materialise } from './overlays.js';
import { unfitTemporaryFolder } from './surroundings.js';

export interface Materialiser {
  readonly materialise: Materialise;
  /** Removes what was made. Never rejects. */
  dispose(): Promise<void>;
}

export interface MaterialiserInput extends TreeRequest {
  /** Told of the folder before it is there, so that it is removed even when we are killed. */
  readonly guard: (folder: AbsPath) => void;
}

export function treeMaterialiser(input: MaterialiserInput): Materialiser {
  let folder: AbsPath | undefined;
  const guard = (made: AbsPath) => {
    folder = made;
    input.guard(made);
  };
  const once = memoize((_: 'tree') => attempt({ ...input, guard }));
  return {
    materialise: async (definition) => {
      const made = await once('tree');
      if (made.kind === 'unfit') return made;
      const misfit = made.misfits.find(({ concerns }) => concerns(definition));
      return misfit === undefined ? made : { kind: 'unfit', why: misfit.why };
    },
    dispose: async () => {
      if (folder !== undefined) await removePrivateFolder(folder);
    },
  };
}

async function attempt(input: MaterialiserInput): Promise<MadeTree> {
  const { root } = input.repository;
  let mirror: AbsPath | undefined;
  try {
    const unfit = await unfitTemporaryFolder(root);
    if (unfit !== undefined) return { kind: 'unfit', why: `${unfit}; let TMPDIR name another` };
    mirror = await makePrivateFolder('tree', input.guard);
    return await makeTree(mirror, input);
  } catch (error) {
    // An interruption ends git as well. What is left is a tree that no server is started in.
    if (mirror !== undefined && input.cancelled())
      return { kind: 'tree', tree: treeIn(mirror, root), misfits: [] };
    return { kind: 'unfit', why: failureText(error, root) };
  }
}

/** @throws what is no failure of git or of the system's: a bug. */
function failureText(error: unknown, root: AbsPath): string {
  if (error instanceof UserError)
    return `git does not give the whole judged text (${error.message.replaceAll(`${root}/`, '')})`;
  const failure = systemFailure(error);
  if (failure === undefined) throw error;
  return `the judged text cannot be written to the temporary folder (${failure}); let TMPDIR name another`;
}
