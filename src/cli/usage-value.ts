// Says what is wrong with the value of a flag, by the flag's kind. Knows the table, not the command line.

import { nameHint } from '../config/near-name.js';
import { UserError } from '../model/user-error.js';
import { formatNames } from '../report/registry.js';
import type { Flag } from './flag.js';
import type { FlagName } from './flags.js';

/** @param value one that `isGoodValue` refused; @param flag as the command takes it. */
export function explainValue(name: FlagName, flag: Flag, value: string): UserError {
  if (name === 'report') return explainReport(value);
  if (value.trim() === '')
    return usageError(`--${name} is empty`, `write --${name} ${flag.value ?? 'VALUE'}`);
  if (flag.choices !== undefined)
    return usageError(`"${value}" is no value of --${name}`, nameHint(value, flag.choices));
  if (flag.kind === 'duration')
    return usageError(`"${value}" is no duration for --${name}`, durationHint(flag));
  if (name === 'shard')
    return usageError(
      `"${value}" is no shard`,
      'write part I of N, counted from 1: --shard 2/4, or --shard auto in a parallel CI job',
    );
  if (flag.kind === 'count')
    return usageError(`"${value}" is no count for --${name}`, 'write a whole number from 1 to 9999');
  return usageError(
    `"${value}" is no value of --${name}`,
    'it begins with a dash, so git would take it for an option',
  );
}

export function usageError(message: string, hint: string | undefined): UserError {
  return new UserError('usage', message, hint === undefined ? {} : { hint });
}

function durationHint({ word }: Flag): string {
  return `write a number above zero with ms, s or m: 300ms, 15s, 2m${word === undefined ? '' : `, or ${word}`}`;
}

function explainReport(value: string): UserError {
  const format = value.split('=', 1)[0] ?? '';
  return !value.includes('=') || formatNames.some((known) => known === format)
    ? usageError(`"${value}" is no report`, 'write --report FMT=FILE, as in --report json=lspcheck.json')
    : usageError(`"${format}" is no format`, nameHint(format, formatNames));
}
