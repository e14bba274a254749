// Which paths git's attributes call generated or vendored (`linguist-generated`, `linguist-vendored`): not judged unless named.

import type { RepoPath } from '../model/base.js';
import type { TextSource } from './change-set.js';
import type { Repository } from './repository.js';

const attributes = ['linguist-generated', 'linguist-vendored'];
/** Arguments of one call: well below every system's limit for names of ordinary length. */
const pathsPerCall = 400;

/** By the .gitattributes of where the text is: disk, index or commit. Throws UserError `scope`. */
export async function generatedPaths(
  repository: Repository,
  paths: readonly RepoPath[],
  source: TextSource,
): Promise<ReadonlySet<RepoPath>> {
  const generated = new Set<RepoPath>();
  for (let from = 0; from < paths.length; from += pathsPerCall) {
    const some = paths.slice(from, from + pathsPerCall);
    const output = await attributesOf(repository, some, source);
    // Triples: path, attribute, value (git-check-attr(1), -z).
    const fields = output.split('\0');
    for (let index = 0; index + 2 < fields.length; index += 3) {
      const value = fields[index + 2];
      // `true` is a spelling that GitHub's linguist takes as set.
      if (value === 'set' || value === 'true') generated.add(fields[index] as RepoPath);
    }
  }
  return generated;
}

async function attributesOf(repository: Repository, paths: readonly RepoPath[], source: TextSource) {
  const ask = (where: readonly string[]) =>
    repository.git(['check-attr', '-z', ...where, ...attributes, '--', ...paths]);
  if (source.kind !== 'commit') return ask(source.kind === 'index' ? ['--cached'] : []);
  // Git before 2.40 cannot read a commit's attributes: there the disk's count.
  return ask([`--source=${source.oid}`]).catch(() => ask([]));
}
