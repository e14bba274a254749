// What an examination means: a state, its cause in a sentence, and the command that repairs it. Pure.
// Invariant: only an objection to a planted mistake, without a doubt of the server's own, is `alive`.

import { assertNever } from '../model/base.js';
import type { Advice, ServerHealth } from '../model/doctor-report.js';
import type { Fault } from '../model/fault.js';
import type { PackageNeed, ServerDefinition } from '../model/server-definition.js';
import type { DoctorTarget } from '../plan/doctor-targets.js';
import type { OwnPackage } from '../plan/locate.js';
import { fitInstallCommand } from '../platform/install-command.js';
import { satisfiesNpmRange } from '../platform/version-range.js';
import { brokenStart } from './broken-starts.js';
import type { Examination, FoundTarget } from './examine-server.js';

export interface Circumstances {
  /** As Node names it: `linux`, `darwin`. */
  readonly platform: string;
  /** Of the Node that lspcheck's own servers are run by, and of the one on PATH, which runs all others. */
  readonly nodeVersions: { readonly own: string; readonly path: string };
}

type Diagnosis = Pick<ServerHealth, 'state' | 'cause' | 'fix' | 'via'>;
type FixOf = (command: string) => string;

/** `examination` is undefined for a server that was not found. */
export function healthOf(
  target: DoctorTarget,
  examination: Examination | undefined,
  circumstances: Circumstances,
): ServerHealth {
  const { definition, root, roots, files, location, installer } = target;
  const fixOf: FixOf = (command) => fitInstallCommand(command, installer, circumstances.platform);
  const notes = target.unmet.map(({ why, hint }): Advice => ({ text: why, fix: fixOf(hint) }));
  const { name, language, role, settle, canary } = definition;
  const common = {
    ...{ name, language, role, root, roots, files, settles: settle.kind },
    ...(canary?.code !== undefined && { code: canary.code }),
  };
  if (location.kind === 'missing' || examination === undefined)
    return { ...common, ...missing(target, fixOf), notes: [] };
  const { command, note, own } = location;
  const version = command.version ?? (examination.version && shortVersion(examination.version));
  const node = command.from === 'bundled' ? circumstances.nodeVersions.own : circumstances.nodeVersions.path;
  const misfit = own && nodeMisfit(own, node, definition, fixOf);
  const diagnosis = started({ ...target, location }, examination, misfit, fixOf);
  return {
    ...common,
    ...diagnosis,
    notes: diagnosis.state === 'alive' && misfit ? [...notes, misfit] : notes,
    from: command.from,
    program: command.program,
    found: note ?? foundWords(target, own, version),
    ...(version !== undefined && { version }),
    ...(examination.startMs !== undefined && { startMs: examination.startMs }),
    ...(examination.answerMs !== undefined && { answerMs: examination.answerMs }),
  };
}

/** "Debian clangd version 22.1.0 (…)" is 22.1.0; gopls gives its whole build information, as JSON. */
function shortVersion(said: string): string | undefined {
  const found = said.startsWith('{')
    ? /"Version":"(v?\d[\w.-]*)"\}?$/.exec(said)
    : (/(?<![\w.])(v?\d+\.\d[\w.+-]*)/.exec(said) ?? /^([\w.+-]{1,40})$/.exec(said));
  return found?.[1];
}

function missing({ definition, location, astray }: DoctorTarget, fixOf: FixOf): Diagnosis {
  const why = location.kind === 'missing' ? location.why : '';
  if (location.kind === 'missing' && location.wrong !== undefined)
    return { state: 'wrong-version', cause: why, fix: fixOf(`npm i -D ${fitting(location.wrong)}`) };
  if (astray !== undefined) {
    const cause = `it is in ${astray}, which is not on PATH`;
    return { state: 'not-installed', cause, fix: `export PATH="$PATH:${astray}"` };
  }
  return { state: 'not-installed', cause: why, ...fixIf(fixOf(definition.installHint)) };
}

function fitting({ name, min, below }: PackageNeed): string {
  if (below !== undefined) return `"${name}@<${below}"`;
  return min === undefined ? name : `${name}@${min}`;
}

function started(
  target: FoundTarget,
  examination: Examination,
  misfit: Advice | undefined,
  fixOf: FixOf,
): Diagnosis {
  const { definition, location } = target;
  const { fault, verdict, doubt } = examination;
  if (fault !== undefined) return failed(definition, fault, misfit, fixOf);
  const { lacks } = location;
  const reason = lacks
    ? { text: `"${lacks.name}" is not on PATH`, fix: fixOf(lacks.hint) }
    : doubt && { text: doubt.detail, ...fixIf(doubt.hint && fixOf(doubt.hint)) };
  switch (verdict?.kind) {
    case 'alive':
      if (reason === undefined) return { state: 'alive', via: verdict.via };
      return { state: 'unproven', via: verdict.via, ...because(reason) };
    case 'mute': {
      const why = reason ?? misfit;
      if (definition.canary === undefined && why === undefined)
        return { state: 'unproven', via: verdict.via, cause: 'the entry has no canary' };
      return { state: 'mute', via: verdict.via, ...(why && because(why)) };
    }
    case 'unproven':
    case undefined:
      if (definition.canary === undefined && reason === undefined && misfit === undefined)
        return { state: 'unproven', cause: 'the entry has no canary' };
      return {
        state: lacks ? 'mute' : 'unproven',
        ...because(reason ?? misfit ?? { text: verdict?.detail ?? 'it gave no answer' }),
      };
    default:
      return assertNever(verdict);
  }
}

function failed(
  { installHint }: ServerDefinition,
  fault: Fault,
  misfit: Advice | undefined,
  fixOf: FixOf,
): Diagnosis {
  switch (fault.reason) {
    case 'start-timeout':
      return { state: 'mute', cause: fault.detail, ...fixIf(misfit?.fix ?? 'raise --start-timeout') };
    case 'deadline':
      return { state: 'unproven', cause: fault.detail, fix: 'raise --deadline' };
    case 'interrupted':
      return { state: 'unproven', cause: fault.detail };
    default: {
      if (misfit !== undefined) return { state: 'crashed', ...because(misfit) };
      const broken = brokenStart(fault.stderrTail ?? '');
      return {
        state: 'crashed',
        cause: broken === undefined ? fault.detail : broken.cause,
        ...fixIf(broken?.fix ?? fixOf(fault.hint ?? installHint)),
      };
    }
  }
}

/** A package that is not made for the Node that runs it. The version that was measured is one that is known to do. */
function nodeMisfit(
  { name, version = '', node: range }: OwnPackage,
  node: string,
  { measured }: ServerDefinition,
  fixOf: FixOf,
): Advice | undefined {
  if (range === undefined || satisfiesNpmRange(node, range) !== false) return undefined;
  const known = measured === false ? undefined : versionIn(measured.version, name);
  const older = known === undefined || known === version ? undefined : known;
  return {
    text: `${name} ${version} needs Node ${range}, and this is ${node}`,
    fix: older === undefined ? `install Node ${range}` : fixOf(`npm i -D ${name}@${older}`),
  };
}

/** Of "pyright 1.1.414" for pyright: 1.1.414. */
function versionIn(text: string, name: string): string | undefined {
  const words = text.split(/[ ,]+/);
  const version = words[words.indexOf(name) + 1];
  return words.includes(name) && version !== undefined && /^\d[\w.-]*$/.test(version) ? version : undefined;
}

function foundWords({ location }: DoctorTarget, own: OwnPackage | undefined, version: string | undefined) {
  if (location.kind === 'missing') return '';
  const { program, from } = location.command;
  const what = own?.name ?? program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  const places = { project: "this project's", path: "PATH's", bundled: 'bundled', absolute: 'configured' };
  return [places[from], what, own?.version ?? version].filter((word) => word !== undefined).join(' ');
}

function because({ text, fix }: Advice): Pick<Diagnosis, 'cause' | 'fix'> {
  return { cause: text, ...fixIf(fix) };
}

function fixIf(fix: string | undefined): { readonly fix?: string } {
  return fix === undefined || fix === '' ? {} : { fix };
}
