// Every command there is, once: what it takes, which flags are its own, and how help shows it.
// Data only. The scope flags of a command exclude each other; a command that does not exist yet is not listed.

import { importSources } from '../config/import/imported.js';
import type { Flag } from './flag.js';
import { type FlagName, flagOf } from './flags.js';

export type CommandGroup = 'Check' | 'Agents' | 'Set up' | 'Reference';

export interface Command {
  readonly usage: string;
  readonly group: CommandGroup;
  /** One line of the list of commands. */
  readonly text: string;
  /** What the command's own help says below its usage. */
  readonly about: string;
  readonly examples: readonly string[];
  readonly flags: readonly FlagName[];
  /** The values of --format here, where they are not those of a run's report. */
  readonly formats?: readonly string[];
  /** Most positional arguments it takes. */
  readonly maxArguments: number;
  /** What to do instead when there are more. */
  readonly tooMany?: string;
}

const general = ['color', 'log-level', 'help', 'version'] as const;
const checking = [
  ...(['fail-on', 'min-severity', 'on-unknown', 'on-uncovered', 'fail-on-empty'] as const),
  ...(['format', 'output', 'report', 'quiet', 'explain', 'timings', 'sarif-category'] as const),
  ...(['deadline', 'start-timeout', 'request-timeout', 'quiet-period'] as const),
  ...([
    'shard',
    'server',
    'skip-server',
    'jobs',
    'config',
    'no-config',
    'untrusted',
    'root',
    'record',
    'trace',
  ] as const),
  ...general,
] as const;

const serving = [
  ...(['call-deadline', 'start-timeout', 'request-timeout', 'quiet-period'] as const),
  ...(['server', 'skip-server', 'config', 'no-config', 'root'] as const),
] as const;

export const commands = {
  changed: {
    usage: 'lspcheck changed [paths..]',
    group: 'Check',
    text: 'what changed: working tree, index or branch',
    about:
      'Judges what changed in the whole repository: by default the working tree against HEAD, untracked files included; in CI what its event says. Paths narrow it.',
    examples: [
      'lspcheck changed',
      'lspcheck changed --staged',
      'lspcheck changed --base origin/main src',
      'lspcheck changed --from v1.2 --to HEAD',
    ],
    flags: ['staged', 'base', 'from', 'to', 'pre-push', 'only', 'affected', ...checking],
    maxArguments: Number.POSITIVE_INFINITY,
  },
  files: {
    usage: 'lspcheck files <paths|globs..>',
    group: 'Check',
    text: 'these files',
    about: 'Judges the files named, whether they changed or not. A glob that matches nothing is an error.',
    examples: [
      'lspcheck files src/a.ts',
      "lspcheck files 'src/**/*.py'",
      'git ls-files -z | lspcheck files --stdin',
    ],
    flags: ['stdin', ...checking],
    maxArguments: Number.POSITIVE_INFINITY,
  },
  all: {
    usage: 'lspcheck all',
    group: 'Check',
    text: 'every tracked file that a server handles',
    about:
      'Judges every tracked file of the repository that a server handles. No deadline unless one is given.',
    examples: ['lspcheck all', 'lspcheck all --format sarif -o lspcheck.sarif'],
    flags: [...checking],
    maxArguments: 0,
    tooMany: 'lspcheck files',
  },
  merge: {
    usage: 'lspcheck merge <reports..>',
    group: 'Check',
    text: 'the JSON reports of shards, joined into one',
    about:
      'Joins the JSON reports of one run that was cut with --shard, and ends as that run would have: files of a shard whose report is missing are unknown. Reports of different runs are refused. A single report of a whole run is only told again, in another format. Findings count by the policy of the reports.',
    examples: [
      'lspcheck merge shard-*.json',
      'lspcheck merge reports/*.json --format sarif -o lspcheck.sarif',
    ],
    flags: [
      ...(['format', 'output', 'report', 'quiet', 'explain', 'timings', 'sarif-category'] as const),
      ...general,
    ],
    maxArguments: Number.POSITIVE_INFINITY,
  },
  mcp: {
    usage: 'lspcheck mcp',
    group: 'Agents',
    text: 'an MCP server on stdio: checks, navigation, edits',
    about:
      'Serves the repository of the current folder to a client of the Model Context Protocol on stdin and stdout, with servers that stay warm between calls. Ends with its input. See docs/mcp.md.',
    examples: ['claude mcp add lspcheck -- npx lspcheck mcp', 'lspcheck mcp --root ~/src/project'],
    flags: [...serving, ...general],
    maxArguments: 0,
  },
  call: {
    usage: 'lspcheck call <tool> [json]',
    group: 'Agents',
    text: 'one tool of the MCP server, from the shell',
    about:
      'Calls one tool with its arguments as a JSON object, and prints its answer as JSON. --list prints all tools with their schemas. Exit codes of a check are those of the run.',
    examples: [
      'lspcheck call --list',
      `lspcheck call get_diagnostics_for_file '{"file_path": "src/a.ts"}'`,
      `lspcheck call find_symbol '{"query": "parse"}'`,
    ],
    flags: ['list', 'untrusted', ...serving, ...general],
    maxArguments: 2,
  },
  doctor: {
    usage: 'lspcheck doctor',
    group: 'Set up',
    text: 'start every server, prove each one alive',
    about:
      'Starts every server that this repository needs, gives each a planted mistake that it must object to, and says what is wrong and how to fix it. Exit 0: all required servers are alive; 3: one is not.',
    examples: [
      'lspcheck doctor',
      'lspcheck doctor --server pyright',
      'lspcheck doctor --format markdown   # for an issue: no paths, no environment',
    ],
    flags: [
      ...(['on-unknown', 'format', 'server', 'skip-server', 'deadline', 'start-timeout'] as const),
      ...(['request-timeout', 'quiet-period', 'jobs', 'config', 'no-config', 'root'] as const),
      ...general,
    ],
    formats: ['text', 'json', 'markdown'],
    maxArguments: 0,
    tooMany: 'lspcheck doctor --server',
  },
  init: {
    usage: 'lspcheck init [--from TOOL FILE]',
    group: 'Set up',
    text: 'write lspcheck.yml for what is here',
    about:
      'Looks at the tracked files and the installed servers and writes a short lspcheck.yml: those that are here, and as comments those that are not, with the command that installs them. --from reads the file of another tool instead (cclsp, lsp-mcp, titah, supertool) and says what could not be carried over. Asks nothing; where a configuration exists, nothing is written (exit 2) and the difference is shown.',
    examples: ['lspcheck init', 'lspcheck init --dry-run', 'lspcheck init --from cclsp cclsp.json'],
    flags: ['from', 'dry-run', ...general],
    maxArguments: 1,
  },
  baseline: {
    usage: 'lspcheck baseline <update|prune|show>',
    group: 'Set up',
    text: 'accept what stands today',
    about:
      'update judges all files (or those named) and writes what it finds to lspcheck-baseline.jsonl, as counts without line numbers; prune only takes away what is gone; show counts. Findings within the baseline are baselined: counted, and no reason to fail. Exit 3: some files could not be judged, and kept their entries.',
    examples: ['lspcheck baseline update', 'lspcheck baseline prune', 'lspcheck baseline show'],
    flags: [
      ...(['min-severity', 'deadline', 'start-timeout', 'request-timeout', 'quiet-period'] as const),
      ...(['server', 'skip-server', 'jobs', 'config', 'no-config'] as const),
      ...general,
    ],
    maxArguments: Number.POSITIVE_INFINITY,
  },
  hook: {
    usage: 'lspcheck hook <install|uninstall|status>',
    group: 'Set up',
    text: 'every commit and push, as git hooks',
    about:
      'Installs lspcheck as pre-commit, pre-merge-commit and pre-push (or those named), in core.hooksPath where that is set; a hook that is there already runs first, and is put back by uninstall. Flags after -- are kept for each run. Where husky, lefthook or pre-commit own the hooks, the lines for their configuration are printed instead. Exit of status: 0 installed, 3 not.',
    examples: [
      'lspcheck hook install',
      'lspcheck hook install pre-commit -- --fail-on warning',
      'lspcheck hook status',
    ],
    flags: [...general],
    maxArguments: Number.POSITIVE_INFINITY,
  },
  trust: {
    usage: 'lspcheck trust <add|remove|status>',
    group: 'Set up',
    text: 'let agents use what this repository brings',
    about:
      'Agents (lspcheck mcp) and --untrusted runs use the configuration of a repository, and the programs in it, only when you have trusted them, and only as they were then. Kept outside of the repository. Exit of status: 0 trusted, 3 not, or not any more.',
    examples: ['lspcheck trust status', 'lspcheck trust add'],
    flags: ['root', ...general],
    maxArguments: 1,
  },
  servers: {
    usage: 'lspcheck servers [names..]',
    group: 'Reference',
    text: 'the servers that lspcheck knows, and which are here',
    about:
      'Lists the built-in catalogue: how each server was tested, how it settles, and whether it is found here. Names, or a language, show all that is known of them.',
    examples: [
      'lspcheck servers',
      'lspcheck servers pyright eslint',
      'lspcheck servers --language Python --format json',
    ],
    flags: ['language', 'format', ...general],
    formats: ['text', 'json'],
    maxArguments: Number.POSITIVE_INFINITY,
  },
  schema: {
    usage: 'lspcheck schema [config|report]',
    group: 'Reference',
    text: 'JSON Schema of lspcheck.yml, or of the JSON report',
    about: 'Prints the JSON Schema of the configuration file, or of the JSON report, on stdout.',
    examples: ['lspcheck schema > lspcheck.schema.json', 'lspcheck schema report'],
    flags: [...general],
    maxArguments: 1,
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;
export type CheckCommandName = Extract<CommandName, 'changed' | 'files' | 'all'>;

/** Flags of which a command takes at most one, once. `to` belongs to `from`. */
export const scopeFlags = ['staged', 'base', 'from', 'pre-push'] as const satisfies readonly FlagName[];

export function commandOf(name: CommandName): Command {
  return commands[name];
}

/** The flag as this command takes it; undefined: as most do. */
export function flagFor(name: FlagName, command: CommandName | undefined): Flag {
  if (name === 'from' && command === 'init') return importFlag;
  const formats = name === 'format' && command !== undefined ? commandOf(command).formats : undefined;
  return formats === undefined ? flagOf(name) : { ...flagOf(name), choices: formats };
}

const importFlag: Flag = {
  kind: 'choice',
  value: 'TOOL',
  choices: importSources,
  group: 'Configuration',
  text: 'carry over the servers of this tool',
};

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
