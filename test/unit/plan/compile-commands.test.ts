import { describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import { moveDatabase, moveFlags } from '../../../src/plan/compile-commands.js';

const root = '/home/u/w' as AbsPath;
const tree = '/tmp/t/home/u/w' as AbsPath;
const inTree = new Set(['src', 'src/a.c', 'include', '.', 'data/x.txt']);
const move = { root, tree, has: (path: string) => inTree.has(path) };

function moved(entry: object) {
  const result = moveDatabase(JSON.stringify([{ directory: '/home/u/w', file: 'src/a.c', ...entry }]), move);
  if (result?.kind !== 'moved') throw new Error(JSON.stringify(result));
  return { entry: JSON.parse(result.text)[0], folders: [...result.folders] };
}

const argumentsOf = (...list: readonly string[]) =>
  moved({ arguments: ['cc', ...list] }).entry.arguments.slice(1);

describe('a path that the tree has is named there, every other one where it is', () => {
  test.each([
    [['-I/home/u/w/include'], ['-I/tmp/t/home/u/w/include']],
    [['-Iinclude'], ['-I/tmp/t/home/u/w/include']],
    [
      ['-I', 'include'],
      ['-I', '/tmp/t/home/u/w/include'],
    ],
    [
      ['-isystem', '/home/u/w/build/gen'],
      ['-isystem', '/home/u/w/build/gen'],
    ],
    [['-Ibuild/gen'], ['-I/home/u/w/build/gen']],
    [['-I../other'], ['-I/home/u/other']],
    [['-I/home/u/w2/include'], ['-I/home/u/w2/include']],
    [['-I/usr/include'], ['-I/usr/include']],
    [['--sysroot=/home/u/w/include'], ['--sysroot=/tmp/t/home/u/w/include']],
    [['-DDATA="/home/u/w/data/x.txt"'], ['-DDATA="/tmp/t/home/u/w/data/x.txt"']],
    [['-DOTHER=/home/u/w/build/y'], ['-DOTHER=/home/u/w/build/y']],
    [
      ['-c', '/home/u/w/src/a.c', '-o', 'src/a.o'],
      ['-c', '/tmp/t/home/u/w/src/a.c', '-o', 'src/a.o'],
    ],
    [['src/a.c'], ['/tmp/t/home/u/w/src/a.c']],
    [
      ['-std=c++17', '-x', 'c++', '-DA=1', '-O2'],
      ['-std=c++17', '-x', 'c++', '-DA=1', '-O2'],
    ],
  ])('%j', (given, expected) => {
    expect(argumentsOf(...given)).toEqual(expected);
  });
});

test('file and folder are moved; a folder that the tree lacks is told, and paths count from it', () => {
  const { entry, folders } = moved({
    directory: '/home/u/w/build',
    file: '../src/a.c',
    arguments: ['cc', '-I../include', '-I.', '../src/a.c'],
    output: 'a.o',
  });
  expect(entry).toEqual({
    directory: '/tmp/t/home/u/w/build',
    file: '/tmp/t/home/u/w/src/a.c',
    arguments: ['cc', '-I/tmp/t/home/u/w/include', '-I/home/u/w/build', '/tmp/t/home/u/w/src/a.c'],
    output: 'a.o',
  });
  expect(folders).toEqual(['build']);
});

test('a command is split as a shell would', () => {
  const command = String.raw`cc -DA="x y" '-I/home/u/w/include' -DB=\"q\" -I/home/u/my\ inc "src/a.c"`;
  expect(moved({ command }).entry.arguments).toEqual([
    ...[
      'cc',
      '-DA=x y',
      '-I/tmp/t/home/u/w/include',
      '-DB="q"',
      '-I/home/u/my inc',
      '/tmp/t/home/u/w/src/a.c',
    ],
  ]);
});

test('arguments in further files cannot be moved: then the tree is not right', () => {
  const text = JSON.stringify([{ directory: '/home/u/w', file: 'src/a.c', command: 'cc @build/all.rsp' }]);
  expect(moveDatabase(text, move)).toMatchObject({ kind: 'unfit', why: /further arguments/ });
});

test.each(['', '{', '{}', '[1]', '[null]', '[{"directory": 1}]', '[{"directory": "/x"}]'])(
  '%j is no database',
  (text) => {
    expect(moveDatabase(text, move)).toBeUndefined();
  },
);

test('flags a line, from their own folder', () => {
  expect(moveFlags('-Iinclude\n-I\n../include\n-Wall\n', '/home/u/w/src' as AbsPath, move)).toBe(
    '-I/home/u/w/src/include\n-I\n/tmp/t/home/u/w/include\n-Wall\n',
  );
});
