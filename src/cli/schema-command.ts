// `lspcheck schema`: prints one of the published JSON Schemas, byte for byte as the package carries it.

import { readFile } from 'node:fs/promises';
import type { ExitCode } from '../model/summary.js';
import type { Host } from './host.js';

/** @param args at most one name of a schema; the configuration's without one. */
export async function runSchemaCommand(args: readonly string[], host: Host): Promise<ExitCode> {
  const [name = 'config'] = args;
  // From here and from dist/chunks the way to the package's folder is the same.
  const schema = new URL(`../../schema/${name}.schema.json`, import.meta.url);
  await host.stdout.write(await readFile(schema, 'utf8'));
  return 0;
}
