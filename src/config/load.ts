// From files, variables and flags to one Config. Decides which files count; what is in them is read elsewhere,
// and only when there is a file: without one neither zod nor a parser is loaded.

import { catalogue as builtIn } from '../catalogue/index.js';
import type { AbsPath } from '../model/base.js';
import type { Config, LoadedConfig } from '../model/config.js';
import type { ServerDefinition } from '../model/server-definition.js';
import { type Mistake, UserError } from '../model/user-error.js';
import type { Environment } from '../platform/environment.js';
import { contentHash } from '../platform/hash.js';
import { repoPathOf } from '../platform/paths.js';
import {
  type ConfigSource,
  type ReadProject,
  readNamedFile,
  readProjectFile,
  readUserFile,
  userConfigFolder,
} from './find.js';
import type { Layers } from './layers.js';
import type { ConfigOptions } from './options.js';
import { resolveConfig } from './resolve.js';
import { withoutUndefined } from './without-undefined.js';

export type { ConfigOptions } from './options.js';

export interface ConfigRequest {
  /** The repository root, or what plays it: the project's file lies here. */
  readonly root: AbsPath;
  readonly cwd: AbsPath;
  readonly env: Environment;
  /** In place of `$XDG_CONFIG_HOME` or `~/.config`. */
  readonly userConfigDir?: AbsPath;
  readonly options?: ConfigOptions;
  /** Reads the project's file where the judged text of it is not the disk's. */
  readonly readProject?: ReadProject;
  /** The project's file counts for nothing, as if there were none. */
  readonly withoutProject?: boolean;
  /** In place of the built-in catalogue. */
  readonly catalogue?: readonly ServerDefinition[];
}

/** Throws UserError: `config` with every mistake of every file, `usage` for flags that contradict or misspell. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const { root, env, options = {}, catalogue = builtIn } = request;
  const sources = await readSources(request, options);
  const layers = sources.length === 0 ? undefined : await readLayers(sources, catalogue);
  const { config, warnings } = resolveConfig(layers, options, env, catalogue);
  const project = sources.find((source) => source.layer === 'project');
  return {
    config,
    hash: hashOf(config),
    warnings,
    ...(project !== undefined && { projectHash: contentHash(project.text) }),
    ...withoutUndefined({ projectFile: project && (repoPathOf(root, project.file) ?? project.file) }),
  };
}

/** The user's file first: the project's is laid over it. */
async function readSources(request: ConfigRequest, options: ConfigOptions): Promise<readonly ConfigSource[]> {
  const { configFile, noConfig = false } = options;
  if (noConfig && configFile !== undefined)
    throw new UserError('usage', '--config and --no-config contradict each other');
  if (noConfig) return [];
  const sources = await Promise.all([
    readUserFile(request.userConfigDir ?? userConfigFolder(request.env), request),
    request.withoutProject === true
      ? undefined
      : configFile === undefined
        ? readProjectFile(request, request.readProject)
        : readNamedFile(configFile, request),
  ]);
  return sources.filter((source) => source !== undefined);
}

async function readLayers(
  sources: readonly ConfigSource[],
  catalogue: readonly ServerDefinition[],
): Promise<Layers> {
  const [{ parseConfig }, { layConfigs }] = await Promise.all([import('./parse.js'), import('./layers.js')]);
  const outcomes = await Promise.all(sources.map(parseConfig));
  const broken = outcomes.flatMap((outcome) => (outcome.kind === 'mistakes' ? outcome.mistakes : []));
  if (broken.length > 0) throw configError(broken);
  const files = outcomes.flatMap((outcome) => (outcome.kind === 'parsed' ? [outcome.parsed] : []));
  const { layers, mistakes } = layConfigs(files, catalogue);
  if (mistakes.length > 0) throw configError(mistakes);
  return layers;
}

function configError(mistakes: readonly Mistake[]): UserError {
  const paths = [...new Set(mistakes.flatMap((mistake) => mistake.where?.path ?? []))].join(' and ');
  const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
  return new UserError('config', `${count} in ${paths}, nothing judged`, { mistakes });
}

/** Of what a result depends on: not how many processes at once, nor how a daemon lives. */
function hashOf({ jobs: _jobs, daemon: _daemon, catalogue: _catalogue, ...judging }: Config): string {
  return contentHash(JSON.stringify(judging));
}
