// Whether a server that has judged the new text can be shown the base text as well, by overlays alone. Pure. Where it cannot,
// the base is judged by a second process in a tree of its own: an error that both passes show because the server never saw the
// base would hide what the change broke.

import type { RepoPath } from '../model/base.js';
import type { BaseText, BaseTexts } from '../model/base-texts.js';
import type { PlannedSession } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { languageIdOf } from '../plan/language-id.js';
import { compileGlobs } from '../platform/globs.js';
import { baseNameOf } from '../platform/paths.js';

/** A changed path that the server handles, with its base text; the language id that it gets. */
export interface ShownBase {
  readonly path: RepoPath;
  readonly text: Exclude<BaseText, { kind: 'unreadable' }>;
  readonly languageId: string;
}

/** Everything that has to be shown; undefined when that would not be the base. */
export function shownAsOverlays(
  {
    definition,
    tree,
    documents,
    supporting,
  }: Pick<PlannedSession, 'definition' | 'tree' | 'documents' | 'supporting'>,
  base: BaseTexts,
  announcesPull: boolean,
): readonly ShownBase[] | undefined {
  if (definition.overlay !== 'full' || tree.kind === 'materialised') return undefined;
  if (!canBeAskedAgain(definition, announcesPull) || base.outOfReach !== undefined) return undefined;
  const named = compileGlobs(definition.files);
  // A script without an extension was taken for its first line.
  const taken = new Set([...documents, ...supporting].map(({ path }) => path));
  const shown: ShownBase[] = [];
  for (const [path, text] of base.texts) {
    if (!named(path) && !taken.has(path)) {
      if (mayBeRead(path)) return undefined;
      continue;
    }
    const languageId = languageIdOf(definition.languageId, path);
    if (text.kind === 'unreadable' || languageId === undefined) return undefined;
    if (definition.overlayMissing === 'no' && (text.kind === 'absent' || base.gone.has(path)))
      return undefined;
    shown.push({ path, text, languageId });
  }
  return shown;
}

/** Publishes alone prove nothing here: a server need not publish the same list twice, nor say which text a list is of. */
function canBeAskedAgain({ settle }: ServerDefinition, announcesPull: boolean): boolean {
  return settle.kind === 'auto' ? announcesPull : settle.kind !== 'push';
}

/**
 * A file that is not of the server's language: it may still read it from the disk (its configuration, data that is imported), which
 * has the new text. Only of what no compiler reads is it certain that it does not.
 */
function mayBeRead(path: RepoPath): boolean {
  return !path.startsWith('.github/') && !neverRead.test(baseNameOf(path));
}

const neverRead = new RegExp(
  [
    '^(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CODEOWNERS|CHANGELOG|CHANGES|README)(?:\\.\\w+)?$',
    '^\\.(?:git(?:ignore|attributes|-blame-ignore-revs)|mailmap|lspcheckignore)$',
    '^(?:package-lock\\.json|yarn\\.lock|pnpm-lock\\.yaml|bun\\.lockb?|poetry\\.lock|uv\\.lock|lspcheck\\.yml)$',
    '\\.(?:md|markdown|rst|adoc|png|jpe?g|gif|svg|webp|ico|pdf|woff2?|ttf)$',
  ].join('|'),
  'i',
);
