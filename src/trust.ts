// What is left of a repository's configuration, and of its servers, for somebody who did not choose the repository: all of it where the
// user trusted exactly this content, else nothing that the repository says or brings.
// A server that the repository names is refused by name: it must not look as if there had been none.

import type { ConfigRequest } from './config/load.js';
import { loadConfig } from './config/load.js';
import type { Config, LoadedConfig } from './model/config.js';
import type { ProgramSources } from './plan/places.js';
import type { TrustGate } from './plan/trust-gate.js';
import type { Environment } from './platform/environment.js';

export interface Trusted {
  readonly config: Config;
  readonly gate: TrustGate;
  /** What servers see. */
  readonly env: Environment;
  /** For people. */
  readonly notes: readonly string[];
}

export async function underTrust(
  request: ConfigRequest,
  loaded: LoadedConfig,
  sources: ProgramSources,
): Promise<Trusted> {
  const { readTrust } = await import('./config/trust-store.js');
  const { environmentOutside, trustGate } = await import('./plan/trust-gate.js');
  const record = await readTrust(request.env, request.root);
  const content = loaded.projectHash ?? 'none';
  const trusted = record?.config === content ? record.commands : undefined;
  const builtIn = new Set(loaded.config.catalogue.map(({ name }) => name));
  const gate = trustGate({ sources, trusted, builtIn });
  if (trusted !== undefined) return { config: loaded.config, gate, env: request.env, notes: [] };
  const config = loaded.projectHash === undefined ? loaded.config : await withoutTheProject(request, loaded);
  const why =
    record === undefined
      ? 'this repository is not trusted'
      : 'this repository is not as it was when it was trusted';
  const note = `${why}: only servers of yours run, and none that runs code of the repository (lspcheck trust status)`;
  return { config, gate, env: environmentOutside(sources), notes: [note] };
}

/** The user's own word on everything but which servers there would be: those are kept, to be refused. */
async function withoutTheProject(request: ConfigRequest, { config: full }: LoadedConfig): Promise<Config> {
  const { config: own } = await loadConfig({ ...request, withoutProject: true });
  const projects = full.servers.filter(({ origin }) => origin === 'project');
  if (projects.length === 0) return own;
  const users = own.zeroConfig ? [] : own.servers;
  return { ...own, zeroConfig: false, servers: [...projects, ...users] };
}
