// The whole line read by yargs in strict mode, to say what a wrong one holds. The sole owner of yargs; loaded only for that.

import yargs from 'yargs';
import type { Flag } from './flag.js';
import { flags } from './flags.js';

export interface StrictReading {
  /** Flags by full name (also unknown ones), and positional arguments under `_`. */
  readonly values: { readonly [flag: string]: unknown; readonly _: readonly (string | number)[] };
  /** yargs' sentence; empty when it has no objection. */
  readonly failure: string;
}

export function readStrictly(argv: readonly string[]): StrictReading {
  const parser = yargs([])
    .help(false)
    .version(false)
    .exitProcess(false)
    .fail(false)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .strictOptions();
  for (const [name, flag] of Object.entries<Flag>(flags)) {
    parser.option(name, {
      ...(flag.alias !== undefined && { alias: flag.alias }),
      ...(flag.kind === 'switch'
        ? { type: 'boolean' as const }
        : { type: 'string' as const, requiresArg: true }),
    });
  }
  try {
    return { values: parser.parseSync([...argv]), failure: '' };
  } catch (error) {
    // yargs keeps what it read until then; its types do not know the field.
    const { parsed } = parser as unknown as { parsed: { argv: StrictReading['values'] } };
    return { values: parsed.argv, failure: error instanceof Error ? error.message : String(error) };
  }
}
