import { expect, test } from 'vitest';
import { fitInstallCommand, type PackageInstaller } from '../../../src/platform/install-command.js';

test.each<[string, PackageInstaller, string]>([
  ['npm i -D a b', 'npm', 'npm i -D a b'],
  ['npm i -D a b', 'pnpm', 'pnpm add -D a b'],
  ['npm i -D a', 'pnpm-workspace', 'pnpm add -D -w a'],
  ['npm i -D a b', 'yarn', 'yarn add -D a b'],
  ['npm i -D "a@<7"', 'bun', 'bun add -d "a@<7"'],
  ['npm i -D a', 'none', 'npm i -g a'],
  ['npm i -D pyright', 'none', 'pip install pyright'],
  ['npm i -D pyright', 'yarn', 'yarn add -D pyright'],
  ['go install golang.org/x/tools/gopls@latest', 'pnpm', 'go install golang.org/x/tools/gopls@latest'],
  ['npm i -D a && rm b', 'pnpm', 'npm i -D a && rm b'],
  ['apt-get install shellcheck', 'npm', 'apt-get install shellcheck'],
])('%s, with %s: %s', (command, installer, expected) => {
  expect(fitInstallCommand(command, installer, 'linux')).toBe(expected);
});

test('Homebrew in place of apt on macOS, by its own names', () => {
  const onMac = (command: string) => fitInstallCommand(command, 'npm', 'darwin');
  expect(onMac('apt-get install shellcheck')).toBe('brew install shellcheck');
  expect(onMac('apt install clangd python3')).toBe('brew install llvm python');
  expect(onMac('npm i -D a')).toBe('npm i -D a');
});
