// What GitHub code scanning refuses or cannot use in a SARIF file, as a list of sentences; none is a file it takes.
// The official schema and sarif-multitool let several of these through (absolute URIs, equal runs, missing fingerprints).
// The rules are numbered so that a test can name the one it breaks.

import type { Location, Log, Result, Run } from 'sarif';

const mostRuns = 20;
const mostResults = 25_000;
const keptResults = 5_000;
const mostZippedBytes = 10 * 1024 * 1024;

/** @param zippedBytes size of the file after gzip. */
export function refusals(log: Log, zippedBytes: number): readonly string[] {
  return [
    ...when(log.version !== '2.1.0' || !log.$schema, '1: version is not 2.1.0, or there is no $schema'),
    ...when(zippedBytes > mostZippedBytes, '21: larger than 10 MB after gzip'),
    ...when(log.runs.length < 1 || log.runs.length > mostRuns, `22: ${log.runs.length} runs`),
    ...when(new Set(log.runs.map(identityOf)).size !== log.runs.length, '25: two runs with one identity'),
    ...log.runs.flatMap(runRefusals),
  ];
}

function runRefusals(run: Run): readonly string[] {
  const { driver } = run.tool;
  const results = run.results ?? [];
  const rules = driver.rules ?? [];
  const ids = rules.map((rule) => rule.id);
  const id = run.automationDetails?.id ?? '';
  return [
    ...when(!Array.isArray(run.results), '2: no results array'),
    ...when(!driver.name || !(driver.version || driver.semanticVersion), '3: driver without name or version'),
    ...when(!driver.rules, '4: no rules'),
    ...rules.flatMap((rule) =>
      when(
        !rule.shortDescription?.text || !rule.fullDescription?.text || !rule.help?.text,
        `4: rule ${rule.id} lacks a text`,
      ),
    ),
    ...rules.flatMap((rule) =>
      when(
        Math.max(rule.shortDescription?.text.length ?? 0, rule.fullDescription?.text.length ?? 0) > 1024,
        `4: a description of ${rule.id} is too long`,
      ),
    ),
    ...when(new Set(ids).size !== ids.length, '5: a rule id comes twice'),
    ...rules.flatMap((rule) =>
      when(rule.properties?.['security-severity'] !== undefined, '9: security-severity'),
    ),
    ...rules.flatMap(({ properties }) => when((properties?.tags?.length ?? 0) > 10, '10: more than 10 tags')),
    ...when(run.columnKind !== 'utf16CodeUnits', `14: columnKind ${run.columnKind}`),
    ...when(results.length > mostResults, '23: more than 25,000 results'),
    ...when(results.length > keptResults, '23: more results than code scanning keeps'),
    ...when(rules.length > mostResults || (run.tool.extensions?.length ?? 0) > 100, '24: too many rules'),
    ...when(!/^[^/].*[^/]\/$/.test(id), `27: automationDetails.id "${id}" does not end in exactly one slash`),
    ...results.flatMap((result) => resultRefusals(result, ids)),
  ];
}

function resultRefusals(result: Result, ruleIds: readonly string[]): readonly string[] {
  const text = result.message.text ?? '';
  const related = result.relatedLocations ?? [];
  const numbers = related.map((place) => place.id);
  return [
    ...when(!result.ruleId || !ruleIds.includes(result.ruleId), `6: rule ${result.ruleId} is not defined`),
    ...when(
      result.ruleIndex !== undefined && ruleIds[result.ruleIndex] !== result.ruleId,
      `6: ruleIndex ${result.ruleIndex} is another rule`,
    ),
    ...when(text.trim() === '', '7: empty message'),
    ...when(/(?<!\\)\[[^\]]*(?<!\\)\]\(/.test(text), '7: the message holds a link'),
    ...when(!['error', 'warning', 'note'].includes(result.level ?? ''), `8: level ${result.level}`),
    ...when(result.locations?.length !== 1, `11, 12: ${result.locations?.length ?? 0} locations`),
    ...[...(result.locations ?? []), ...related].flatMap(locationRefusals),
    ...when(related.length > 1000, '24: too many related locations'),
    ...when(
      new Set(numbers).size !== related.length || numbers.includes(undefined),
      '12: related without ids',
    ),
    ...when(!result.partialFingerprints?.['primaryLocationLineHash'], '29: no primaryLocationLineHash'),
    ...when(
      !/^[0-9a-f]{1,16}:[1-9]\d*$/.test(result.partialFingerprints?.['primaryLocationLineHash'] ?? ''),
      '30: the line hash has another form',
    ),
  ];
}

function locationRefusals(location: Location): readonly string[] {
  const physical = location.physicalLocation;
  const uri = physical?.artifactLocation?.uri;
  const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = physical?.region ?? {};
  return [
    ...when(uri === undefined, '11: a location without a URI'),
    ...when(
      Math.min(startLine, startColumn, endLine, endColumn) < 1,
      '13: a region lacks one of its four numbers',
    ),
    ...when(
      endLine < startLine || (endLine === startLine && endColumn < startColumn),
      '13: ends before it starts',
    ),
    ...when(uri !== undefined && !isRelativeUri(uri), `16, 17: "${uri}" is no clean relative URI`),
    ...when(physical?.artifactLocation?.uriBaseId !== undefined, '18: uriBaseId without a definition'),
  ];
}

/** Path characters of RFC 3986 and whole escapes only; no scheme, no empty, `.` or `..` segment. */
function isRelativeUri(uri: string): boolean {
  const segments = uri.split('/');
  return (
    /^(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+$/.test(uri) &&
    segments.every((segment) => !['', '.', '..'].includes(segment))
  );
}

/** The six that codeql-action compares. */
function identityOf({ tool: { driver }, automationDetails }: Run): string {
  const { name, fullName, version, semanticVersion, guid } = driver;
  return JSON.stringify([name, fullName, version, semanticVersion, guid, automationDetails?.id]);
}

function when(refused: boolean, sentence: string): readonly string[] {
  return refused ? [sentence] : [];
}
