// A folder of this run's own outside of the repository: only we may enter it.

import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbsPath } from '../model/base.js';

/** Links resolved, so that servers name the same paths back. mkdtemp makes it with mode 0700. */
export async function makePrivateFolder(): Promise<AbsPath> {
  return (await realpath(await mkdtemp(join(tmpdir(), 'lspcheck-')))) as AbsPath;
}
