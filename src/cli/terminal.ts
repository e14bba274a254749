// What the stream a report goes to can show: colour, links, Unicode, columns. Decided from the flag, the environment and
// the stream, never from what is printed. Small on purpose: it is on the way of every run.

import type { Environment } from '../platform/environment.js';

/** Of a stream: `columns` is known for terminals only. */
export interface StreamFacts {
  readonly isTTY: boolean;
  readonly columns?: number | undefined;
}

export interface Style {
  readonly color: boolean;
  /** OSC 8 links; never without a terminal or with colour switched off. */
  readonly hyperlinks: boolean;
  readonly unicode: boolean;
  /** 40 to 120, 80 for a terminal that does not say; undefined when the stream is no terminal: nothing is wrapped then. */
  readonly width: number | undefined;
}

export type ColorFlag = 'auto' | 'always' | 'never';

/** Nothing but text, for files. */
export const plainStyle: Style = { color: false, hyperlinks: false, unicode: true, width: undefined };

export function styleOf(stream: StreamFacts, env: Environment, flag: ColorFlag, platform: string): Style {
  const color = wantsColor(stream, env, flag);
  return {
    color,
    hyperlinks: color && stream.isTTY && showsLinks(env),
    unicode: showsUnicode(env, platform),
    width: stream.isTTY ? Math.min(120, Math.max(40, stream.columns || 80)) : undefined,
  };
}

/** The flag, then NO_COLOR (https://no-color.org: any text), then FORCE_COLOR, then the terminal. `CI` alone adds none. */
function wantsColor(stream: StreamFacts, env: Environment, flag: ColorFlag): boolean {
  if (flag !== 'auto') return flag === 'always';
  if (isSet(env['NO_COLOR'])) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY && env['TERM'] !== 'dumb';
}

/** Terminals that are known to show OSC 8 links; others print the escape as text. */
function showsLinks(env: Environment): boolean {
  if (env['TERM'] === 'xterm-kitty' || env['TERM'] === 'alacritty' || isSet(env['WT_SESSION'])) return true;
  if (Number(env['VTE_VERSION'] ?? 0) >= 5000 || isSet(env['KONSOLE_VERSION'])) return true;
  const program = env['TERM_PROGRAM'] ?? '';
  return ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'zed', 'Hyper', 'rio'].includes(program);
}

/**
 * A locale that names another encoding than UTF-8 means ASCII marks, and so does the Linux console. No locale at all
 * (containers, hooks started by editors) is taken for UTF-8, as most tools do.
 */
function showsUnicode(env: Environment, platform: string): boolean {
  if (env['TERM'] === 'linux' || env['TERM'] === 'dumb') return false;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  if (locale !== undefined) return /utf-?8/i.test(locale);
  if (platform !== 'win32') return true;
  return isSet(env['WT_SESSION']) || isSet(env['TERM_PROGRAM']) || isSet(env['ConEmuTask']);
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
