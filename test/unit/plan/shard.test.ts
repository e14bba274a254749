import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AbsPath, ContentHash, DocumentUri, NonEmpty, RepoPath } from '../../../src/model/base.js';
import { isNonEmpty } from '../../../src/model/base.js';
import type { CheckPlan, PlannedDocument, PlannedFile } from '../../../src/model/plan.js';
import { shardOf } from '../../../src/plan/shard.js';
import { definition, repoPath } from '../../support/definitions.js';
import { treeOf } from './workspace.js';

interface Given {
  readonly path: string;
  readonly server: string;
  readonly bytes: number;
  readonly onDisk?: boolean;
}

function planOf(given: readonly Given[]): CheckPlan {
  const root = '/repo' as AbsPath;
  const files = given
    .map(
      ({ path, server }): PlannedFile => ({
        kind: 'judged',
        path: repoPath(path),
        contentHash: `sha256:${path}` as ContentHash,
        failOn: 'error',
        cells: [{ kind: 'session', server, role: 'required', sessionKey: `${server} .` }],
      }),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const keys = [...new Set(given.map(({ server }) => server))].sort();
  const sessions = keys.map((server) => {
    const documents = given
      .filter((one) => one.server === server)
      .map(
        ({ path, onDisk = true }): PlannedDocument => ({
          path: repoPath(path),
          uri: `file:///repo/${path}` as DocumentUri,
          languageId: 'x',
          contentHash: `sha256:${path}` as ContentHash,
          matchesDisk: onDisk,
        }),
      );
    if (!isNonEmpty(documents)) throw new Error('no documents');
    return {
      key: `${server} .`,
      definition: definition(server),
      tree: treeOf(root),
      root,
      rootPath: '.' as RepoPath,
      command: { program: '/bin/x' as AbsPath, args: [], from: 'path' as const },
      packages: {},
      documents: documents as NonEmpty<PlannedDocument>,
      supporting: [],
    };
  });
  return { files, sessions, notes: [] };
}

const partsOf = (given: readonly Given[], total: number) => {
  const sizes = new Map(given.map(({ path, bytes }) => [path, bytes]));
  return Array.from({ length: total }, (_, at) =>
    shardOf(planOf(given), { index: at + 1, total }, ['v1'], (path) => sizes.get(path) ?? 0),
  );
};

const anyFiles = fc
  .uniqueArray(
    fc.record({
      path: fc.stringMatching(/^[a-f]{1,3}\/[a-z]{1,6}$/),
      server: fc.constantFrom('ts', 'py', 'go'),
      bytes: fc.nat(100_000),
      onDisk: fc.boolean(),
    }),
    { selector: ({ path }) => path, maxLength: 40 },
  )
  .map((files) => files as readonly Given[]);

describe('parts of a plan', () => {
  test('every file and every document is in exactly one, and each part names the others', () => {
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 1, max: 7 }), (given, total) => {
        const all = given.map(({ path }) => path).sort();
        const parts = partsOf(given, total);
        expect(parts.flatMap(({ plan }) => plan.files.map(({ path }) => path)).sort()).toEqual(all);
        const documents = parts.flatMap(({ plan }) => plan.sessions.flatMap((session) => session.documents));
        expect(documents.map(({ path }) => path).sort()).toEqual(all);
        for (const { plan, shard } of parts)
          expect([...plan.files.map(({ path }) => path), ...shard.elsewhere].sort()).toEqual(all);
        expect(new Set(parts.map(({ shard }) => shard.planHash)).size).toBe(1);
      }),
    );
  });

  test('a text that is not on the disk is open in every part that starts its server', () => {
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 1, max: 5 }), (given, total) => {
        for (const { plan } of partsOf(given, total)) {
          for (const session of plan.sessions) {
            const server = session.definition.name;
            const overlaid = given.filter((one) => one.server === server && one.onDisk === false);
            const open = [...session.documents, ...session.supporting].map(({ path }) => String(path));
            for (const { path } of overlaid) expect(open).toContain(path);
          }
        }
      }),
    );
  });

  test('no part costs more than its share and one file', () => {
    const given = Array.from({ length: 100 }, (_, at) => ({
      path: `d${String(at).padStart(3, '0')}/f`,
      server: at % 3 === 0 ? 'py' : 'ts',
      bytes: (at * 7919) % 50_000,
    }));
    const sizes = new Map(given.map(({ path, bytes }) => [path, bytes]));
    const costs = partsOf(given, 4).map(({ plan }) =>
      plan.files.reduce((sum, { path }) => sum + 2001 + (sizes.get(path) ?? 0), 0),
    );
    const whole = costs.reduce((sum, cost) => sum + cost, 0);
    for (const cost of costs) expect(cost).toBeLessThanOrEqual(whole / 4 + 52_001);
  });

  test('neighbours stay together: two servers in two parts are started once each', () => {
    const given = Array.from({ length: 20 }, (_, at) => ({
      path: `f${at % 10}${at}`,
      server: at % 2 === 0 ? 'ts' : 'py',
      bytes: 10,
    }));
    const servers = partsOf(given, 2).map(({ plan }) =>
      plan.sessions.map(({ definition: { name } }) => name),
    );
    expect(servers).toEqual([['py'], ['ts']]);
  });

  test('another text, another server, another count or another question is another plan', () => {
    const given: readonly Given[] = [{ path: 'a', server: 'ts', bytes: 1 }];
    const hashOf = (plan: CheckPlan, total: number, asked: readonly string[]) =>
      shardOf(plan, { index: 1, total }, asked, () => 1).shard.planHash;
    const hashes = [
      hashOf(planOf(given), 2, ['v1']),
      hashOf(planOf(given), 3, ['v1']),
      hashOf(planOf(given), 2, ['v2']),
      hashOf(planOf([{ path: 'b', server: 'ts', bytes: 1 }]), 2, ['v1']),
      hashOf(planOf([{ path: 'a', server: 'py', bytes: 1 }]), 2, ['v1']),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
