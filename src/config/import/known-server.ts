// A foreign command line → the catalogue entry that it starts, so that an import gets what was measured of that server
// instead of a bare command. What starts a program for it (npx, uvx, …) is looked through.

import type { JsonObject, NonEmpty } from '../../model/base.js';
import { isNonEmpty } from '../../model/base.js';
import type { LaunchCandidate, ServerDefinition } from '../../model/server-definition.js';
import { withoutUndefined } from '../without-undefined.js';

export interface ForeignServer {
  /** As the file calls it; undefined where servers have no names. */
  readonly name: string | undefined;
  readonly command: NonEmpty<string>;
  readonly files: readonly string[];
  readonly root?: string | undefined;
  readonly initializationOptions?: unknown;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly settings?: unknown;
}

export interface NativeServer {
  readonly name: string;
  readonly entry: JsonObject;
}

/** The entry as lspcheck.yml would have it: a catalogue name with what differs, or everything under a name of its own. */
export function nativeServer(server: ForeignServer, catalogue: readonly ServerDefinition[]): NativeServer {
  const [program, ...args] = withoutLauncher(server.command);
  const bin = programName(program);
  const known = catalogue.flatMap((definition) => {
    const candidate = candidatesOf(definition).find((one) => one.bin === bin);
    return candidate === undefined ? [] : [{ definition, candidate }];
  })[0];
  const common = {
    root: server.root === '.' ? undefined : server.root,
    env: server.env,
    initializationOptions: server.initializationOptions,
    settings: server.settings,
  };
  if (known === undefined) {
    const entry = { command: [...server.command], files: server.files, ...common };
    return { name: server.name ?? bin, entry: withoutUndefined(entry) as JsonObject };
  }
  const { definition, candidate } = known;
  const sameArgs = args.every((arg) => candidate.args.includes(arg));
  const sameFiles = [...server.files].sort().join(' ') === [...definition.files].sort().join(' ');
  const entry = {
    command: sameArgs ? undefined : [...server.command],
    files: sameFiles || server.files.length === 0 ? undefined : server.files,
    ...common,
  };
  // A file that was JSON or YAML holds nothing but JSON.
  return { name: definition.name, entry: withoutUndefined(entry) as JsonObject };
}

function candidatesOf({ launch }: ServerDefinition): readonly LaunchCandidate[] {
  return launch.kind === 'candidates' ? launch.candidates : [];
}

/** `npx -y --package pyright pyright-langserver --stdio` → `pyright-langserver --stdio`. */
function withoutLauncher(command: NonEmpty<string>): NonEmpty<string> {
  const [program, ...rest] = command;
  const launcher = programName(program);
  const words = rest.slice(subcommand(launcher, rest));
  if (!['npx', 'bunx', 'pnpx', 'uvx', 'pnpm', 'yarn', 'bun', 'npm', 'uv'].includes(launcher)) return command;
  let at = 0;
  while (words[at]?.startsWith('-') === true) at += takesValue.includes(words[at] ?? '') ? 2 : 1;
  const inner = words.slice(at);
  return isNonEmpty(inner) ? inner : command;
}

const takesValue = ['-p', '--package', '--from', '--project', '--with', '--python', '-c'];

/** Words before the options: `pnpm dlx`, `uv run`, `npm exec`. */
function subcommand(launcher: string, rest: readonly string[]): number {
  const known = ['dlx', 'exec', 'run', 'x', 'tool'];
  if (!['pnpm', 'yarn', 'bun', 'npm', 'uv'].includes(launcher)) return 0;
  return rest[0] === 'tool' ? 2 : known.includes(rest[0] ?? '') ? 1 : 0;
}

/** `C:\\x\\gopls.exe` → `gopls`; `pyright@1.1` → `pyright`. */
function programName(program: string): string {
  const base = program.split(/[/\\]/).at(-1) ?? program;
  return base.replace(/(?<=.)@[\w.^~-]+$/, '').replace(/\.(cmd|exe|bat|ps1|js|mjs)$/i, '');
}
