// Install commands in the words of this repository and machine: an entry says `npm i -D x` or `apt-get install x`, and the
// lock file or the system may call for another tool. Pure; what is no such command stays as it is.

/** How npm packages get into this place; `none`: nothing here is a package. */
export type PackageInstaller = 'npm' | 'pnpm' | 'pnpm-workspace' | 'yarn' | 'bun' | 'none';

const addCommands: Readonly<Record<PackageInstaller, string>> = {
  npm: 'npm i -D',
  pnpm: 'pnpm add -D',
  'pnpm-workspace': 'pnpm add -D -w',
  yarn: 'yarn add -D',
  bun: 'bun add -d',
  none: 'npm i -g',
};

/** Packages that PyPI has under the same name: no need of npm where nothing else is a package. */
const onPyPi = ['pyright', 'basedpyright'];

/** Where Homebrew's name is another than Debian's. */
const brewNames: Readonly<Record<string, string>> = { clangd: 'llvm', python3: 'python' };

/** @param platform as Node names it: `darwin` installs with brew. */
export function fitInstallCommand(command: string, installer: PackageInstaller, platform: string): string {
  const npm = /^npm i(?:nstall)? -D ([^;&|]+)$/.exec(command)?.[1];
  if (npm !== undefined) {
    if (installer === 'none' && onPyPi.includes(npm)) return `pip install ${npm}`;
    return `${addCommands[installer]} ${npm}`;
  }
  const apt = /^(?:sudo )?apt(?:-get)? install ([^;&|]+)$/.exec(command)?.[1];
  if (apt === undefined || platform !== 'darwin') return command;
  return `brew install ${apt
    .split(' ')
    .map((name) => brewNames[name] ?? name)
    .join(' ')}`;
}
