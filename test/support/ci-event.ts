// The events of CIs as these give them: recorded forms under test/support/events/, with the commits of a test filled in.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from './temp-repo.js';

export type Values = Readonly<Record<string, string>>;

/** What GitHub Actions sets for an event; `change` is laid over the payload. */
export function githubEnvironment(
  event: string,
  values: Values = {},
  change: object = {},
  file = event,
): Values {
  const payload = { ...(JSON.parse(filled(file, values)) as object), ...change };
  const path = join(tempFolder(), 'event.json');
  writeFileSync(path, JSON.stringify(payload));
  return { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: path };
}

/** The variables of a GitLab job. */
export function gitlabEnvironment(file: string, values: Values = {}): Values {
  return JSON.parse(filled(file, values)) as Values;
}

/** `@name@` in the recorded text, replaced; a name without a value fails the test. */
function filled(file: string, values: Values): string {
  const text = readFileSync(join(import.meta.dirname, `events/${file}.json`), 'utf8');
  return text.replace(/@(\w+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs a value for ${name}`);
    return value;
  });
}
