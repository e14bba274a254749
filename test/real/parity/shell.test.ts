// bash-language-server against shellcheck, on the shell scripts of Debian's packages: most have no extension and are known by
// their first line.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { needTools } from '../need.js';
import { describeParity, runTool } from './parity.js';
import { placeOfCodePoint } from './positions.js';
import { shellMistakes, shellSyntaxErrors } from './shell-mistakes.js';

/** Folder of the machine → folder in the workspace. */
const folders = { '/usr/bin': 'bin', '/usr/sbin': 'sbin', '/usr/lib/git-core': 'git' };

const mostScripts = 100;
const mostBytes = 8000;

/** Scripts of moderate size, the same on every machine with the same packages. */
function corpus(): Readonly<Record<string, string>> {
  const scripts = Object.entries(folders).flatMap(([folder, into]) =>
    (existsSync(folder) ? readdirSync(folder) : []).sort().flatMap((name) => {
      const text = scriptText(join(folder, name));
      return text === undefined ? [] : [[`${into}/${name}`, text] as const];
    }),
  );
  return Object.fromEntries(scripts.slice(0, mostScripts));
}

function scriptText(file: string): string | undefined {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (name.includes('.') && !name.endsWith('.sh')) return undefined;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size > mostBytes) return undefined;
  const text = readFileSync(file, 'utf8');
  return /^#! ?\/bin\/(?:ba)?sh\b/.test(text) && !text.includes('\uFFFD') ? text : undefined;
}

/** The documented form of --format=json1. */
interface Output {
  readonly comments: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly level: 'error' | 'warning' | 'info' | 'style';
    readonly code: number;
    readonly message: string;
  }[];
}

describeParity({
  engine: 'shellcheck',
  server: 'bash',
  needs: (context) => needTools(context, ['shellcheck'], 'apt-get install shellcheck'),
  tools: ['shellcheck'],
  packages: ['bash-language-server'],
  corpus,
  ofMachine: true,
  mistakes: [...shellMistakes, ...shellSyntaxErrors],
  version: async (workspace) =>
    /version: (.*)/.exec((await runTool(workspace, 'shellcheck', ['--version'], [0])).stdout)?.[1] ?? '',
  args: ['--min-severity', 'hint'],
  cli: async (workspace, paths) => {
    const args = ['--format=json1', '--external-sources', '--source-path=SCRIPTDIR', ...paths];
    const { stdout } = await runTool(workspace, 'shellcheck', args, [0, 1]);
    return (JSON.parse(stdout) as Output).comments.map(({ file, line, column, level, code, message }) => ({
      path: file,
      ...placeOfCodePoint(workspace, file, line, column),
      severity: level === 'style' ? 'hint' : level,
      code: `SC${code}`,
      message,
    }));
  },
  known: [],
});
