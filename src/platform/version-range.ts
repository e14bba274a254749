// Ranges of versions. `requires:` has four forms: `>=1.2`, `^1.2`, `~1.2` and `1.2.3` (missing parts: any), enough for one
// tool's own version; packages write theirs (`engines.node`) in npm's, of which these are the bricks.

type Version = readonly [number, number, number];

/** Whether `version` is in `range`; undefined when the range has none of the four forms. A pre-release counts as older than its release. */
export function satisfies(version: string, range: string): boolean | undefined {
  const match = /^\s*(>=|\^|~)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*$/.exec(range);
  const actual = /^(\d+)\.(\d+)\.(\d+)(-)?/.exec(version);
  if (!match || !actual) return undefined;
  const [major, minor, patch] = [match[2], match[3], match[4]].map((part) =>
    part === undefined ? undefined : Number(part),
  );
  if (major === undefined) return undefined;
  const from: Version = [major, minor ?? 0, patch ?? 0];
  const have: Version = [Number(actual[1]), Number(actual[2]), Number(actual[3])];
  const order = compareVersions(have, from);
  if (order < 0 || (order === 0 && actual[4] === '-')) return false;
  return match[1] === '>=' || compareVersions(have, firstBeyond(match[1], major, minor, patch)) < 0;
}

/**
 * Whether `version` is in a range as package.json has it: alternatives (`||`) of comparators that must all hold.
 * Undefined when a part of it is none that we know; pre-releases in a range count as their release.
 */
export function satisfiesNpmRange(version: string, range: string): boolean | undefined {
  const alternatives = range.split('||').map((text) => {
    const comparators = text
      .replace(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
      .filter((part) => part !== '');
    return comparators.map((comparator) => holds(version, comparator));
  });
  if (alternatives.flat().includes(undefined)) return undefined;
  return alternatives.some((results) => results.every((result) => result === true));
}

function holds(version: string, comparator: string): boolean | undefined {
  const match = /^(>=|<=|>|<|\^|~|=)?v?(\*|x|\d+(?:\.\d+){0,2})(?:\.[x*])*(?:-[\w.]+)?$/i.exec(comparator);
  const [, operator = '', parts = ''] = match ?? [];
  if (match === null) return undefined;
  if (/^[x*]$/i.test(parts)) return true;
  const from = satisfies(version, `>=${parts}`);
  switch (operator) {
    case '<':
      return not(from);
    case '>':
      return from === true ? not(satisfies(version, parts)) : from;
    case '<=':
      return from === true ? satisfies(version, parts) : not(from);
    default:
      return satisfies(version, (operator === '=' ? '' : operator) + parts);
  }
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** The smallest version that the range no longer takes. */
function firstBeyond(
  operator: string | undefined,
  major: number,
  minor: number | undefined,
  patch: number | undefined,
): Version {
  if (minor === undefined) return [major + 1, 0, 0];
  if (operator === '^' && major > 0) return [major + 1, 0, 0];
  if (patch === undefined || operator === '~') return [major, minor + 1, 0];
  if (operator === '^' && minor > 0) return [major, minor + 1, 0];
  return [major, minor, patch + 1];
}

function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
