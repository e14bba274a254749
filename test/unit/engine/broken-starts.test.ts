import { expect, test } from 'vitest';
import { brokenStart } from '../../../src/engine/broken-starts.js';

test.each([
  [
    "error: Unknown binary 'rust-analyzer' in official toolchain 'stable-x86_64-unknown-linux-gnu'.\n\nStack backtrace:\n",
    /proxy of rustup.*"rust-analyzer"/,
    'rustup component add rust-analyzer',
  ],
  [
    "error: 'rust-analyzer' is not installed for the toolchain 'stable-x86_64'.\nTo install, run …",
    /proxy of rustup/,
    'rustup component add rust-analyzer',
  ],
  [
    'error: rustup could not choose a version of rust-analyzer to run, because one wasn’t specified explicitly',
    /no toolchain is chosen/,
    'rustup default stable',
  ],
  [
    "pyenv: pylsp: command not found\n\nThe `pylsp' command exists in these Python versions:",
    /shim of pyenv/,
    undefined,
  ],
  ["pyenv: version `3.13' is not installed (set by /x/.python-version)", /shim of pyenv/, undefined],
  ['No version is set for command yaml-language-server', /version manager/, undefined],
  ['mise ERROR No version is set for shim: pyright-langserver', /version manager/, undefined],
  ['Volta error: Could not find executable "x"', /shim of Volta/, undefined],
  ['/usr/bin/env: ‘node’: No such file or directory', /needs "node"/, 'install node, or put it on PATH'],
  ['env: node: No such file or directory', /needs "node"/, 'install node, or put it on PATH'],
  ["Error: Cannot find module '/x'\n  code: 'MODULE_NOT_FOUND'", /not whole/, undefined],
  ["ModuleNotFoundError: No module named 'pylsp'", /not whole/, undefined],
])('%j', (words, cause, fix) => {
  const broken = brokenStart(words);
  expect(broken?.cause).toMatch(cause);
  expect(broken?.fix).toBe(fix);
});

test('other words say nothing, and hostile ones do not get through', () => {
  expect(brokenStart('')).toBeUndefined();
  expect(brokenStart('panic: index out of range')).toBeUndefined();
  expect(brokenStart("Unknown binary 'x; rm -rf ~' in official toolchain")).toBeUndefined();
});
