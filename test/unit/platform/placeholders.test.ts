// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are written in plain strings

import { expect, test } from 'vitest';
import type { AbsPath, DocumentUri } from '../../../src/model/base.js';
import {
  fillEnvironment,
  fillObject,
  fillPlaceholders,
  type PlaceholderValues,
  packagesNamedIn,
} from '../../../src/platform/placeholders.js';

const values: PlaceholderValues = {
  root: '/repo/packages/a' as AbsPath,
  rootUri: 'file:///repo/packages/a' as DocumentUri,
  rootName: 'a',
  repoRoot: '/repo' as AbsPath,
  temp: '/tmp/run' as AbsPath,
  packages: {
    typescript: '/repo/node_modules/typescript' as AbsPath,
    '@scope/tool': '/repo/node_modules/@scope/tool' as AbsPath,
  },
};

test('each placeholder is filled, several in one text, at any depth', () => {
  const settings = {
    folder: { uri: '${rootUri}', name: '${rootName}' },
    paths: ['${root}/x', '${repoRoot}:${temp}', 1, null, true],
    tsdk: '${package:typescript}/lib',
    scoped: '${package:@scope/tool}',
  };
  expect(fillPlaceholders(settings, values)).toEqual({
    folder: { uri: 'file:///repo/packages/a', name: 'a' },
    paths: ['/repo/packages/a/x', '/repo:/tmp/run', 1, null, true],
    tsdk: '/repo/node_modules/typescript/lib',
    scoped: '/repo/node_modules/@scope/tool',
  });
});

test('a key, a list element and a variable that name a missing package are left out, nothing else', () => {
  expect(fillObject({ a: { b: '${package:none}/x', c: 1 }, d: ['${package:none}', 'e'] }, values)).toEqual({
    a: { c: 1 },
    d: ['e'],
  });
  expect(fillPlaceholders('${package:none}', values)).toBeUndefined();
  expect(fillEnvironment({ A: '${package:none}', B: 'x ${temp}' }, values)).toEqual({ B: 'x /tmp/run' });
});

test('inherited property names are not packages', () => {
  expect(fillPlaceholders('${package:constructor}', values)).toBeUndefined();
});

test('other placeholders, and paths that would leave node_modules, stay as they are', () => {
  for (const text of [
    '${workspaceFolder}/x',
    '${package:../x}',
    '${package:a/b}',
    '${Root}',
    '$root',
    '${root',
  ])
    expect(fillPlaceholders(text, values)).toBe(text);
});

test('text that was filled in is not read again', () => {
  const odd = { ...values, rootName: '${temp} $& $1' };
  expect(fillPlaceholders('<${rootName}>', odd)).toBe('<${temp} $& $1>');
});

test('an own "__proto__" key from a config file stays a plain key', () => {
  const hostile = JSON.parse('{"__proto__": {"x": "${root}"}}');
  const filled = fillObject(hostile, values);
  expect(Object.keys(filled)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
});

test('the packages that values ask for, each once', () => {
  expect(
    packagesNamedIn([
      { a: '${package:typescript}', b: ['${package:@scope/tool}/${package:typescript}'] },
      undefined,
      '${root}',
    ]),
  ).toEqual(['typescript', '@scope/tool']);
});
