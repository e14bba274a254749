// From a command line to the command that runs it. Everything but the reading of the line is loaded when it is needed:
// `--version` loads nothing, and a command only its own.

import { assertNever } from '../model/base.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { version } from '../platform/version.js';
import type { CommandName } from './commands.js';
import type { Host } from './host.js';
import { type ParsedCommand, parseCommandLine } from './parse.js';

/** Throws a UserError for what the user can repair; anything else that it throws is a bug. */
export async function runCommandLine(host: Host): Promise<ExitCode> {
  const parsed = parseCommandLine(host.argv);
  switch (parsed.kind) {
    case 'version':
      await host.stdout.write(`${version}\n`);
      return 0;
    case 'help':
      await host.stdout.write((await import('./help.js')).helpText(parsed.command, parsed.long));
      return 0;
    case 'bare':
      // A hook that lost its arguments must not be green.
      await host.stderr.write((await import('./help.js')).helpText(undefined, false));
      return 2;
    case 'problem':
      throw (await import('./usage.js')).explainUsage(host.argv, host.cwd, parsed.detail);
    case 'command':
      return runCommand(parsed, host);
    default:
      return assertNever(parsed);
  }
}

async function runCommand(parsed: ParsedCommand, host: Host): Promise<ExitCode> {
  if (!isSupportedNode(host.nodeVersion))
    throw new UserError(
      'usage',
      `lspcheck needs Node 20.19, 22.12 or newer, and this is ${host.nodeVersion}`,
    );
  const name: CommandName = parsed.name;
  switch (name) {
    case 'changed':
    case 'files':
    case 'all':
      return (await import('./check-command.js')).runCheckCommand({ ...parsed, name }, host);
    case 'merge':
      return (await import('./merge-command.js')).runMergeCommand(parsed, host);
    case 'mcp':
      return (await import('./mcp-command.js')).runMcpCommand(parsed.values, host);
    case 'call':
      return (await import('./call-command.js')).runCallCommand(parsed, host);
    case 'doctor':
      return (await import('./doctor-command.js')).runDoctorCommand(parsed.values, host);
    case 'init':
      return (await import('./init-command.js')).runInitCommand(parsed, host);
    case 'baseline':
      return (await import('./baseline-command.js')).runBaselineCommand(parsed, host);
    case 'trust':
      return (await import('./trust-command.js')).runTrustCommand(parsed, host);
    case 'hook':
      return (await import('./hook-command.js')).runHookCommand(parsed, host);
    case 'servers':
      return (await import('./servers-command.js')).runServersCommand(parsed, host);
    case 'schema':
      return (await import('./schema-command.js')).runSchemaCommand(parsed.args, host);
    default:
      return assertNever(name);
  }
}

/** The same as `engines` in package.json, which npm only warns about. */
export function isSupportedNode(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major >= 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}
