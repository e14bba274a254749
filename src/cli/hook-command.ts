// `lspcheck hook install|uninstall|status`: git's own hooks, in the folder that git runs them from. Where another tool owns that
// folder nothing is written: what to add to its configuration is printed. Exit: 0 done or installed, 3 not installed.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { nameHint } from '../config/near-name.js';
import {
  type HookFile,
  type HookName,
  hookNames,
  installHook,
  readHookFile,
  uninstallHook,
} from '../git/hook-files.js';
import { type HookPlace, hookPlace, managerOf, readHooks } from '../git/hooks.js';
import { type Location, locate } from '../git/location.js';
import { assertNever } from '../model/base.js';
import type { ExitCode } from '../model/summary.js';
import { repoPathOf } from '../platform/paths.js';
import { visible } from '../report/escape.js';
import { managerLines } from './hook-lines.js';
import { hookNotes } from './hook-notes.js';
import type { Host } from './host.js';
import { type ParsedCommand, parseCommandLine } from './parse.js';
import { usageError } from './usage-value.js';

const actions = ['install', 'uninstall', 'status'] as const;

export interface HookRequest {
  readonly action: (typeof actions)[number];
  /** All of them when none is named. */
  readonly names: readonly HookName[];
  /** Further flags of `lspcheck changed`, for the hook. */
  readonly flags: readonly string[];
}

export async function runHookCommand(parsed: ParsedCommand, host: Host): Promise<ExitCode> {
  const { args, kept = [] } = parsed;
  const request = readHookRequest(args.slice(0, args.length - kept.length), kept);
  const location = await locate(host);
  const place = await hookPlace(location);
  const say = (lines: readonly string[]) =>
    host.stdout.write(lines.map((line) => `${visible(line)}\n`).join(''));
  switch (request.action) {
    case 'install':
      return install(request, location, place, say);
    case 'uninstall':
      return uninstall(request, location, place, say);
    case 'status':
      return status(request, location, place, say);
    default:
      return assertNever(request.action);
  }
}

/** @throws UserError `usage`: also for flags that would be refused when the hook runs. */
export function readHookRequest(args: readonly string[], flags: readonly string[]): HookRequest {
  const [given, ...rest] = args;
  const action = actions.find((known) => known === given);
  if (action === undefined)
    throw given === undefined
      ? usageError('`lspcheck hook` needs to know what to do', `one of ${actions.join(', ')}`)
      : usageError(`\`lspcheck hook\` cannot ${given}`, nameHint(given, actions));
  const names = rest.map((name) => {
    const known = hookNames.find((hook) => hook === name);
    if (known === undefined) throw usageError(`lspcheck has no hook "${name}"`, nameHint(name, hookNames));
    return known;
  });
  if (flags.length > 0 && action !== 'install')
    throw usageError(`\`lspcheck hook ${action}\` takes no flags for the hook`, 'they belong to install');
  const later = parseCommandLine(['changed', '--staged', ...flags]);
  if (later.kind !== 'command')
    throw usageError(
      `the hook could not be run with ${flags.join(' ')}`,
      '`lspcheck changed -h` lists its flags',
    );
  return {
    action,
    names: names.length === 0 ? hookNames : hookNames.filter((name) => names.includes(name)),
    flags,
  };
}

type Say = (lines: readonly string[]) => Promise<void>;

async function install(
  { names, flags }: HookRequest,
  location: Location,
  place: HookPlace,
  say: Say,
): Promise<ExitCode> {
  const manager = await managerOf(location, place.folder);
  if (manager !== undefined) {
    await say([
      `${manager.name} owns the hooks of this repository: nothing was written. Add to its configuration`,
    ]);
    await say(managerLines(manager.name, flags).split('\n'));
    return 3;
  }
  const { setting } = place;
  if (setting !== undefined && ['global', 'system'].includes(setting.scope))
    throw usageError(
      `core.hooksPath is set for all repositories (${setting.scope}: ${setting.value}), and a hook there would run in each`,
      'give this one a folder of its own: git config core.hooksPath .git/hooks',
    );
  // From here and from dist/chunks the way to the package's folder is the same.
  const script = await readFile(new URL('../../hooks/pre-commit', import.meta.url), 'utf8');
  const files = await Promise.all(names.map((name) => readHookFile(place.folder, name)));
  for (const hook of files) {
    await installHook(hook, script, flags);
    const first = hook.owner === 'other' || hook.hasKept ? `, which first runs ${basename(hook.kept)}` : '';
    await say([`wrote ${shown(hook.file, location)}${first}`]);
  }
  await say(await hookNotes(location, place));
  await say(['What has to go through all the same: git commit --no-verify']);
  return 0;
}

async function uninstall(
  { names }: HookRequest,
  location: Location,
  { folder }: HookPlace,
  say: Say,
): Promise<ExitCode> {
  for (const hook of await Promise.all(names.map((name) => readHookFile(folder, name)))) {
    await uninstallHook(hook);
    await say([`${shown(hook.file, location)}: ${removedWords(hook)}`]);
  }
  return 0;
}

function removedWords({ owner, hasKept, kept }: HookFile): string {
  if (owner === 'other') return 'not ours, left as it is';
  const back = hasKept ? `, and put back what was there before (${basename(kept)})` : '';
  return owner === 'ours' ? `removed${back}` : `not installed${back}`;
}

async function status(
  { names }: HookRequest,
  location: Location,
  place: HookPlace,
  say: Say,
): Promise<ExitCode> {
  const { calling, notExecutable, manager } = await readHooks(location);
  const by = manager === undefined ? '' : `, owned by ${manager}`;
  await say([`hooks in ${shown(place.folder, location)}${by}`]);
  for (const name of names) {
    const hook = await readHookFile(place.folder, name);
    const words = calling.includes(name)
      ? installedWords(hook)
      : notExecutable.includes(name)
        ? `calls lspcheck, but git passes over it: chmod +x ${shown(hook.file, location)}`
        : hook.owner === 'nobody'
          ? 'not installed'
          : 'not installed; the hook there does not call lspcheck';
    await say([`  ${name.padEnd(17)} ${words}`]);
  }
  await say(await hookNotes(location, place));
  return names.every((name) => calling.includes(name)) ? 0 : 3;
}

function installedWords({ owner, flags, hasKept, kept }: HookFile): string {
  if (owner !== 'ours') return 'installed by another hand: it calls lspcheck';
  const more = [...(flags === '' ? [] : [`with ${flags}`]), ...(hasKept ? [`after ${basename(kept)}`] : [])];
  return ['installed', ...more].join(', ');
}

/** Relative to the repository where it lies in it. */
function shown(path: string, { root }: Location): string {
  return repoPathOf(root, path) ?? path;
}
