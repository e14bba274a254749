// A program that is installed and all the same not found: it lies where a language's own tools put theirs, off PATH.

import type { AbsPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { Environment } from '../platform/environment.js';
import { absolutePath } from '../platform/paths.js';
import { findProgram, isBareWord } from './executables.js';

/** The folder that has one of the definition's programs, as a shell would take it (`$HOME/go/bin`); undefined when none has. */
export async function astrayFolder(
  definition: ServerDefinition,
  env: Environment,
): Promise<string | undefined> {
  for (const name of programsOf(definition)) {
    for (const { folder, shown } of toolFolders(env)) {
      if ((await findProgram(name, [folder])).kind === 'found') return shown;
    }
  }
  return undefined;
}

function programsOf({ launch }: ServerDefinition): readonly string[] {
  return launch.kind === 'candidates'
    ? launch.candidates.map(({ bin }) => bin)
    : [launch.command[0]].filter(isBareWord);
}

/** go install, cargo and rustup, pip and pipx, Homebrew. */
function toolFolders(env: Environment): readonly { readonly folder: AbsPath; readonly shown: string }[] {
  const named = (variable: string, below: string) => placed(env[variable], `$${variable}`, below);
  return [
    ...named('GOBIN', ''),
    ...named('GOPATH', '/bin'),
    ...['/go/bin', '/.cargo/bin', '/.local/bin'].flatMap((below) => named('HOME', below)),
    ...placed('/opt/homebrew', '/opt/homebrew', '/bin'),
    ...placed('/usr/local', '/usr/local', '/bin'),
  ];
}

function placed(base: string | undefined, shown: string, below: string) {
  if (base === undefined || !base.startsWith('/')) return [];
  return [{ folder: absolutePath(base + below, '/'), shown: shown + below }];
}
