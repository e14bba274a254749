// OC-22 and OC-27: a rename is right or refused whole.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RenameInput, renameSymbol } from '../../../src/query/rename-symbol.js';
import { fakeEditing } from '../../support/fake-editing.js';
import {
  type FakeGround,
  type FakeServer,
  fakeGround,
  Refusal,
  range,
} from '../../support/fake-server-handle.js';

const rename = 'textDocument/rename';
const prepareRename = 'textDocument/prepareRename';
const documentSymbol = 'textDocument/documentSymbol';

/** Two on top of `m.fx`, in its OC-22 form: CRLF, no newline at the end. */
const m = 'f(foo, foo) + foo // 🙂 foo';
const n = '\uFEFFfoo\r\nuse foo\r\n';
const symbol = (line: number, column: number) => ({
  name: 'foo',
  kind: 13,
  range: range(line, 0, line, 11),
  selectionRange: range(line, column, line, column + 3),
});
const edit = (line: number, column: number, newText = 'barbaz') => ({
  range: range(line, column, line, column + 3),
  newText,
});
const mEdits = [2, 7, 14, 14, 24].map((column) => edit(0, column));
const nEdits = [edit(0, 0), edit(1, 4)];

type Uris = (path: string) => string;

/** Answers a rename with `documentChanges`, versions as in the session unless `version` says otherwise. */
function changing(
  change: (uri: Uris, turn: number) => object,
  more: FakeServer['answers'] = {},
  files: Readonly<Record<string, string | Uint8Array>> = { 'm.fx': m, 'n.fx': n },
  server: Partial<FakeServer> = {},
): FakeGround {
  const ground: FakeGround = fakeGround(files, {
    answers: {
      [documentSymbol]: [symbol(0, 2)],
      [rename]: (_: never, turn: number) => change(ground.uri, turn),
      ...more,
    },
    ...server,
  });
  return ground;
}

const both = (uri: Uris, version: number | null = null) => ({
  documentChanges: [
    { textDocument: { uri: uri('m.fx'), version }, edits: mEdits },
    { textDocument: { uri: uri('n.fx'), version: null }, edits: nEdits },
  ],
});

const ask = (ground: FakeGround, more: Partial<RenameInput> = {}, editing = fakeEditing()) =>
  renameSymbol({ symbol: 'foo', new_name: 'barbaz', file_path: 'm.fx', ...more }, editing, ground);

const bytes = (ground: FakeGround, path: string) => readFileSync(join(ground.root, path));

describe('OC-22', () => {
  it('A: every place of both files, duplicates once, CRLF and byte order mark kept', async () => {
    const ground = changing((uri) => both(uri, 1));
    const editing = fakeEditing();
    const answer = await ask(ground, {}, editing);
    expect(answer).toEqual({
      note: 'ok',
      message: 'Rename "foo" to "barbaz": 2 files changed.',
      warnings: [],
      positionBase: 0,
      success: true,
      dry_run: false,
      file: { path: 'm.fx', file_path: join(ground.root, 'm.fx') },
      server: 'fake',
      changed_files: [
        { path: 'm.fx', file_path: join(ground.root, 'm.fx'), edits: 4 },
        { path: 'n.fx', file_path: join(ground.root, 'n.fx'), edits: 2 },
      ],
      diagnostics: 'diagnostics of m.fx, n.fx',
    });
    expect(ground.read('m.fx')).toBe('f(barbaz, barbaz) + barbaz // 🙂 barbaz');
    expect(ground.read('n.fx')).toBe('\uFEFFbarbaz\r\nuse barbaz\r\n');
    expect(editing.told).toEqual([['m.fx', 'n.fx']]);
    expect(editing.proposals).toMatchObject([{ title: 'Rename "foo" to "barbaz"', files: ['m.fx', 'n.fx'] }]);
  });

  it('A: asked again once every file is open that it would change', async () => {
    const ground = changing((uri) => both(uri));
    await ask(ground);
    const renames = ground.asked.filter(({ method }) => method === rename);
    expect(renames.map(({ open }) => open)).toEqual([['m.fx'], ['m.fx', 'n.fx']]);
  });

  it('A: through `changes`, by URIs that are spelt in another way', async () => {
    const ground = changing((uri) => ({
      changes: {
        [uri('m.fx').replace('m.fx', '%6d.fx')]: mEdits,
        [uri('n.fx').replace('file://', 'FILE:')]: nEdits,
      },
    }));
    expect(await ask(ground)).toMatchObject({
      success: true,
      changed_files: [{ path: 'm.fx' }, { path: 'n.fx' }],
    });
  });

  it('B: the text on disk went on after it was opened: planned anew on the new text', async () => {
    const ground = changing((uri) => ({ changes: { [uri('m.fx')]: [edit(2, 2)] } }), {
      [documentSymbol]: () => [symbol(ground.read('m.fx').startsWith('1') ? 2 : 0, 2)],
    });
    await ask(ground, { dry_run: true });
    ground.write('m.fx', `1\r\n2\r\n${m}`);
    expect(await ask(ground)).toMatchObject({ success: true });
    expect(ground.read('m.fx')).toBe(`1\r\n2\r\n${m.replace('foo', 'barbaz')}`);
  });

  it('B: the text on disk goes on while the server answers: refused', async () => {
    const ground = changing((uri) => {
      ground.write('m.fx', `1\r\n2\r\n${m}`);
      return both(uri);
    });
    const answer = await ask(ground);
    expect(answer).toMatchObject({ note: 'refused', success: false, changed_files: [] });
    expect(answer.message).toContain(
      '"m.fx" cannot be changed: an edit names a place that the text does not have.',
    );
    expect(ground.read('m.fx')).toBe(`1\r\n2\r\n${m}`);
    expect(ground.read('n.fx')).toBe(n);
  });

  it('B: it goes on when the last answer has come: refused', async () => {
    const ground = changing((uri, turn) => {
      if (turn === 1) ground.write('n.fx', 'other');
      return both(uri);
    });
    const answer = await ask(ground);
    expect(answer.message).toContain(
      '"n.fx" cannot be changed: it was changed since the server was told of it.',
    );
    expect([ground.read('m.fx'), ground.read('n.fx')]).toEqual([m, 'other']);
  });

  const refusals: readonly (readonly [string, (uri: Uris) => object, string])[] = [
    [
      'C: two edits overlap',
      (uri) => ({ changes: { [uri('m.fx')]: [edit(0, 2), edit(0, 4)], [uri('n.fx')]: nEdits } }),
      '"m.fx" cannot be changed: two edits overlap.',
    ],
    [
      'E: the edit is for an older version',
      (uri) => both(uri, 0),
      '"m.fx" cannot be changed: the edit was made for another version of it.',
    ],
    [
      'for a newer one',
      (uri) => both(uri, 2),
      '"m.fx" cannot be changed: the edit was made for another version of it.',
    ],
    [
      'a place that is not there',
      (uri) => ({ changes: { [uri('m.fx')]: mEdits, [uri('n.fx')]: [edit(9, 0)] } }),
      '"n.fx" cannot be changed: an edit names a place that the text does not have.',
    ],
    [
      'other places than the one that was asked about',
      (uri) => ({ changes: { [uri('m.fx')]: [edit(0, 7)] } }),
      'fake would change other places, and not the one that it was asked about.',
    ],
    [
      'a part that needs a person',
      (uri) => ({
        changes: { [uri('m.fx')]: [{ ...edit(0, 2), annotationId: 'x' }] },
        changeAnnotations: { x: { label: 'x', needsConfirmation: true } },
      }),
      'the server asks that a person confirms a part of it.',
    ],
    [
      'a template',
      (uri) => ({ changes: { [uri('m.fx')]: [{ range: range(0, 0), snippet: {} }] } }),
      'a part of it is a template with gaps.',
    ],
  ];

  it.each(refusals)('%s: refused, nothing changed', async (_, change, why) => {
    const ground = changing(change);
    const before = [bytes(ground, 'm.fx'), bytes(ground, 'n.fx')];
    const answer = await ask(ground);
    expect(answer).toMatchObject({ note: 'refused', success: false });
    expect(answer.message).toBe(`Rename "foo" to "barbaz": ${why} Nothing was changed.`);
    expect([bytes(ground, 'm.fx'), bytes(ground, 'n.fx')]).toEqual(before);
  });

  it('D: one file is read-only: refused, nothing changed', async () => {
    const ground = changing((uri) => both(uri));
    chmodSync(join(ground.root, 'n.fx'), 0o444);
    const answer = await ask(ground);
    expect(answer.message).toContain('"n.fx" cannot be changed: it is read-only.');
    expect([ground.read('m.fx'), ground.read('n.fx')]).toEqual([m, n]);
    expect(readdirSync(ground.root).sort()).toEqual(['m.fx', 'n.fx']);
  });
});

describe('OC-27: a target that nobody may write refuses the whole', () => {
  const bad: readonly (readonly [string, (ground: FakeGround) => object, string])[] = [
    ['..', ({ uri }) => textEdit(`${uri('')}/../secret.txt`), 'it is outside the root.'],
    ['encoded ..', ({ uri }) => textEdit(`${uri('')}/%2e%2e/secret.txt`), 'it is outside the root.'],
    [
      'a sibling of the same prefix',
      ({ uri }) => textEdit(`${uri('')}-evil/x.fx`),
      'it is outside the root.',
    ],
    ['through a link, not there yet', ({ uri }) => textEdit(uri('out/new.fx')), 'it is outside the root.'],
    ['through a link, there', ({ uri }) => textEdit(uri('out/x.fx')), 'it is outside the root.'],
    ['a link that leads out', ({ uri }) => textEdit(uri('link.fx')), 'it is outside the root.'],
    ['git’s own folder', ({ uri }) => textEdit(uri('.git/hooks/pre-commit')), 'it belongs to git.'],
    ['git’s own folder in capitals', ({ uri }) => textEdit(uri('.GIT/config')), 'it belongs to git.'],
    ['another scheme', () => textEdit('http://host/x'), 'it is no file.'],
    ['another host', () => textEdit('file://host/x'), 'it is no file.'],
    ['the machine', () => textEdit('file:///etc/passwd'), 'it is outside the root.'],
    ['the root itself', ({ uri }) => textEdit(uri('')), 'it is outside the root.'],
    ['a folder', ({ uri }) => textEdit(uri('.github')), 'it is no regular file.'],
    ['a file that is not there', ({ uri }) => textEdit(uri('new.fx')), 'it does not exist.'],
    ['create', ({ uri }) => ({ kind: 'create', uri: uri('new.fx') }), 'it would create the file'],
    [
      'rename',
      ({ uri }) => ({ kind: 'rename', oldUri: uri('n.fx'), newUri: uri('new.fx') }),
      'it would rename the file',
    ],
    ['delete', ({ uri }) => ({ kind: 'delete', uri: uri('n.fx') }), 'it would delete the file'],
    [
      'something unheard of',
      ({ uri }) => ({ kind: 'x y', uri: uri('n.fx') }),
      'it would do something unknown with the file',
    ],
  ];

  it.each(bad)('%s', async (_, target, why) => {
    const ground = changing((uri) => ({
      documentChanges: [{ textDocument: { uri: uri('m.fx'), version: null }, edits: mEdits }, target(ground)],
    }));
    const outside = dirname(ground.root);
    for (const folder of ['root-evil', 'elsewhere', 'root/.git/hooks', 'root/.github'])
      mkdirSync(join(outside, folder), { recursive: true });
    const secrets = [
      'secret.txt',
      'root-evil/x.fx',
      'elsewhere/x.fx',
      'root/.git/config',
      'root/.git/hooks/pre-commit',
    ];
    for (const secret of secrets) writeFileSync(join(outside, secret), 'foo secret');
    symlinkSync('../elsewhere', join(ground.root, 'out'));
    symlinkSync('../secret.txt', join(ground.root, 'link.fx'));

    const answer = await ask(ground);
    expect(answer).toMatchObject({ note: 'refused', success: false, changed_files: [] });
    expect(answer.message).toContain(why);
    expect(answer.message).toMatch(/"[^"]+" cannot be changed|the file "[^"]+"/);
    expect(JSON.stringify(answer)).not.toContain('foo secret');
    expect(ground.read('m.fx')).toBe(m);
    for (const secret of secrets) expect(readFileSync(join(outside, secret), 'utf8')).toBe('foo secret');
    expect(existsSync(join(outside, 'elsewhere/new.fx')) || existsSync(join(ground.root, 'new.fx'))).toBe(
      false,
    );
    expect(ground.asked.flatMap(({ open }) => open).filter((path) => path !== 'm.fx')).toEqual([]);
  });

  function textEdit(uri: string) {
    return { textDocument: { uri, version: null }, edits: [edit(0, 0)] };
  }
});

describe('links inside of the root', () => {
  it('a file that is named by two of its names is changed once', async () => {
    const ground = changing((uri) => ({ changes: { [uri('m.fx')]: mEdits, [uri('other.fx')]: mEdits } }));
    symlinkSync('m.fx', join(ground.root, 'other.fx'));
    const answer = await ask(ground);
    expect(answer).toMatchObject({ success: true, changed_files: [{ path: 'm.fx', edits: 4 }] });
    expect(ground.read('m.fx')).toBe('f(barbaz, barbaz) + barbaz // 🙂 barbaz');
  });

  it('through a link, what would be replaced must be the old name', async () => {
    const ground = changing((uri) => ({ changes: { [uri('other.fx')]: [edit(0, 3)] } }));
    symlinkSync('m.fx', join(ground.root, 'other.fx'));
    expect(await ask(ground)).toMatchObject({ note: 'refused' });
    expect(ground.read('m.fx')).toBe(m);
  });
});

describe('files that cannot be opened in the server', () => {
  const many = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.fx`, 'foo']));
  const all = (uri: Uris) => ({
    changes: {
      [uri('m.fx')]: mEdits,
      ...Object.fromEntries(Object.keys(many).map((path) => [uri(path), [edit(0, 0)]])),
    },
  });
  const small = { definition: { maxOpenDocuments: 2 } };

  it('are held against the disk before and after', async () => {
    const ground = changing(all, {}, { 'm.fx': m, ...many }, small);
    expect(await ask(ground)).toMatchObject({ success: true });
    expect(['a', 'b', 'c'].map((name) => ground.read(`${name}.fx`))).toEqual(['barbaz', 'barbaz', 'barbaz']);
    expect(ground.asked.at(-1)?.open).toEqual(['a.fx', 'm.fx']);
  });

  it('refuse the whole when they change meanwhile, or have no such name there', async () => {
    const changed = changing(
      (uri, turn) => {
        if (turn === 1) changed.write('c.fx', 'foo changed');
        return all(uri);
      },
      {},
      { 'm.fx': m, ...many },
      small,
    );
    expect(await ask(changed)).toMatchObject({ note: 'refused' });
    const other = changing(all, {}, { 'm.fx': m, ...many, 'c.fx': 'x foo' }, small);
    const answer = await ask(other);
    expect(answer.message).toContain(
      'the server has another text of it: "foo" is not where the edit would replace it',
    );
    expect(other.read('a.fx')).toBe('foo');
  });
});

describe('which symbol', () => {
  const one = (uri: Uris) => ({ changes: { [uri('m.fx')]: mEdits } });

  it('the one that the file declares, at its name', async () => {
    const ground = changing(one);
    await ask(ground);
    expect(ground.asked.at(-1)?.params).toMatchObject({
      position: { line: 0, character: 2 },
      newName: 'barbaz',
    });
  });

  it('several that the server renames together are one; else the name is ambiguous', async () => {
    const overloads = { [documentSymbol]: [symbol(0, 2), symbol(0, 7)] };
    expect(await ask(changing(one, overloads))).toMatchObject({ success: true });
    const ground = changing((uri) => ({ changes: { [uri('m.fx')]: [edit(0, 2)] } }), overloads);
    const answer = await ask(ground);
    expect(answer).toMatchObject({ note: 'ambiguous', success: false });
    expect(answer.message).toContain('"foo" also is foo in line 1; give its name path or line.');
    expect(ground.read('m.fx')).toBe(m);
  });

  it('a word that the file only uses is not renamed by its name alone', async () => {
    const ground = changing(one, { [documentSymbol]: [{ ...symbol(0, 0), name: 'f' }] });
    expect(await ask(ground)).toMatchObject({ note: 'no-matches', success: false });
    expect(ground.asked.some(({ method }) => method === rename)).toBe(false);
  });

  it('but at its line or its place it is', async () => {
    const other = { [documentSymbol]: [{ ...symbol(0, 0), name: 'f' }] };
    const byLine = changing(one, other);
    expect(await ask(byLine, { line: 0 })).toMatchObject({ success: true });
    const byPlace = changing(one, other);
    expect(await ask(byPlace, { line: 0, character: 8 })).toMatchObject({ success: true });
    expect(byPlace.asked.at(-1)?.params).toMatchObject({ position: { line: 0, character: 7 } });
    const elsewhere = changing(one, other);
    expect(await ask(elsewhere, { line: 0, character: 0 })).toMatchObject({ note: 'no-matches' });
  });

  it('a server that tells no symbols renames the first word', async () => {
    const ground = changing(one, { [documentSymbol]: null }, undefined, {});
    expect(await ask(ground)).toMatchObject({ success: true });
  });

  it('a place where the server has nothing to rename', async () => {
    const ground = changing(one, { [prepareRename]: null });
    const answer = await ask(ground);
    expect(answer).toMatchObject({ note: 'refused' });
    expect(answer.message).toContain('fake says that this cannot be renamed.');
    expect(ground.read('m.fx')).toBe(m);
  });
});

describe('what comes of it', () => {
  it('a dry run shows the difference and changes nothing', async () => {
    const ground = changing((uri) => both(uri));
    const editing = fakeEditing({ kind: 'refused', why: 'never asked' });
    const answer = await ask(ground, { dry_run: true }, editing);
    expect(answer).toMatchObject({ note: 'ok', success: false, dry_run: true, diff_truncated: false });
    expect(answer.changed_files).toHaveLength(2);
    expect(answer.diff).toBe(
      [
        '--- a/m.fx',
        '+++ b/m.fx',
        '@@ -1,1 +1,1 @@',
        '-f(foo, foo) + foo // 🙂 foo',
        '\\ No newline at end of file',
        '+f(barbaz, barbaz) + barbaz // 🙂 barbaz',
        '\\ No newline at end of file',
        '--- a/n.fx',
        '+++ b/n.fx',
        '@@ -1,2 +1,2 @@',
        '-foo\r',
        '-use foo\r',
        '+barbaz\r',
        '+use barbaz\r',
        '',
      ].join('\n'),
    );
    expect([ground.read('m.fx'), ground.read('n.fx')]).toEqual([m, n]);
    expect(editing.proposals).toEqual([]);
  });

  it('what is not allowed is not done, and says why', async () => {
    const ground = changing((uri) => both(uri));
    const answer = await ask(
      ground,
      {},
      fakeEditing({ kind: 'refused', why: 'edits are denied (mcp.edits).' }),
    );
    expect(answer.message).toBe(
      'Rename "foo" to "barbaz": edits are denied (mcp.edits). Nothing was changed.',
    );
    expect(ground.read('m.fx')).toBe(m);
  });

  it('a call that ended while somebody was asked changes nothing', async () => {
    const ground = changing((uri) => both(uri));
    const editing = fakeEditing();
    const withdrawn = async () => {
      ground.end('cancelled');
      return { kind: 'allowed' } as const;
    };
    const answer = await ask(ground, {}, { ...editing, permit: withdrawn });
    expect(answer.message).toContain('the call ended before anything was written.');
    expect(ground.read('m.fx')).toBe(m);
  });

  it.each([
    [null, 'no-matches', 'fake has nothing to change.'],
    [{}, 'no-matches', 'fake has nothing to change.'],
    [{ changes: {} }, 'no-matches', 'fake has nothing to change.'],
    ['text', 'request-failed', 'Request failed'],
    [{ changes: 7 }, 'request-failed', 'Request failed'],
    [{ documentChanges: [{}] }, 'request-failed', 'Request failed'],
    [{ changes: { 'file:///x': 7 } }, 'request-failed', 'Request failed'],
  ])('%j', async (result, note, message) => {
    const answer = await ask(changing(() => result as object));
    expect(answer).toMatchObject({ note, success: false });
    expect(answer.message).toContain(message);
  });

  it('a refusal of the server is quoted', async () => {
    const ground = changing(() => {
      throw new Refusal(-32803, 'You cannot rename this element.');
    });
    const answer = await ask(ground);
    expect(answer).toMatchObject({ note: 'request-failed', success: false });
    expect(answer.warnings[0]?.message).toContain('"You cannot rename this element."');
  });

  it.each([['a b'], [''], ['a\nb'], ['a;'], ['"a"'], ['foo'], ['a\u202e']])(
    '%j is no new name',
    async (new_name) => {
      const ground = changing((uri) => both(uri));
      expect(await ask(ground, { new_name })).toMatchObject({ note: 'refused', success: false });
      expect(ground.asked).toEqual([]);
    },
  );

  it('two renames at once: one after the other, each on the text that the other left', async () => {
    const ground: FakeGround = fakeGround(
      { 'm.fx': 'foo' },
      {
        answers: {
          [documentSymbol]: () => [
            {
              ...symbol(0, 0),
              name: ground.read('m.fx'),
              selectionRange: range(0, 0, 0, ground.read('m.fx').length),
            },
          ],
          [rename]: ({ newName }: { newName: string }) => ({
            changes: {
              [ground.uri('m.fx')]: [{ range: range(0, 0, 0, ground.read('m.fx').length), newText: newName }],
            },
          }),
        },
      },
    );
    const editing = fakeEditing();
    const [first, second, third] = await Promise.all([
      ask(ground, {}, editing),
      ask(ground, { new_name: 'other' }, editing),
      ask(ground, { symbol: 'barbaz', new_name: 'third' }, editing),
    ]);
    expect([first.success, second.success, third.success]).toEqual([true, false, true]);
    expect(ground.read('m.fx')).toBe('third');
  });
});
