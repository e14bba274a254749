// What a run would be about, as `check` finds it: the entries, the scope, and the judged text of each path.

import type { ScopeSelection } from '../../src/check-options.js';
import type { RepoPath } from '../../src/model/base.js';
import { openTextStore } from '../../src/plan/text-store.js';
import { findPlace, findSubject } from '../../src/subject.js';
import { told } from './git-scope.js';
import type { TempRepo } from './temp-repo.js';

export async function judged(
  repo: TempRepo,
  scope: ScopeSelection,
  env: Readonly<Record<string, string>> = {},
  folder = '.',
) {
  const options = { ...repo.request(folder, env), scope };
  const subject = await findSubject(await findPlace(options), options);
  const { changeSet, tree, readObjects } = subject;
  const store = openTextStore({
    tree,
    entries: changeSet.entries,
    maxFileSizeBytes: 1_000_000,
    ...(readObjects && { readObjects }),
  });
  const path = (name: string) => name as RepoPath;
  return {
    ...subject,
    scope: changeSet.scope,
    told: told(changeSet),
    overlays: overlaysOf(tree.overlays),
    mixed: changeSet.scope.mixed.map(({ path, why }) => `${why} ${path}`),
    classify: (name: string) => store.classify(path(name)),
    text: async (name: string) => {
      const text = await store.text(path(name));
      return text.kind === 'text' ? text.text : `<${text.detail}>`;
    },
  };
}

function overlaysOf(overlays: Awaited<ReturnType<typeof findSubject>>['tree']['overlays']) {
  const words = [...overlays].map(([path, overlay]) => [
    path,
    overlay.kind === 'absent' ? 'absent' : overlay.onDisk ? 'text' : 'text, not on disk',
  ]);
  return Object.fromEntries(words.sort());
}
