// Judges what is staged, as a hook would, and writes what it saw as JSON to the file that PROBE_OUT names.
// Exit 1 when a judged text holds the word BAD. Bundled by the tests of hooks: a hook runs a program, not TypeScript.

import { writeFileSync } from 'node:fs';
import { readBlobs } from '../../src/git/blobs.js';
import { resolveChangeSet } from '../../src/git/change-set.js';
import { quickStatus } from '../../src/git/quick-status.js';
import { openRepository } from '../../src/git/repository.js';
import { stagedTree } from '../../src/plan/judged-tree.js';
import { openTextStore } from '../../src/plan/text-store.js';

export interface Probed {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly root: string;
  readonly description: string;
  /** Path → judged text, or the status of what is not judged. */
  readonly files: Readonly<Record<string, string>>;
  readonly overlays: readonly string[];
}

async function probe(): Promise<Probed> {
  const request = { cwd: process.cwd(), env: process.env };
  const { location, status } = await quickStatus(request);
  const repository = await openRepository(request, location);
  const { entries, scope } = await resolveChangeSet(repository, { kind: 'staged', paths: [] }, status);
  const tree = await stagedTree(repository, status);
  const store = openTextStore({
    tree,
    entries,
    maxFileSizeBytes: 1_000_000,
    readObjects: (oids, maxBytes) => readBlobs(repository, oids, maxBytes),
  });
  const files: Record<string, string> = {};
  for (const { path, status: entryStatus } of entries) {
    const text = entryStatus === 'deleted' ? undefined : await store.text(path);
    files[path] = text?.kind === 'text' ? text.text : `<${text?.detail ?? entryStatus}>`;
  }
  const git = Object.entries(process.env).filter(([name]) => name.startsWith('GIT_'));
  return {
    cwd: process.cwd(),
    env: Object.fromEntries(git.map(([name, value]) => [name, value ?? ''])),
    root: location.root,
    description: scope.description,
    files,
    overlays: [...tree.overlays.keys()],
  };
}

probe().then(
  (seen) => {
    writeFileSync(process.env['PROBE_OUT'] ?? '', JSON.stringify(seen));
    process.exitCode = Object.values(seen.files).some((text) => text.includes('BAD')) ? 1 : 0;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 70;
  },
);
