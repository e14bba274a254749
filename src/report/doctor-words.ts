// The doctor's findings in words, for every form that people read. Nothing here is escaped yet.

import { assertNever } from '../model/base.js';
import {
  type DoctorReport,
  doctorExitCode,
  type ServerHealth,
  type ServerState,
} from '../model/doctor-report.js';
import type { Mark } from './summary-sentence.js';
import { listed, plural } from './words.js';

/** Problems first, each part in order of declaration. */
export function problemsFirst(servers: readonly ServerHealth[]): readonly ServerHealth[] {
  const isAlive = ({ state }: ServerHealth) => state === 'alive';
  return [...servers.filter((server) => !isAlive(server)), ...servers.filter(isAlive)];
}

export function markOf(state: ServerState): Mark {
  switch (state) {
    case 'alive':
      return 'clean';
    case 'mute':
    case 'unproven':
      return 'incomplete';
    case 'not-installed':
    case 'wrong-version':
    case 'crashed':
      return 'findings';
    default:
      return assertNever(state);
  }
}

export function stateWords(state: ServerState): string {
  return state.replace('-', ' ');
}

/** `mute: starts, but missed a planted mistake`. */
export function headline(server: ServerHealth, { zeroConfig }: DoctorReport): string {
  const { state, startMs, files, role, code, via } = server;
  const without =
    files === 0 ? '' : ` (${plural(files, 'file')} would be ${zeroConfig ? 'skipped' : 'unknown'})`;
  const advisory = role === 'advisory' ? ', advisory' : '';
  const words = stateWords(state) + advisory;
  switch (state) {
    case 'not-installed':
    case 'wrong-version':
      return words + without;
    case 'crashed':
      return `${words}: ${startMs === undefined ? 'does not start' : 'ended over a planted mistake'}`;
    case 'mute':
      return `${words}: ${startMs === undefined ? 'does not answer' : 'starts, but missed a planted mistake'}`;
    case 'unproven':
      return `${words}: ${startMs === undefined ? 'not started' : 'started, not proven'}`;
    case 'alive':
      return `${words}: found the planted ${code ?? 'mistake'} by ${via}`;
    default:
      return assertNever(state);
  }
}

/** `ready in 0.8 s, in packages/a (1 of 3 roots)`; empty when there is nothing to say. */
export function placeWords({ startMs, root, roots }: ServerHealth): string {
  const ready = startMs === undefined ? [] : [`ready in ${(startMs / 1000).toFixed(1)} s`];
  const more = roots > 1 ? ` (1 of ${roots} roots)` : '';
  const where = root === '.' ? (roots > 1 ? [`in the top folder${more}`] : []) : [`in ${root}${more}`];
  return [...ready, ...where].join(', ');
}

/** `lspcheck 0.1.0, Node 20.20.2, git 2.39.5, linux x64`. */
export function machineWords({ toolVersion, nodeVersion, gitVersion, system }: DoctorReport): string {
  return `lspcheck ${toolVersion}, Node ${nodeVersion}, git ${gitVersion}, ${system}`;
}

/** `lspcheck.yml: 4 servers; hook: pre-commit`. */
export function repositoryWords({ configFile, zeroConfig, servers, hook }: DoctorReport): string {
  const count = plural(servers.length, 'server');
  const chosen = zeroConfig
    ? `${configFile ?? 'no configuration file'}: ${count} by the files that are tracked`
    : `${configFile ?? 'configuration'}: ${count}`;
  const by = hook.manager === undefined ? '' : ` (${hook.manager})`;
  return `${chosen}; hook: ${hook.calling.length === 0 ? 'none' : hook.calling.join(', ')}${by}`;
}

/** The last line, without its mark. */
export function doctorSummary(report: DoctorReport): { readonly mark: Mark; readonly text: string } {
  const { servers, interrupted } = report;
  const code = doctorExitCode(report);
  const end = code === 0 ? '' : `. exit ${code}`;
  const stopped = interrupted === undefined ? '' : `interrupted by ${interrupted}, `;
  if (servers.length === 0)
    return {
      mark: 'nothing',
      text: `${stopped}no server to look at: none is configured, and no tracked file needs one${end}`,
    };
  const alive = servers.filter(({ state }) => state === 'alive').length;
  const others = [...new Set(servers.map(({ state }) => state))]
    .filter((state) => state !== 'alive')
    .map((state) => `${servers.filter((server) => server.state === state).length} ${stateWords(state)}`);
  if (others.length === 0) return { mark: 'clean', text: `${stopped}${plural(alive, 'server')} alive${end}` };
  const head =
    alive === 0
      ? 'no server is alive'
      : `${alive} of ${plural(servers.length, 'server')} ${alive === 1 ? 'is' : 'are'} alive`;
  const text = `${stopped}${head}; ${listed(others, others.length)}${end}`;
  return { mark: code === 0 ? 'below-level' : 'findings', text };
}
