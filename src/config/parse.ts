// One config file's text → validated data, or every mistake in it with its place. The only way into the schema,
// and loaded only when there is a file: zod and the readers cost nothing in zero config.

import type { Mistake } from '../model/user-error.js';
import { version } from '../platform/version.js';
import { satisfies } from '../platform/version-range.js';
import type { ConfigSource } from './find.js';
import { type KeyedMistake, schemaMistakes } from './mistakes.js';
import { type ConfigFile, configSchema } from './schema.js';
import {
  locate,
  mistakeAt,
  nodeAt,
  plainValue,
  type ReadSource,
  type SourceNode,
  treeProblems,
} from './source-tree.js';

export interface ParsedConfig {
  readonly source: ConfigSource;
  readonly file: ConfigFile;
  /** Gives a mistake found later its place in this file. */
  place(mistake: KeyedMistake): Mistake;
}

export type ParseOutcome =
  | { readonly kind: 'parsed'; readonly parsed: ParsedConfig }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly Mistake[] };

export async function parseConfig(source: ConfigSource): Promise<ParseOutcome> {
  const read = await readTree(source);
  if (read.kind === 'broken') {
    const { span, message, hint } = read.problem;
    return mistakes([mistakeAt(source, span, message, hint)]);
  }
  const { tree } = read;
  const place = placeIn(source, tree);
  const wrongVersion = versionMistake(tree);
  // A file for another version may have keys that this one does not know: they are no mistakes.
  if (wrongVersion !== undefined) return mistakes([place(wrongVersion)]);
  const problems = treeProblems(tree);
  if (problems.length > 0)
    return mistakes(problems.map(({ span, message, hint }) => mistakeAt(source, span, message, hint)));
  const value = plainValue(tree);
  const result = configSchema.safeParse(value);
  if (!result.success) return mistakes(schemaMistakes(result.error.issues, value).map(place));
  return { kind: 'parsed', parsed: { source, file: result.data, place } };
}

/** Each reader is loaded for its own kind of file. */
async function readTree(source: ConfigSource): Promise<ReadSource> {
  if (/\.jsonc?$/i.test(source.file)) return (await import('./json-source.js')).readJson(source.text);
  return (await import('./yaml-source.js')).readYaml(source.text);
}

function placeIn(source: ConfigSource, tree: SourceNode): (mistake: KeyedMistake) => Mistake {
  return ({ path, part, message, hint }) => mistakeAt(source, locate(tree, path, part), message, hint);
}

function versionMistake(tree: SourceNode): KeyedMistake | undefined {
  const node = nodeAt(tree, ['requires']);
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const fits = satisfies(version, node.value);
  if (fits === true) return undefined;
  const at = { path: ['requires'], part: 'value' } as const;
  if (fits === undefined)
    return {
      ...at,
      message: `requires must be a version range (>=1.2, ^1.2, ~1.2, 1.2.3), not "${node.value}"`,
    };
  return { ...at, message: `asks for lspcheck ${node.value}, and this is ${version}` };
}

function mistakes(list: readonly Mistake[]): ParseOutcome {
  return {
    kind: 'mistakes',
    mistakes: list.toSorted((a, b) => (a.where?.line ?? 0) - (b.where?.line ?? 0)),
  };
}
