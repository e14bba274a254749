// Text that is not on the disk, and how it is had: the judged text and the text before the change, each as a private folder for
// servers that read the disk, made when one needs it; and the texts of what changed, to compare with.

import type { CheckOptions } from './check-options.js';
import type { Repository } from './git/repository.js';
import type { RepoPath } from './model/base.js';
import type { BaseTexts } from './model/base-texts.js';
import type { Config } from './model/config.js';
import type { TextStore } from './model/plan.js';
import { UserError } from './model/user-error.js';
import type { Materialiser } from './plan/materialiser.js';
import type { Materialise } from './plan/overlays.js';
import type { TreeContents } from './plan/tree-contents.js';
import type { Subject } from './subject.js';

export interface TextTrees {
  /** Undefined where no text differs from the disk. */
  readonly judged: Materialise | undefined;
  /** Undefined where nothing is compared, or there is no base. */
  readonly base: Materialise | undefined;
  /** Removes what was made. Never rejects. */
  dispose(): Promise<void>;
}

/** @param cancelled true once no server will be started any more */
export async function textTrees(
  subject: Subject,
  { only, affected }: Pick<Config, 'only' | 'affected'>,
  { env }: Pick<CheckOptions, 'env'>,
  cancelled: () => boolean,
): Promise<TextTrees> {
  const { tree, changeSet } = subject;
  const { base } = changeSet.scope;
  const [judged, before] = await Promise.all([
    tree.overlays.size === 0 ? undefined : treeOf(subject, judgedContents(subject), env, cancelled),
    (only !== 'new' && !affected) || base === null
      ? undefined
      : treeOf(subject, (repository) => commitContents(repository, base), env, cancelled),
  ]);
  return {
    judged: judged?.materialise,
    base: before?.materialise,
    dispose: async () => {
      await Promise.all([judged?.dispose(), before?.dispose()]);
    },
  };
}

async function treeOf(
  { repository, readObjects }: Subject,
  contents: (repository: Repository) => Promise<TreeContents>,
  env: CheckOptions['env'],
  cancelled: () => boolean,
): Promise<Materialiser | undefined> {
  if (repository === undefined || readObjects === undefined) return undefined;
  const { treeMaterialiser } = await import('./plan/materialiser.js');
  const { folderGuard } = await import('./session/folder-guard.js');
  const guard = folderGuard(env);
  const made = treeMaterialiser({
    repository,
    contents: () => contents(repository),
    readObjects,
    env,
    guard: guard.watch,
    cancelled,
  });
  return {
    ...made,
    dispose: async () => {
      await made.dispose();
      guard.dismiss();
    },
  };
}

function judgedContents({ source, leftOut }: Subject): (repository: Repository) => Promise<TreeContents> {
  if (source.kind === 'commit') return (repository) => commitContents(repository, source.oid);
  return async (repository) => {
    const { indexEntries } = await import('./git/blobs.js');
    const { contentsOfIndex } = await import('./plan/tree-contents.js');
    return contentsOfIndex(repository.root, await indexEntries(repository), leftOut);
  };
}

async function commitContents(repository: Repository, commit: string): Promise<TreeContents> {
  const { indexEntries } = await import('./git/blobs.js');
  const { treeEntries } = await import('./git/tree.js');
  const { contentsOfCommit } = await import('./plan/tree-contents.js');
  const [entries, index] = await Promise.all([treeEntries(repository, commit), indexEntries(repository)]);
  return contentsOfCommit(repository.root, entries, index);
}

/** Every tracked file of the judged tree that has text: no links, no submodules. Read at the first call. */
export function trackedFiles(subject: Subject): () => Promise<ReadonlySet<RepoPath>> {
  let read: Promise<ReadonlySet<RepoPath>> | undefined;
  return () => {
    read ??= readTracked(subject);
    return read;
  };
}

async function readTracked({ repository, source }: Subject): Promise<ReadonlySet<RepoPath>> {
  if (repository === undefined) return new Set();
  const { isText } = await import('./plan/judged-tree.js');
  if (source.kind === 'commit') {
    const { treeEntries } = await import('./git/tree.js');
    const entries = await treeEntries(repository, source.oid);
    return new Set(entries.flatMap(({ path, mode }) => (isText(mode) ? [path] : [])));
  }
  const { indexEntries } = await import('./git/blobs.js');
  const index = await indexEntries(repository);
  return new Set(
    index.flatMap(({ path, mode, skipWorkTree }) => (isText(mode) && !skipWorkTree ? [path] : [])),
  );
}

/** The changed files' texts before the change, for --only changed-lines and new, and --affected. @throws UserError */
export async function baseTextsOf(
  { changeSet, whole, repository, readObjects }: Subject,
  { only, maxFileSizeBytes: maxBytes }: Pick<Config, 'only' | 'maxFileSizeBytes'>,
  judged: TextStore,
): Promise<BaseTexts> {
  const { kind, base } = changeSet.scope;
  if (repository === undefined || readObjects === undefined || kind === 'files' || kind === 'all') {
    throw new UserError('usage', `--only ${only} needs a change to compare with`, {
      hint: 'use lspcheck changed, with --staged, --base REF or --from A --to B',
    });
  }
  const { readBaseTexts } = await import('./plan/base-texts.js');
  const { treeEntries } = await import('./git/tree.js');
  const held = base === null ? [] : await treeEntries(repository, base);
  return readBaseTexts({ entries: whole, held, readObjects, maxBytes, judged });
}
