// `lspcheck servers`: the built-in catalogue, and what of it is found from here. Starts nothing and needs no repository.

import { catalogue } from '../catalogue/index.js';
import { nameHint } from '../config/near-name.js';
import { locate as locateRepository, mainWorkTree } from '../git/location.js';
import type { AbsPath, RepoPath } from '../model/base.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { bundledResolver } from '../plan/bundled.js';
import { locator } from '../plan/locate.js';
import { absolutePath, repoPathOf, repoRootPath } from '../platform/paths.js';
import { type ListedServer, serversJson, serversText } from '../report/servers.js';
import { oneOf } from './check-request.js';
import type { Host } from './host.js';
import type { ParsedCommand } from './parse.js';
import { plainContext } from './report-context.js';
import { styleOf } from './terminal.js';

/** @throws UserError `usage` for a server or language that there is not. */
export async function runServersCommand({ args, values }: ParsedCommand, host: Host): Promise<ExitCode> {
  const { language } = values;
  const chosen = catalogue
    .filter(({ name }) => args.length === 0 || args.includes(name))
    .filter((definition) => language === undefined || speaks(definition, language));
  refuseStrangers(args, language, chosen);
  const listed = await withFindings(chosen, host);
  const narrowed = args.length > 0 || language !== undefined;
  const color = oneOf(values.color, ['auto', 'always', 'never'] as const) ?? 'auto';
  const text =
    values.format === 'json'
      ? serversJson(listed)
      : serversText(listed, {
          whole: narrowed,
          context: plainContext(styleOf(host.stdout, host.env, color, host.platform)),
        });
  await host.stdout.write(text);
  return 0;
}

function speaks({ language, languageId }: ServerDefinition, asked: string): boolean {
  const ids = [
    languageId.default,
    ...Object.values(languageId.byExtension),
    ...Object.values(languageId.byName),
  ];
  return [language, ...ids].some((name) => name?.toLowerCase() === asked.toLowerCase());
}

function refuseStrangers(
  names: readonly string[],
  language: string | undefined,
  chosen: readonly ServerDefinition[],
): void {
  const known = catalogue.map(({ name }) => name);
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) throw usage(`there is no server "${stranger}"`, nameHint(stranger, known));
  if (chosen.length > 0 || language === undefined) return;
  const languages = [...new Set(catalogue.map((definition) => definition.language))];
  if (names.length > 0) throw usage(`none of these is for ${language}`, undefined);
  throw usage(`no server is for the language "${language}"`, nameHint(language, languages));
}

function usage(message: string, hint: string | undefined): UserError {
  return new UserError('usage', message, hint === undefined ? {} : { hint });
}

/** Looked for from the current folder, as for a file in it; outside of a repository on PATH and among our own. */
async function withFindings(
  definitions: readonly ServerDefinition[],
  host: Host,
): Promise<readonly ListedServer[]> {
  const { serverRoot, extraRoots, folder } = await placeOf(host);
  const locate = locator({
    ...{ env: host.env, serverRoot, extraRoots },
    execPath: absolutePath(process.execPath, '/'),
    resolveBundled: bundledResolver(import.meta.url),
  });
  return Promise.all(
    definitions.map(async (definition) => {
      const location = await locate(definition, folder);
      if (location.kind === 'missing') return { definition, here: { why: location.why } };
      const { from, version } = location.command;
      return { definition, here: { from, ...(version !== undefined && { version }) } };
    }),
  );
}

interface Place {
  readonly serverRoot: AbsPath;
  readonly extraRoots: readonly AbsPath[];
  readonly folder: RepoPath;
}

async function placeOf({ cwd, env }: Host): Promise<Place> {
  try {
    const location = await locateRepository({ cwd, env });
    const folder = repoPathOf(location.root, location.cwd) ?? repoRootPath;
    return { serverRoot: location.root, extraRoots: await mainWorkTree(location), folder };
  } catch (error) {
    // No repository, or one that git refuses: the catalogue can be read all the same.
    if (!(error instanceof UserError)) throw error;
    return { serverRoot: absolutePath(cwd, '/'), extraRoots: [], folder: repoRootPath };
  }
}
