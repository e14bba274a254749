// From the command line and the repository to what the engine is to look at: configuration, tracked files, hooks, tools.
// Everything that is read about the machine for `doctor` is read here; no server is started.

import type { CheckOptions } from '../check-options.js';
import { loadConfig } from '../config/load.js';
import type { DoctorRequest } from '../engine/doctor.js';
import { type Hooks, readHooks } from '../git/hooks.js';
import type { Location } from '../git/location.js';
import { runGit } from '../git/run-git.js';
import type { AbsPath } from '../model/base.js';
import type { LoadedConfig } from '../model/config.js';
import type { Advice } from '../model/doctor-report.js';
import { UserError } from '../model/user-error.js';
import { bundledResolver } from '../plan/bundled.js';
import { type DoctorTargets, doctorTargets } from '../plan/doctor-targets.js';
import { judgedFolders } from '../plan/folders.js';
import { locator } from '../plan/locate.js';
import { routeByStatus } from '../plan/route.js';
import { openTextStore } from '../plan/text-store.js';
import { absolutePath, baseNameOf, gitPath, repoPathOf } from '../platform/paths.js';
import { version } from '../platform/version.js';
import { satisfies } from '../platform/version-range.js';
import { plural } from '../report/words.js';
import { generatedBy, ignoredBy } from '../root-files.js';
import { findPlace, findSubject } from '../subject.js';
import { optionsOf } from './check-request.js';
import type { FlagValues } from './flags.js';
import type { Host } from './host.js';

export interface PreparedDoctor {
  readonly request: Omit<DoctorRequest, 'signal' | 'onProgress'>;
  readonly root: AbsPath;
}

/** `--path-format` and `ls-files --deduplicate`. */
const oldestGit = '>=2.31';

/** @throws UserError: `scope` outside of a repository, `config` and `usage` for mistakes. */
export async function prepareDoctor(
  values: FlagValues,
  host: Host,
  signal: AbortSignal,
): Promise<PreparedDoctor> {
  const { env } = host;
  const asked: CheckOptions = {
    ...{ cwd: host.cwd, env, signal, scope: { kind: 'all' } },
    ...(values.root !== undefined && { rootDir: values.root }),
  };
  const place = await findPlace(asked);
  const { root, cwd, location } = place;
  if (location === undefined) throw new UserError('scope', 'not a git repository (or any of its parents)');
  const options = optionsOf(values);
  const [loaded, subject, hooks, gitVersion] = await Promise.all([
    loadConfig({ root, cwd, env, options }),
    findSubject(place, asked),
    readHooks(location),
    versionOfGit(location),
  ]);
  const { config } = loaded;
  const { changeSet, tree, extraRoots } = subject;
  const rules = {
    ignored: await ignoredBy(root, config),
    generated: await generatedBy(subject, env),
  };
  // Our own configuration is read by us, whether or not a server is for its language.
  const files = changeSet.entries.flatMap((entry) =>
    routeByStatus(entry, rules) === undefined && entry.path !== loaded.projectFile ? [entry.path] : [],
  );
  const execPath = absolutePath(process.execPath, '/');
  const resolveBundled = bundledResolver(import.meta.url);
  const locate = locator({ env, serverRoot: tree.serverRoot, extraRoots, execPath, resolveBundled });
  const { head: headOf } = openTextStore({
    ...{ tree, entries: changeSet.entries, maxFileSizeBytes: config.maxFileSizeBytes },
  });
  const found = await doctorTargets({ config, folders: judgedFolders(tree), locate, headOf, files, env });
  const { projectFile } = loaded;
  return {
    root,
    request: {
      ...{ targets: found.targets, tree, config, execPath, env, platform: host.platform },
      known: {
        toolVersion: version,
        nodeVersion: host.nodeVersion,
        gitVersion,
        system: `${host.platform} ${process.arch}`,
        zeroConfig: config.zeroConfig,
        hook: hooks,
        onUnknown: config.onUnknown,
        advice: advise(loaded, found, hooks, gitVersion, root),
        ...(projectFile !== undefined && { configFile: shownFile(projectFile) }),
      },
      deadlineAt: config.deadlineMs === 'none' ? Number.POSITIVE_INFINITY : config.deadlineMs,
    },
  };
}

function advise(
  { warnings }: LoadedConfig,
  { uncovered }: DoctorTargets,
  { notExecutable, folder }: Hooks,
  gitVersion: string,
  root: AbsPath,
): readonly Advice[] {
  const hooksFolder = repoPathOf(root, folder) ?? folder;
  return [
    ...(satisfies(gitVersion, oldestGit) === false
      ? [{ text: `git ${gitVersion} is too old`, fix: `install git ${oldestGit.replace('>=', '')} or newer` }]
      : []),
    ...notExecutable.map((hook) => ({
      text: `the hook ${hook} calls lspcheck, but git passes over it: it may not be executed`,
      fix: `chmod +x ${hooksFolder}/${hook}`,
    })),
    ...uncovered.map(({ language, files, hint }) => ({
      text: `${plural(files, 'file')} of ${language} without a configured server`,
      ...(hint !== '' && { fix: hint }),
    })),
    ...warnings.map((text) => ({ text })),
  ];
}

async function versionOfGit({ root, env }: Location): Promise<string> {
  const printed = await runGit(['--version'], { cwd: root, env });
  return /\d+(?:\.\d+)+/.exec(printed)?.[0] ?? printed.trim();
}

/** A file outside of the repository keeps its name only. */
function shownFile(projectFile: string): string {
  return projectFile.startsWith('/') ? baseNameOf(gitPath(projectFile)) : projectFile;
}
