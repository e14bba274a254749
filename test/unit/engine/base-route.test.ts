import { describe, expect, it } from 'vitest';
import { shownAsOverlays } from '../../../src/engine/base-route.js';
import type { ContentHash, RepoPath } from '../../../src/model/base.js';
import type { BaseText, BaseTexts } from '../../../src/model/base-texts.js';
import type { PlannedDocument } from '../../../src/model/plan.js';
import { workingTree } from '../../../src/plan/judged-tree.js';
import { absolutePath, toUri } from '../../../src/platform/paths.js';
import { definition } from '../../support/definitions.js';

const text: BaseText = { kind: 'text', text: 'x\n', hash: 'sha256:0' as ContentHash };
const absent: BaseText = { kind: 'absent' };
const unreadable: BaseText = { kind: 'unreadable' };

const pulls = {
  kind: 'pull',
  announced: 'static',
  refresh: 'noise',
  progress: 'noise',
  afterConfiguration: false,
} as const;

interface Given {
  readonly texts: Readonly<Record<string, BaseText>>;
  readonly gone?: readonly string[];
  readonly outOfReach?: string;
  readonly entry?: Parameters<typeof definition>[1];
  readonly announcesPull?: boolean;
  readonly materialised?: boolean;
}

const document: PlannedDocument = {
  path: 'script' as RepoPath,
  uri: toUri(absolutePath('/r/script', '/')),
  languageId: 'fx',
  contentHash: 'sha256:0' as ContentHash,
  matchesDisk: true,
};

/** The paths that are shown; undefined when a process of its own is needed. */
function shown({ texts, gone = [], outOfReach, entry, announcesPull = true, materialised }: Given) {
  const base: BaseTexts = {
    texts: new Map(Object.entries(texts).map(([path, one]) => [path as RepoPath, one])),
    gone: new Set(gone.map((path) => path as RepoPath)),
    renames: new Map(),
    ...(outOfReach !== undefined && { outOfReach }),
  };
  const tree = workingTree(absolutePath('/r', '/'));
  const plan = {
    documents: [document] as const,
    supporting: [],
    definition: definition('fx', {
      overlay: 'full',
      overlayMissing: 'yes',
      settle: pulls,
      ...entry,
    }),
    tree: materialised ? { ...tree, kind: 'materialised' as const } : tree,
  };
  return shownAsOverlays(plan, base, announcesPull)?.map(({ path }) => path);
}

describe('the base text as overlays', () => {
  it('every changed file that the server handles is shown', () => {
    expect(shown({ texts: { 'a.fx': text, 'b.fx': absent, 'c.fx': text }, gone: ['c.fx'] })).toEqual([
      'a.fx',
      'b.fx',
      'c.fx',
    ]);
  });

  it('a script that was taken for its first line is shown as well', () => {
    expect(shown({ texts: { script: text, 'a.fx': text } })).toEqual(['script', 'a.fx']);
  });

  it('not to a server that reads the disk, nor to one that is rooted in a tree', () => {
    const texts = { 'a.fx': text };
    expect(shown({ texts, entry: { overlay: 'self' } })).toBeUndefined();
    expect(shown({ texts, entry: { overlay: 'none' } })).toBeUndefined();
    expect(shown({ texts, materialised: true })).toBeUndefined();
  });

  it('not to a server that only publishes: nobody could tell which text a list is of', () => {
    const texts = { 'a.fx': text };
    expect(shown({ texts, entry: { settle: { kind: 'push' } } })).toBeUndefined();
    expect(shown({ texts, entry: { settle: { kind: 'auto' } }, announcesPull: false })).toBeUndefined();
    expect(shown({ texts, entry: { settle: { kind: 'auto' } } })).toEqual(['a.fx']);
    expect(shown({ texts, entry: { settle: { kind: 'versioned' } } })).toEqual(['a.fx']);
  });

  it('a text that cannot be shown, or lies in a submodule, needs the other way', () => {
    expect(shown({ texts: { 'a.fx': text, 'b.fx': unreadable } })).toBeUndefined();
    expect(shown({ texts: { 'a.fx': text }, outOfReach: 'it is away' })).toBeUndefined();
  });

  it('where files that are not on the disk are not seen, none may have come or gone', () => {
    const entry = { overlayMissing: 'no' } as const;
    expect(shown({ texts: { 'a.fx': text }, entry })).toEqual(['a.fx']);
    expect(shown({ texts: { 'a.fx': text, 'b.fx': absent }, entry })).toBeUndefined();
    expect(shown({ texts: { 'a.fx': text, 'b.fx': text }, gone: ['b.fx'], entry })).toBeUndefined();
  });

  it('a changed file of another kind may be read from the disk, prose is not', () => {
    for (const path of ['fx.config.json', 'data.json', 'Makefile', 'src/a.c', 'other', 'fx.txt', 'lock.json'])
      expect(shown({ texts: { 'a.fx': text, [path]: text } }), path).toBeUndefined();
    for (const path of [
      'README.md',
      'docs/a.md',
      'LICENSE',
      '.gitignore',
      'x/logo.PNG',
      'yarn.lock',
      '.github/workflows/ci.yml',
    ])
      expect(shown({ texts: { 'a.fx': text, [path]: text } }), path).toEqual(['a.fx']);
  });
});
