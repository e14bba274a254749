// A planned session, rooted in a materialised tree of the same text: its documents lie there as files, and nothing has to be open
// beside them.

import type { JudgedTree } from '../model/judged-tree.js';
import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import { absoluteOf, toUri } from '../platform/paths.js';

export function atTree(plan: PlannedSession, tree: JudgedTree): PlannedSession {
  return {
    ...plan,
    tree,
    root: absoluteOf(tree.serverRoot, plan.rootPath),
    documents: plan.documents.map((document) => documentIn(tree, document)),
    supporting: [],
  };
}

/** As it is in a tree that is materialised; in any other, as it was planned. */
export function documentIn(tree: JudgedTree, document: PlannedDocument): PlannedDocument {
  if (tree.kind !== 'materialised') return document;
  return { ...document, uri: toUri(absoluteOf(tree.serverRoot, document.path)), matchesDisk: true };
}
