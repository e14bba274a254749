// What tsc and vue-tsc have in common. They print without colours `src/a.ts(3,7): error TS2322: …`; further lines of a message are indented.

import type { Finding } from './findings.js';
import { type KnownDifference, otherSideSays } from './known-differences.js';

const pattern =
  /^(?<path>[^\s(][^(]*)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) TS(?<code>\d+): (?<message>.*)$/;

/** @throws on a line that is none of it: an error without a place is nothing to compare */
export function readTscOutput(stdout: string): readonly Finding[] {
  return stdout.split('\n').flatMap((text) => {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined && /^\S/.test(text)) throw new Error(`not understood: ${text}`);
    if (groups === undefined) return [];
    const { path = '', code = '-', message = '' } = groups;
    const severity = groups['severity'] === 'error' ? 'error' : 'warning';
    return [
      { path, line: Number(groups['line']), column: Number(groups['column']), severity, code, message },
    ];
  });
}

/** One rule for each side; `count` places. */
export function tenSuggestions(count: number): readonly KnownDifference[] {
  return (['missed', 'extra'] as const).map((side) => ({
    side,
    count,
    cause:
      'code 2304 in place of 2552 or the other way round: a compiler makes ten spelling suggestions and then no more, and a server checks the files in another order',
    holds: (difference, comparison) =>
      ['2304', '2552'].includes(difference.finding.code) &&
      otherSideSays(difference, ['2304', '2552'], comparison),
  }));
}

/** Syntax errors are therefore put in apart from other mistakes. */
export function nothingButSyntax(count: number): KnownDifference {
  return {
    side: 'extra',
    count,
    cause:
      'what only types show: the command stops at syntax errors, in whichever file they are; a server judges on',
    // 1214 comes with the types, whatever its number.
    holds: ({ finding }) => !/^1\d{3}$/.test(finding.code) || finding.code === '1214',
  };
}
