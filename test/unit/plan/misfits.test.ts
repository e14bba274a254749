import { expect, test } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import { absoluteConfig, namesFolder } from '../../../src/plan/misfits.js';
import { definition, repoPath } from '../../support/definitions.js';

const app = '/app' as AbsPath;

test.each([
  '/app',
  '/app/src',
  '"/app"',
  "include = ['/app/x']",
  'a:/app',
  'x=/app;',
  '\n/app\n',
  '/opt /app',
])('%j names the folder', (text) => {
  expect(namesFolder(text, app)).toBe(true);
});

test.each([
  '',
  '/application',
  '/app2',
  '/app-x',
  '/app.d',
  'src/app',
  '@/app/x',
  './app',
  '/opt/app',
  '~/app',
])('%j does not', (text) => {
  expect(namesFolder(text, app)).toBe(false);
});

test('configuration with an absolute path concerns every server', () => {
  const texts = new Map([
    [repoPath('package.json'), '{}'],
    [repoPath('x/tsconfig.json'), '{ "files": ["/app/a.ts"] }'],
  ]);
  const misfit = absoluteConfig(app, texts);
  expect(misfit?.why).toBe('"x/tsconfig.json" names the repository\'s own folder');
  expect(misfit?.concerns(definition('any'))).toBe(true);
  expect(absoluteConfig('/elsewhere' as AbsPath, texts)).toBeUndefined();
});
