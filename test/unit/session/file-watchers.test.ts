// Which changes a server hears of is its own choice, told by registration: globs on whole paths or below a base, and kinds.

import { describe, expect, it } from 'vitest';
import { absolutePath } from '../../../src/platform/paths.js';
import type { FileChange } from '../../../src/session/file-watchers.js';
import { fileEvents, readWatchers } from '../../../src/session/file-watchers.js';
import { createRegistrations } from '../../../src/session/registrations.js';

const root = absolutePath('/w', '/');
const change = (path: string, kind: FileChange['kind'] = 'changed'): FileChange => ({
  file: absolutePath(path, root),
  kind,
});
const hears = (watchers: unknown, one: FileChange) =>
  readWatchers({ watchers }, root).some((watches) => watches(one));

describe('a watcher hears', () => {
  it.each([
    ['a glob with a free beginning', { globPattern: '**/*.ts' }, 'src/a.ts', true],
    ['the same outside of the folder', { globPattern: '**/*.ts' }, '/other/a.ts', true],
    ['a file of its folder by name', { globPattern: 'go.mod' }, 'go.mod', true],
    ['not one of a sub-folder by name', { globPattern: 'go.mod' }, 'sub/go.mod', false],
    ['an absolute glob (gopls, rust-analyzer)', { globPattern: '/w/**/*.{go,mod}' }, 'x/a.go', true],
    ['dot files too', { globPattern: '**/*.json' }, '.vscode/settings.json', true],
    [
      'a pattern below a base',
      { globPattern: { baseUri: 'file:///w/lib', pattern: '*.rs' } },
      'lib/a.rs',
      true,
    ],
    [
      'not outside of its base',
      { globPattern: { baseUri: 'file:///w/lib', pattern: '*.rs' } },
      'a.rs',
      false,
    ],
    [
      'a base given as a workspace folder',
      { globPattern: { baseUri: { uri: 'file:///w/lib', name: 'lib' }, pattern: '**/*' } },
      'lib/x/y',
      true,
    ],
    ['nothing by a base that is no file', { globPattern: { baseUri: 'http://w', pattern: '*' } }, 'a', false],
    ['nothing by what is no pattern', { globPattern: 3 }, 'a.ts', false],
  ])('%s', (_, watcher, path, expected) => {
    expect(hears([watcher], change(path))).toBe(expected);
  });

  it('only the kinds it names: 1 created, 2 changed, 4 deleted', () => {
    const kinds = ['created', 'changed', 'deleted'] as const;
    const heard = (kind: number) =>
      kinds.filter((one) => hears([{ globPattern: '**', kind }], change('a', one)));
    expect([1, 2, 4, 5, 7].map(heard)).toEqual([
      ['created'],
      ['changed'],
      ['deleted'],
      ['created', 'deleted'],
      ['created', 'changed', 'deleted'],
    ]);
  });

  it('as long as its registration stands', () => {
    const registrations = createRegistrations(root);
    expect(registrations.watchers()).toBeUndefined();
    const method = 'workspace/didChangeWatchedFiles';
    const registerOptions = { watchers: [{ globPattern: '**/*.ts' }] };
    registrations.register({ registrations: [{ id: '1', method, registerOptions }] });
    expect(registrations.watchers()?.map((watches) => watches(change('a.ts')))).toEqual([true]);
    registrations.unregister({ unregisterations: [{ id: '1', method }] });
    expect(registrations.watchers()).toBeUndefined();
  });
});

it('events are told as the protocol numbers them', () => {
  expect(fileEvents([change('a b.ts', 'created'), change('c.ts'), change('d.ts', 'deleted')])).toEqual({
    changes: [
      { uri: 'file:///w/a%20b.ts', type: 1 },
      { uri: 'file:///w/c.ts', type: 2 },
      { uri: 'file:///w/d.ts', type: 3 },
    ],
  });
});
