import { describe, expect, test } from 'vitest';
import { type ColorFlag, styleOf } from '../../../src/cli/terminal.js';
import type { Environment } from '../../../src/platform/environment.js';

const terminal = { isTTY: true, columns: 100 };
const pipe = { isTTY: false };
const style = (stream: { isTTY: boolean; columns?: number }, env: Environment, flag: ColorFlag = 'auto') =>
  styleOf(stream, env, flag, 'linux');

describe('colour: flag, then NO_COLOR, then FORCE_COLOR, then the terminal', () => {
  test.each<[string, boolean, Environment, ColorFlag, boolean]>([
    ['a terminal', true, {}, 'auto', true],
    ['a pipe', false, {}, 'auto', false],
    ['a pipe in CI', false, { CI: 'true' }, 'auto', false],
    ['a dumb terminal', true, { TERM: 'dumb' }, 'auto', false],
    ['NO_COLOR', true, { NO_COLOR: '1' }, 'auto', false],
    ['an empty NO_COLOR', true, { NO_COLOR: '' }, 'auto', true],
    ['FORCE_COLOR', false, { FORCE_COLOR: '1' }, 'auto', true],
    ['FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, 'auto', false],
    ['both', false, { NO_COLOR: '1', FORCE_COLOR: '3' }, 'auto', false],
    ['always over NO_COLOR', false, { NO_COLOR: '1' }, 'always', true],
    ['never over FORCE_COLOR', true, { FORCE_COLOR: '1' }, 'never', false],
  ])('%s', (_, isTTY, env, flag, expected) => {
    expect(style({ isTTY }, env, flag).color).toBe(expected);
  });
});

describe('width', () => {
  test('is the terminal, from 40 to 120, and none for a pipe', () => {
    expect(style(terminal, {}).width).toBe(100);
    expect(style({ isTTY: true, columns: 20 }, {}).width).toBe(40);
    expect(style({ isTTY: true, columns: 300 }, {}).width).toBe(120);
    expect(style({ isTTY: true }, {}).width).toBe(80);
    expect(style({ isTTY: true, columns: 0 }, {}).width).toBe(80);
    expect(style(pipe, { COLUMNS: '50' }).width).toBeUndefined();
  });
});

describe('links', () => {
  test('need a terminal that is known to show them, and colour', () => {
    expect(style(terminal, { TERM_PROGRAM: 'WezTerm' }).hyperlinks).toBe(true);
    expect(style(terminal, { VTE_VERSION: '6003' }).hyperlinks).toBe(true);
    expect(style(terminal, { TERM: 'xterm-256color' }).hyperlinks).toBe(false);
    expect(style(terminal, { TERM_PROGRAM: 'WezTerm', NO_COLOR: '1' }).hyperlinks).toBe(false);
    expect(style(terminal, { TERM_PROGRAM: 'WezTerm' }, 'never').hyperlinks).toBe(false);
    expect(style(pipe, { TERM_PROGRAM: 'WezTerm' }, 'always').hyperlinks).toBe(false);
  });
});

describe('Unicode', () => {
  test.each<[string, Environment, string, boolean]>([
    ['no locale', {}, 'linux', true],
    ['UTF-8', { LANG: 'de_DE.UTF-8' }, 'linux', true],
    ['C', { LANG: 'C' }, 'linux', false],
    ['C.utf8', { LC_ALL: 'C.utf8' }, 'linux', true],
    ['LC_ALL over LANG', { LC_ALL: 'C', LANG: 'en_US.UTF-8' }, 'linux', false],
    ['Latin-1', { LANG: 'de_DE.ISO-8859-1' }, 'linux', false],
    ['the Linux console', { TERM: 'linux', LANG: 'en_US.UTF-8' }, 'linux', false],
    ['an old Windows console', {}, 'win32', false],
    ['Windows Terminal', { WT_SESSION: 'x' }, 'win32', true],
  ])('%s', (_, env, platform, expected) => {
    expect(styleOf(pipe, env, 'auto', platform).unicode).toBe(expected);
  });
});
