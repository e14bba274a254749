// `lspcheck init`: looks at what is tracked and installed, or at another tool's file, and writes lspcheck.yml. Asks nothing,
// starts nothing, and overwrites nothing.

import { readFile, writeFile } from 'node:fs/promises';
import { projectFileNames } from '../config/find.js';
import type { ImportSource } from '../config/import/imported.js';
import { importSources } from '../config/import/imported.js';
import { nameHint } from '../config/near-name.js';
import type { ConfigText } from '../config/write-config.js';
import { locate } from '../git/location.js';
import type { AbsPath, JsonObject } from '../model/base.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import { fitInstallCommand } from '../platform/install-command.js';
import { absolutePath } from '../platform/paths.js';
import { oneLine } from '../report/escape.js';
import { plural } from '../report/words.js';
import type { FlagValues } from './flags.js';
import type { Host } from './host.js';
import type { ParsedCommand } from './parse.js';

const fileName = 'lspcheck.yml';

/** @throws UserError `config`: the file to import is not what it is said to be; `usage` where it cannot be read. */
export async function runInitCommand({ args, values }: ParsedCommand, host: Host): Promise<ExitCode> {
  const { root } = await locate({ cwd: host.cwd, env: host.env });
  const plan =
    values.from === undefined ? await looked(values, host) : await imported(values.from, args, host);
  const { configText } = await import('../config/write-config.js');
  const text = configText(plan.config);
  if (values['dry-run'] === true) {
    await host.stdout.write(text);
    return 0;
  }
  const existing = await existingConfig(root);
  if (existing !== undefined) return refuse(existing.name, differences(existing.text, text), host);
  await writeFile(absolutePath(fileName, root), text, { flag: 'wx' });
  const servers = Object.keys(plan.config.servers).length;
  const comments = plan.config.missing.length;
  const wrote = `${fileName} (${plural(servers, 'server')}${comments === 0 ? '' : `, ${comments} as a comment`})`;
  const rows: readonly (readonly [string, string])[] = [
    ...plan.rows,
    ['wrote', wrote],
    ['next', 'lspcheck doctor        prove that they are alive'],
    ['', 'lspcheck changed       check what you changed'],
    ['', 'lspcheck hook install  check every commit'],
  ];
  await host.stdout.write(rows.map(([label, rest]) => `${label.padEnd(8)} ${rest}`.trimEnd()).join('\n'));
  await host.stdout.write('\n');
  return 0;
}

interface InitPlan {
  readonly config: ConfigText;
  /** What was found, for people: label and text. */
  readonly rows: readonly (readonly [string, string])[];
}

/** Servers that would judge what is tracked here. */
async function looked(values: FlagValues, host: Host): Promise<InitPlan> {
  const { prepareDoctor } = await import('./doctor-request.js');
  const { request } = await prepareDoctor(
    { ...values, 'no-config': true },
    host,
    new AbortController().signal,
  );
  const found = request.targets.filter(({ location }) => location.kind !== 'missing');
  const missing = request.targets.filter(({ location }) => location.kind === 'missing');
  const install = (target: DoctorTarget) =>
    fitInstallCommand(target.definition.installHint, target.installer, host.platform);
  return {
    config: {
      servers: Object.fromEntries(found.map(({ definition }): [string, JsonObject] => [definition.name, {}])),
      missing: missing.map((target) => ({ name: target.definition.name, install: install(target) })),
      remarks: [],
    },
    rows: [
      ...table('found', found, ({ definition }) => definition.name),
      ...table('missing', missing, install),
    ],
  };
}

/** At most so many lines for each label: the rest is counted. */
const longestTable = 5;

function table(
  label: string,
  targets: readonly DoctorTarget[],
  last: (target: DoctorTarget) => string,
): readonly (readonly [string, string])[] {
  const shown = targets.slice(0, longestTable);
  const width = Math.max(0, ...shown.map(({ definition }) => definition.language.length));
  const rows = shown.map((target): [string, string] => {
    const count = plural(target.files, 'file').padStart(10);
    return ['', `${target.definition.language.padEnd(width)}  ${count}  ${last(target)}`];
  });
  const more = targets.length - shown.length;
  if (more > 0) rows.push(['', `and ${more} more`]);
  return rows.map(([, text], at) => [at === 0 ? label : '', text]);
}

async function imported(source: string, [file]: readonly string[], host: Host): Promise<InitPlan> {
  const known = importSources.find((name): name is ImportSource => name === source);
  if (known === undefined || file === undefined)
    throw new UserError('usage', `init --from ${source} needs the file to import`, {
      hint: nameHint(source, importSources) ?? `lspcheck init --from ${source} FILE`,
    });
  const { importConfig } = await import('../config/import/import-config.js');
  const { servers, lost } = await importConfig(known, await readGiven(file, host.cwd), file);
  const names = Object.keys(servers).map((name) => oneLine(name, true));
  return {
    config: {
      servers,
      missing: [],
      remarks: [`From ${file} (${known}).`, ...lost.map((one) => `not carried over: ${one}`)],
    },
    rows: [
      ['read', `${oneLine(file, true)}: ${names.length === 0 ? 'no server' : names.join(', ')}`],
      ...lost.map((one, at): [string, string] => [at === 0 ? 'lost' : '', oneLine(one, true)]),
    ],
  };
}

async function readGiven(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(absolutePath(file, cwd), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(
      'usage',
      code === 'ENOENT' ? `${file} does not exist` : `cannot read ${file}: ${code}`,
    );
  }
}

/** The configuration that is there, whichever form it has. */
async function existingConfig(
  root: AbsPath,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  for (const name of projectFileNames) {
    try {
      return { name, text: await readFile(absolutePath(name, root), 'utf8') };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return { name, text: '' };
    }
  }
  return undefined;
}

const longestDifference = 20;

/** Lines that one has and the other has not; their order says nothing to a reader of this. */
function differences(existing: string, proposed: string): readonly string[] {
  const linesOf = (text: string) =>
    new Set(
      text
        .split(/\r?\n/)
        .map((line) => line.trimEnd())
        .filter((line) => line !== ''),
    );
  const [old, fresh] = [linesOf(existing), linesOf(proposed)];
  const lines = [
    ...[...old].filter((line) => !fresh.has(line)).map((line) => `- ${oneLine(line, true)}`),
    ...[...fresh].filter((line) => !old.has(line)).map((line) => `+ ${oneLine(line, true)}`),
  ];
  const more = lines.length - longestDifference;
  return more > 0 ? [...lines.slice(0, longestDifference), `and ${plural(more, 'line')} more`] : lines;
}

async function refuse(name: string, lines: readonly string[], host: Host): Promise<ExitCode> {
  const shown = lines.length === 0 ? '' : `${lines.map((line) => `  ${line}`).join('\n')}\n\n`;
  const hint =
    lines.length === 0 ? 'it is what init would write' : 'lspcheck init --dry-run prints the whole file';
  await host.stderr.write(`error: ${name} exists, and init overwrites nothing\n\n${shown}hint: ${hint}\n`);
  return 2;
}
