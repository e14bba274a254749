// `requires:` in four forms: `>=1.2`, `^1.2`, `~1.2` and `1.2.3` (missing parts: any). Enough for one tool's own version.

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
