import { expect, test } from 'vitest';
import { firstLineBytes, handlerOf, interpreterIn } from '../../../src/plan/interpreter.js';
import { repoPath } from '../../support/definitions.js';

test.each([
  ['#!/bin/sh\nexit\n', 'sh'],
  ['#!/bin/bash -e\n', 'bash'],
  ['#! /usr/bin/env bash\r\n', 'bash'],
  ['#!/usr/bin/env -S LANG=C dash -e\n', 'dash'],
  ['#!/usr/bin/env\n', undefined],
  ['#!sh', 'sh'],
  ['#!\nsh\n', undefined],
  ['#!   \n', undefined],
  ['\n#!/bin/sh\n', undefined],
  [' #!/bin/sh\n', undefined],
  ['sh\n', undefined],
  ['', undefined],
])('the first line %j names %s', (head, program) => {
  expect(interpreterIn(head)).toBe(program);
});

test('only names without an extension are looked into, and only for a server that takes scripts', async () => {
  const asked: string[] = [];
  const headOf = async (path: string) => {
    asked.push(path);
    return path.endsWith('sh') ? '#!/bin/sh\n' : '#!/usr/bin/perl\n';
  };
  const shell = handlerOf({ files: ['*.fx'], interpreters: ['sh'] }, headOf);
  const paths = ['a.fx', 'bin/run-sh', 'bin/perl', '.config', 'a.tar.sh', 'dir.d/x-sh', '.x.sh'].map(
    repoPath,
  );
  expect(await Promise.all(paths.map(shell))).toEqual([true, true, false, false, false, true, false]);
  expect(asked).toEqual(['bin/run-sh', 'bin/perl', '.config', 'dir.d/x-sh']);
  const other = handlerOf({ files: ['*.fx'], interpreters: [] }, headOf);
  expect(await other(repoPath('bin/run-sh'))).toBe(false);
  expect(asked).toHaveLength(4);
});

test('the beginning that is read is enough for a long line', () => {
  expect(firstLineBytes).toBeGreaterThanOrEqual(
    '#!/usr/bin/env -S bash --noprofile --norc -euo pipefail\n'.length,
  );
});
