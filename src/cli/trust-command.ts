// `lspcheck trust add|remove|status`: whether agents may use what this repository brings. Kept outside of it, and bound to the content
// of its configuration and of the files that would be run. Nothing is started.

import { loadConfig } from '../config/load.js';
import { nameHint } from '../config/near-name.js';
import { readTrust, type TrustRecord, writeTrust } from '../config/trust-store.js';
import { mainWorkTree } from '../git/location.js';
import type { Config } from '../model/config.js';
import { compareText } from '../model/diagnostic.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { inBatches } from '../plan/batches.js';
import { bundledResolver } from '../plan/bundled.js';
import { listFolder, listRepository } from '../plan/disk-listing.js';
import { judgedFolders } from '../plan/folders.js';
import { workingTree } from '../plan/judged-tree.js';
import { type Location, locator } from '../plan/locate.js';
import { createSelector } from '../plan/select.js';
import { openTextStore } from '../plan/text-store.js';
import { trustedFiles } from '../plan/trust-gate.js';
import { absolutePath, repoRootPath } from '../platform/paths.js';
import { oneLine } from '../report/escape.js';
import { plural } from '../report/words.js';
import { findPlace, type Place } from '../subject.js';
import type { Host } from './host.js';
import type { ParsedCommand } from './parse.js';

const actions = ['add', 'remove', 'status'] as const;

/** Exit of status: 0 trusted as it is, 3 not. @throws UserError for a wrong action. */
export async function runTrustCommand({ args, values }: ParsedCommand, host: Host): Promise<ExitCode> {
  const [name = ''] = args;
  const action = actions.find((known) => known === name);
  if (action === undefined) {
    const hint = nameHint(name, actions);
    const what = name === '' ? 'trust needs an action' : `trust cannot "${oneLine(name, true)}"`;
    throw new UserError('usage', what, hint === undefined ? {} : { hint });
  }
  const where = { cwd: host.cwd, env: host.env, ...(values.root !== undefined && { rootDir: values.root }) };
  const place = await findPlace({ ...where, scope: { kind: 'files', names: [] } });
  const { root } = place;
  if (action === 'remove') {
    await writeTrust(host.env, root, undefined);
    await host.stdout.write('this repository is not trusted any more\n');
    return 0;
  }
  const loaded = await loadConfig({ root, cwd: root, env: host.env });
  const now: TrustRecord = {
    config: loaded.projectHash ?? 'none',
    commands: await trustedFiles(await locationsIn(place, loaded.config, host), root),
  };
  if (action === 'add') {
    await writeTrust(host.env, root, now);
    await host.stdout.write(`trusted, as long as it stays as it is:\n${listed(now)}`);
    return 0;
  }
  const stored = await readTrust(host.env, root);
  const changes = stored === undefined ? [] : differences(stored, now);
  const good = stored !== undefined && changes.length === 0;
  const text = good
    ? `trusted:\n${listed(now)}`
    : stored === undefined
      ? `not trusted; lspcheck trust add would trust\n${listed(now)}`
      : `not trusted any more, since it changed:\n${lines(changes)}`;
  await host.stdout.write(text);
  return good ? 0 : 3;
}

/** Of every server in every root: each may have a program of its own. */
async function locationsIn(
  { root, location }: Place,
  config: Config,
  { env }: Host,
): Promise<readonly Location[]> {
  const tree = workingTree(root);
  const locate = locator({
    ...{ env, serverRoot: root },
    extraRoots: location === undefined ? [] : await mainWorkTree(location),
    execPath: absolutePath(process.execPath, '/'),
    resolveBundled: bundledResolver(import.meta.url),
  });
  const selector = createSelector({
    ...{ config, locate, folders: judgedFolders(tree), allowedServers: () => undefined },
    headOf: openTextStore({ tree, entries: [], maxFileSizeBytes: config.maxFileSizeBytes }).head,
  });
  const { files } = location?.root === root ? await listRepository(location) : await listFolder(root);
  const selections = await inBatches(files, (path) => selector.select(path));
  const selected = selections.flatMap((selection) =>
    selection.kind === 'servers' ? selection.candidates.map((candidate) => candidate.location) : [],
  );
  const named = config.zeroConfig ? [] : config.servers;
  const ofNoFile = named.map((definition) => locate(definition, definition.fixedRoot ?? repoRootPath));
  return [...selected, ...(await Promise.all(ofNoFile))];
}

function listed({ config, commands }: TrustRecord): string {
  const files = Object.keys(commands).sort(compareText);
  return lines([
    config === 'none' ? 'no configuration of its own' : 'its configuration (lspcheck.yml)',
    ...(files.length === 0 ? ['no program of its own'] : files),
  ]);
}

function differences(stored: TrustRecord, now: TrustRecord): readonly string[] {
  const files = Object.entries(now.commands).filter(([path, hash]) => stored.commands[path] !== hash);
  return [...(stored.config === now.config ? [] : ['its configuration']), ...files.map(([path]) => path)];
}

const mostLines = 20;

function lines(texts: readonly string[]): string {
  const more = texts.length - mostLines;
  const shown = texts.slice(0, mostLines).map((text) => `  ${oneLine(text, true)}\n`);
  return shown.join('') + (more > 0 ? `  and ${plural(more, 'file')} more\n` : '');
}
