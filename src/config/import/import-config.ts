// Another tool's file → servers of lspcheck.yml. Mistakes in it have their place; the result is one that lspcheck itself reads.

import * as z from 'zod';
import { catalogue as builtIn } from '../../catalogue/index.js';
import { UserError } from '../../model/user-error.js';
import type { Imported, ImportSource } from './imported.js';
import { readSource } from './sources.js';

/** @param path of the file, for messages. @throws UserError `config`: it cannot be read as what it is said to be. */
export async function importConfig(
  source: ImportSource,
  text: string,
  path: string,
  catalogue = builtIn,
): Promise<Imported> {
  const value = source === 'lsp-mcp' ? await yamlOf(text, path) : await jsonOf(text, path);
  try {
    return readSource(source, value, catalogue);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const places = error.issues.map(
      ({ path: keys, message }) => `${keys.join('.') || 'the file'}: ${message}`,
    );
    throw new UserError('config', `${path} is no ${source} file: ${places.slice(0, 3).join('; ')}`);
  }
}

async function jsonOf(text: string, path: string): Promise<unknown> {
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: { error: number; offset: number; length: number }[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const before = text.slice(0, first.offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  throw new UserError('config', `${path} is no JSON: ${printParseErrorCode(first.error)} at ${place}`);
}

async function yamlOf(text: string, path: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError)
      throw new UserError('config', `${path} is no YAML: ${error.message.split('\n', 1)[0]}`);
    throw error;
  }
}
