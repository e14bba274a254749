// `doctor` as JSON for programs: stable keys, null where there is nothing to say, servers in order of declaration.
// No absolute path of ours; what servers said is carried as it is.

import { type DoctorReport, doctorExitCode, type ServerHealth } from '../model/doctor-report.js';
import { commandSafeJson } from './escape.js';

export function doctorJson(report: DoctorReport): string {
  const { toolVersion, nodeVersion, gitVersion, system, configFile, zeroConfig, hook, advice } = report;
  const exitCode = doctorExitCode(report);
  const document = {
    schemaVersion: 1,
    tool: { name: 'lspcheck', version: toolVersion },
    healthy: exitCode === 0,
    exitCode,
    machine: { node: nodeVersion, git: gitVersion, system },
    config: { file: configFile ?? null, zeroConfig },
    hook: { calling: hook.calling, manager: hook.manager ?? null },
    servers: report.servers.map(server),
    advice: advice.map(({ text, fix }) => ({ text, fix: fix ?? null })),
  };
  return `${commandSafeJson(JSON.stringify(document, null, 2))}\n`;
}

function server(health: ServerHealth) {
  const { name, language, role, state, root, roots, files, settles, notes } = health;
  return {
    ...{ name, language, role, state, root, roots, files },
    from: health.from ?? null,
    found: health.found ?? null,
    version: health.version ?? null,
    startMs: health.startMs ?? null,
    answerMs: health.answerMs ?? null,
    settles,
    via: health.via ?? null,
    cause: health.cause ?? null,
    fix: health.fix ?? null,
    notes: notes.map(({ text, fix }) => ({ text, fix: fix ?? null })),
  };
}
