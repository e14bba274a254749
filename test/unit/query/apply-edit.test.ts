// The code that writes. All files or none, whatever stands in the way and whoever interferes meanwhile; originals that come back
// are the very files; nothing is left lying about; and nothing outside of the root is ever written.

import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import { type OnStep, writeFiles } from '../../../src/query/apply-edit.js';
import { repoPath } from '../../support/definitions.js';

interface World {
  readonly outside: string;
  readonly root: AbsPath;
  /** Everything below the folder above the root: path → content, link or mode. */
  readonly all: () => Readonly<Record<string, string>>;
}

function world(files: Readonly<Record<string, string>>): World {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-write-')));
  const root = join(outside, 'root') as AbsPath;
  for (const folder of ['root/src', 'root/.git/hooks', 'elsewhere'])
    mkdirSync(join(outside, folder), { recursive: true });
  writeFileSync(join(outside, 'elsewhere/a.fx'), 'secret');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const all = () => {
    const names = readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort();
    return Object.fromEntries(
      names.flatMap((name) => {
        const path = join(outside, name);
        const stat = lstatSync(path);
        if (stat.isDirectory()) return [];
        if (stat.isSymbolicLink()) return [[name, 'link']];
        return [[name, `${(stat.mode & 0o7777).toString(8)} ${readFileSync(path, 'utf8')}`]];
      }),
    );
  };
  return { outside, root, all };
}

function temporaryWorld(files: Readonly<Record<string, string>>): World {
  const made = world(files);
  onTestFinished(() => rmSync(made.outside, { recursive: true, force: true }));
  return made;
}

/** Each file's text becomes that text and `!`. */
const write = ({ root }: World, paths: readonly string[], onStep?: OnStep) =>
  writeFiles(
    root,
    paths.map((path) => {
      const before = readFileSync(join(root, path));
      return { path: repoPath(path), before, after: Buffer.concat([before, Buffer.from('!')]) };
    }),
    onStep,
  );

describe('written', () => {
  it('with the mode that they had, and nothing else', async () => {
    const w = temporaryWorld({ 'a.fx': 'a', 'src/b.fx': '\uFEFFb\r\n' });
    chmodSync(join(w.root, 'a.fx'), 0o751);
    const before = w.all();
    expect(await write(w, ['a.fx', 'src/b.fx'])).toEqual({ kind: 'written' });
    expect(w.all()).toEqual({
      ...before,
      'root/a.fx': '751 a!',
      'root/src/b.fx': `${before['root/src/b.fx']}!`,
    });
  });

  it('the other name of a file with two names keeps its text', async () => {
    const w = temporaryWorld({ 'a.fx': 'a' });
    linkSync(join(w.root, 'a.fx'), join(w.root, 'b.fx'));
    expect(await write(w, ['a.fx'])).toEqual({ kind: 'written' });
    expect([readFileSync(join(w.root, 'a.fx'), 'utf8'), readFileSync(join(w.root, 'b.fx'), 'utf8')]).toEqual([
      'a!',
      'a',
    ]);
  });

  it('no file at all', async () => {
    expect(await write(temporaryWorld({}), [])).toEqual({ kind: 'written' });
  });
});

describe('refused as a whole', () => {
  const two = { 'a.fx': 'a', 'src/b.fx': 'b' };
  /** Between the planning and the writing. */
  const cases: readonly (readonly [string, string, (w: World) => void])[] = [
    ['it is read-only', 'read-only', ({ root }) => chmodSync(join(root, 'src/b.fx'), 0o444)],
    ['it was changed meanwhile', 'other text', ({ root }) => writeFileSync(join(root, 'src/b.fx'), 'c')],
    ['it was changed meanwhile', 'longer text', ({ root }) => writeFileSync(join(root, 'src/b.fx'), 'bb')],
    ['it does not exist', 'gone', ({ root }) => unlinkSync(join(root, 'src/b.fx'))],
    ['it is a link', 'a link in its place', ({ root }) => replaceByLink(join(root, 'src/b.fx'), '../a.fx')],
    [
      'it is no regular file',
      'a folder in its place',
      ({ root }) => {
        unlinkSync(join(root, 'src/b.fx'));
        mkdirSync(join(root, 'src/b.fx'));
      },
    ],
    ['it is outside the root', 'its folder leads out', (w) => replaceFolder(w, '../elsewhere')],
    ['it belongs to git', 'its folder is one of git’s', (w) => replaceFolder(w, '.git/hooks')],
    ['its folder is another one now', 'its folder is another', (w) => replaceFolder(w, '.')],
  ];

  it.each(cases)('%s: %s', async (why, _, interfere) => {
    const w = temporaryWorld(two);
    const files = ['a.fx', 'src/b.fx'].map((path) => {
      const before = readFileSync(join(w.root, path));
      return { path: repoPath(path), before, after: Buffer.from('new') };
    });
    interfere(w);
    const before = w.all();
    expect(await writeFiles(w.root, files)).toEqual({ kind: 'refused', path: 'src/b.fx', why });
    expect(w.all()).toEqual(before);
  });

  it.each([['../elsewhere/a.fx'], ['.git/hooks/pre-commit'], ['.GIT/hooks/pre-commit']])(
    '%s',
    async (path) => {
      const w = temporaryWorld(two);
      const before = w.all();
      const bad = { path: repoPath(path), before: Buffer.from('secret'), after: Buffer.from('new') };
      const good = { path: repoPath('a.fx'), before: Buffer.from('a'), after: Buffer.from('new') };
      expect(await writeFiles(w.root, [good, bad])).toMatchObject({ kind: 'refused', path });
      expect(w.all()).toEqual(before);
    },
  );

  it('a folder that takes no new file', async (context) => {
    if (process.getuid?.() === 0) context.skip('a superuser may write into every folder');
    const w = temporaryWorld(two);
    chmodSync(join(w.root, 'src'), 0o555);
    const before = w.all();
    const result = await write(w, ['a.fx', 'src/b.fx']);
    chmodSync(join(w.root, 'src'), 0o755);
    expect(result).toMatchObject({ kind: 'refused', path: 'src/b.fx' });
    expect(w.all()).toEqual(before);
  });
});

describe('while somebody interferes', () => {
  const names = ['a.fx', 'b.fx', 'src/c.fx', 'src/d.fx'];
  const files = Object.fromEntries(names.map((name) => [name, `text of ${name}`]));
  /** What happens to one of the files, and what it holds afterwards if it can be told. */
  const acts = {
    edit: (path: string) => writeFileSync(path, 'edited'),
    remove: (path: string) => unlinkSync(path),
    link: (path: string) => replaceByLink(path, join(path, '../../elsewhere/a.fx')),
    replace: (path: string) => {
      writeFileSync(`${path}.mine`, 'another');
      renameSync(`${path}.mine`, path);
    },
  };

  it('either all files are new, or all but that one are the very files they were', async () => {
    const scenarios = fc.record({
      act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
      victim: fc.constantFrom(...names),
      when: fc.constantFrom('prepared', ...names),
    });
    await fc.assert(
      fc.asyncProperty(scenarios, async ({ act, victim, when }) => {
        const w = world(files);
        const inodes = new Map(names.map((name) => [name, statSync(join(w.root, name)).ino]));
        let after: Readonly<Record<string, string>> = {};
        const result = await write(w, names, (step, path) => {
          if (step === 'prepared' ? when !== 'prepared' : path !== when) return;
          acts[act](join(w.root, victim));
          after = w.all();
        });
        // One that was replaced already is not watched any more: the edit is over for it.
        const isTooLate = when !== 'prepared' && names.indexOf(victim) < names.indexOf(when);
        if (isTooLate) expect(result).toEqual({ kind: 'written' });
        else {
          expect(result).toMatchObject({ kind: 'refused', path: victim });
          const others = names.filter((name) => name !== victim);
          for (const name of others) expect(statSync(join(w.root, name)).ino).toBe(inodes.get(name));
          expect(w.all()[`root/${victim}`]).toBe(after[`root/${victim}`]);
        }
        expect(Object.keys(w.all()).filter((name) => name.includes('.lspcheck-'))).toEqual([]);
        expect(readFileSync(join(w.outside, 'elsewhere/a.fx'), 'utf8')).toBe('secret');
        rmSync(w.outside, { recursive: true });
      }),
      { numRuns: 100 },
    );
  });

  it('a folder that becomes a link to another: what is written goes where the folder went', async () => {
    const w = temporaryWorld(files);
    const result = await write(w, ['src/c.fx', 'src/d.fx'], (step, path) => {
      if (step !== 'replacing' || path !== 'src/d.fx') return;
      renameSync(join(w.root, 'src'), join(w.root, 'moved'));
      symlinkSync('../elsewhere', join(w.root, 'src'));
    });
    expect(result).toEqual({ kind: 'written' });
    expect(readFileSync(join(w.root, 'moved/d.fx'), 'utf8')).toBe('text of src/d.fx!');
    expect(readdirSync(join(w.outside, 'elsewhere'))).toEqual(['a.fx']);
  });

  it('an original that cannot be brought back is named, with the name under which it still is', async () => {
    const w = temporaryWorld(files);
    const result = await write(w, ['a.fx', 'b.fx'], (_, path) => {
      if (path !== 'b.fx') return;
      // Nothing can be renamed over a folder.
      unlinkSync(join(w.root, 'a.fx'));
      mkdirSync(join(w.root, 'a.fx'));
      writeFileSync(join(w.root, 'b.fx'), 'edited');
    });
    expect(result).toMatchObject({ kind: 'left-behind', path: 'b.fx', why: 'it was changed meanwhile' });
    const [kept] = result.kind === 'left-behind' ? result.originals : [];
    expect(kept?.path).toBe('a.fx');
    expect(readFileSync(join(w.root, kept?.keptAs ?? ''), 'utf8')).toBe('text of a.fx');
    expect(readFileSync(join(w.root, 'b.fx'), 'utf8')).toBe('edited');
  });
});

function replaceByLink(path: string, to: string): void {
  unlinkSync(path);
  symlinkSync(to, path);
}

/** `src` becomes a link; what was in it is moved away. */
function replaceFolder({ root, outside }: World, to: string): void {
  renameSync(join(root, 'src'), join(outside, 'was-src'));
  symlinkSync(to, join(root, 'src'));
  const target = join(root, 'src');
  if (to === '.') writeFileSync(join(target, 'b.fx'), 'b');
}
