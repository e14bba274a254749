// Which paths git's attributes call generated or vendored (`linguist-generated`, `linguist-vendored`): not judged unless named.

import type { AbsPath, RepoPath } from '../model/base.js';
import { absolutePath, baseNameOf } from '../platform/paths.js';
import type { TextSource } from './change-set.js';
import type { Repository } from './repository.js';
import { type GitPlace, runGit } from './run-git.js';
import { treeEntries } from './tree.js';

const attributes = ['linguist-generated', 'linguist-vendored'];
/** Arguments of one call: well below every system's limit for names of ordinary length. */
const pathsPerCall = 400;

/**
 * By the .gitattributes of where the text is: disk, index or commit. Throws UserError `scope`.
 * @param scratch makes a private folder, at the first need of one
 */
export async function generatedPaths(
  repository: Repository,
  paths: readonly RepoPath[],
  source: TextSource,
  scratch: () => Promise<AbsPath>,
): Promise<ReadonlySet<RepoPath>> {
  const ask = await asking(repository, source, scratch);
  const generated = new Set<RepoPath>();
  for (let from = 0; from < paths.length; from += pathsPerCall) {
    const output = await ask(paths.slice(from, from + pathsPerCall));
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

type Ask = (paths: readonly RepoPath[]) => Promise<string>;

async function asking(
  repository: Repository,
  source: TextSource,
  scratch: () => Promise<AbsPath>,
): Promise<Ask> {
  const words = (...where: readonly string[]) => ['check-attr', '-z', ...where, ...attributes, '--'];
  if (source.kind !== 'commit') {
    const where = source.kind === 'index' ? ['--cached'] : [];
    return (paths) => repository.git([...words(...where), ...paths]);
  }
  if (await readsCommits(repository))
    return (paths) => repository.git([...words(`--source=${source.oid}`), ...paths]);
  const place = await indexOfAttributes(repository, source.oid, await scratch());
  return (paths) => runGit([...words('--cached'), ...paths], place);
}

/** Since git 2.40. */
async function readsCommits(repository: Repository): Promise<boolean> {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(await repository.git(['version'])) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 40);
}

/** An index of our own that holds the commit's .gitattributes and nothing else: every git reads them from there. */
async function indexOfAttributes(repository: Repository, commit: string, folder: AbsPath): Promise<GitPlace> {
  const { root: cwd, signal } = repository;
  const env = { ...repository.env, GIT_INDEX_FILE: absolutePath('attributes-index', folder) };
  const place: GitPlace = { cwd, env, ...(signal && { signal }) };
  const files = (await treeEntries(repository, commit)).filter(
    ({ path, mode }) => baseNameOf(path) === '.gitattributes' && mode.startsWith('100'),
  );
  // Where there are none, git takes an index that is not there for an empty one.
  for (let from = 0; from < files.length; from += pathsPerCall) {
    const entries = files
      .slice(from, from + pathsPerCall)
      .flatMap(({ mode, oid, path }) => ['--cacheinfo', `${mode},${oid},${path}`]);
    // A split index would put its larger half into the repository.
    await runGit(['-c', 'core.splitIndex=false', 'update-index', '--add', ...entries], place);
  }
  return place;
}
