// `lspcheck trust add|remove|status`: whether agents may use what this repository brings. Kept outside of it, and bound to the content
// of its configuration and of the files that would be run. Nothing is started.

import { loadConfig } from '../config/load.js';
import { nameHint } from '../config/near-name.js';
import { readTrust, type TrustRecord, writeTrust } from '../config/trust-store.js';
import { compareText } from '../model/diagnostic.js';
import type { ExitCode } from '../model/summary.js';
import { UserError } from '../model/user-error.js';
import { trustedFiles } from '../plan/trust-gate.js';
import { oneLine } from '../report/escape.js';
import { plural } from '../report/words.js';
import { prepareDoctor } from './doctor-request.js';
import type { Host } from './host.js';
import type { ParsedCommand } from './parse.js';

const actions = ['add', 'remove', 'status'] as const;

/** Exit of status: 0 trusted as it is, 3 not. @throws UserError for a wrong action, and outside of a repository. */
export async function runTrustCommand({ args, values }: ParsedCommand, host: Host): Promise<ExitCode> {
  const [name = ''] = args;
  const action = actions.find((known) => known === name);
  if (action === undefined) {
    const hint = nameHint(name, actions);
    const what = name === '' ? 'trust needs an action' : `trust cannot "${oneLine(name, true)}"`;
    throw new UserError('usage', what, hint === undefined ? {} : { hint });
  }
  const { root, request } = await prepareDoctor(values, host, new AbortController().signal);
  if (action === 'remove') {
    await writeTrust(host.env, root, undefined);
    await host.stdout.write('this repository is not trusted any more\n');
    return 0;
  }
  const loaded = await loadConfig({ root, cwd: root, env: host.env });
  const now: TrustRecord = {
    config: loaded.projectHash ?? 'none',
    commands: await trustedFiles(
      request.targets.map(({ location }) => location),
      root,
    ),
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
