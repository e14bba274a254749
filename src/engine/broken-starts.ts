// What the last words of a command that died at once say about why: shims of version managers, missing interpreters and
// modules. Data: each text was seen from the tool that it names, and is matched, never shown.

export interface BrokenStart {
  /** A clause, without the server's name. */
  readonly cause: string;
  /** Where it is another than to install the server again. */
  readonly fix?: string;
}

interface Sign {
  readonly pattern: RegExp;
  /** `$1` stands for the first group. */
  readonly cause: string;
  readonly fix?: string;
}

const word = '([\\w.@/+-]+)';

const signs: readonly Sign[] = [
  // rustup 1.28 and before: the proxy is there for every component, installed or not
  {
    pattern: new RegExp(`Unknown binary '${word}' in official toolchain`),
    cause: 'the command is a proxy of rustup, and the toolchain in use has no "$1"',
    fix: 'rustup component add $1',
  },
  {
    pattern: new RegExp(`'${word}' is not installed for the toolchain`),
    cause: 'the command is a proxy of rustup, and the toolchain in use has no "$1"',
    fix: 'rustup component add $1',
  },
  {
    pattern: new RegExp(`rustup could not choose a version of ${word} to run`),
    cause: 'the command is a proxy of rustup, and no toolchain is chosen',
    fix: 'rustup default stable',
  },
  {
    pattern: new RegExp(`(pyenv|rbenv|nodenv): (?:version .* is not installed|${word}: command not found)`),
    cause: 'the command is a shim of $1, and the version in use has no such program',
  },
  {
    pattern: /(asdf|mise).*no version is set|no version is set for (?:command|shim)/i,
    cause: 'the command is a shim of a version manager, and no version is set here',
  },
  {
    pattern: /Volta error/,
    cause: 'the command is a shim of Volta, which cannot run it here',
  },
  {
    pattern: new RegExp(`env: [‘'"]?${word}[’'"]?: No such file or directory`),
    cause: 'the command needs "$1", which is not on PATH',
    fix: 'install $1, or put it on PATH',
  },
  {
    pattern: /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Cannot find module|ModuleNotFoundError/,
    cause: 'its installation is not whole: a module that it needs is not there',
  },
];

/** @param stderrTail the process's own last words; hostile text */
export function brokenStart(stderrTail: string): BrokenStart | undefined {
  for (const { pattern, cause, fix } of signs) {
    const match = pattern.exec(stderrTail);
    if (match === null) continue;
    const filled = (text: string) => text.replaceAll('$1', () => match[1] ?? '');
    return { cause: filled(cause), ...(fix !== undefined && { fix: filled(fix) }) };
  }
  return undefined;
}
