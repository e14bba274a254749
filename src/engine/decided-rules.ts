// Infra rules with a condition, decided for one session: is what the server complains of a mistake, or the lack of something
// around it. Looked at only when such a complaint is there, so that a run without one reads nothing more.

import { type DecidedRule, matcherOf, nameIn, patternTest } from '../classify/infra-rules.js';
import { assertNever, type NonEmpty, type RepoPath } from '../model/base.js';
import type { ServerDiagnostic } from '../model/diagnostic.js';
import type { PlannedSession } from '../model/plan.js';
import type { InfraRule } from '../model/server-definition.js';
import { type JudgedFolders, judgedFolders, nearestWith } from '../plan/folders.js';
import { missingNpmPackages } from '../plan/npm-packages.js';
import { packageInstallers } from '../plan/package-installer.js';
import { missingPythonPackages } from '../plan/python-packages.js';
import type { Environment } from '../platform/environment.js';
import type { PackageInstaller } from '../platform/install-command.js';
import { parentOf } from '../platform/paths.js';
import type { SessionRun } from './run-session.js';

interface Complaint {
  readonly path: RepoPath;
  readonly diagnostic: ServerDiagnostic;
}

/** Answers the rules that hold in a session, of those that have a condition. */
export function ruleDecider(env: Environment): (run: SessionRun) => Promise<readonly DecidedRule[]> {
  return async (run) => {
    const decided: DecidedRule[] = [];
    for (const rule of run.plan.definition.infraRules) {
      if (rule.when === undefined) continue;
      const complaints = complaintsOf(run, rule);
      if (complaints.length === 0) continue;
      const one = await decide(rule, complaints, run, env);
      if (one !== undefined) decided.push(one);
    }
    return decided;
  };
}

function complaintsOf(run: SessionRun, rule: InfraRule): readonly Complaint[] {
  const matches = matcherOf(rule);
  return [...run.collected].flatMap(([path, { outcome }]) => {
    const diagnostics = outcome.kind === 'settled' ? outcome.diagnostics : outcome.provisional;
    return diagnostics.filter(matches).map((diagnostic) => ({ path, diagnostic }));
  });
}

async function decide(
  rule: InfraRule,
  complaints: readonly Complaint[],
  { plan, sessions }: SessionRun,
  env: Environment,
): Promise<DecidedRule | undefined> {
  const { when } = rule;
  if (when === undefined) return { rule };
  const folders = judgedFolders(plan.tree);
  switch (when.kind) {
    case 'none-of': {
      const nearest = await nearestWith(folders, when.names)(plan.rootPath);
      return nearest === undefined ? { rule } : undefined;
    }
    case 'said': {
      const matches = patternTest(when.pattern);
      return sessions.some(({ lastingWords }) => lastingWords.some(matches)) ? { rule } : undefined;
    }
    case 'not-installed': {
      const wanted = complaints.flatMap(({ path, diagnostic }) =>
        namesOf(rule, diagnostic, when.packages).map((name) => ({ folder: parentOf(path), name })),
      );
      const missing =
        when.ecosystem === 'npm'
          ? await missingNpmPackages(plan.tree.serverRoot, wanted)
          : await missingPythonPackages(plan.tree.serverRoot, folders, wanted, env);
      if (missing.size === 0) return undefined;
      const fitting = when.ecosystem === 'npm' ? await byInstaller(rule, plan, folders) : rule;
      return when.packages === undefined ? { rule: fitting, names: missing } : { rule: fitting };
    }
    default:
      return assertNever(when);
  }
}

/** The hint in the words of the package manager that the project uses. */
async function byInstaller(
  rule: InfraRule,
  { rootPath }: PlannedSession,
  folders: JudgedFolders,
): Promise<InfraRule> {
  const installer = await packageInstallers(folders)(rootPath);
  return rule.means === undefined
    ? rule
    : { ...rule, means: { ...rule.means, hint: installCommands[installer] } };
}

const installCommands: Readonly<Record<PackageInstaller, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm install',
  'pnpm-workspace': 'pnpm install',
  yarn: 'yarn install',
  bun: 'bun install',
  none: 'npm install',
};

function namesOf(
  rule: InfraRule,
  diagnostic: ServerDiagnostic,
  packages: NonEmpty<string> | undefined,
): readonly string[] {
  if (packages !== undefined) return packages;
  const name = nameIn(rule, diagnostic);
  return name === undefined ? [] : [name];
}
