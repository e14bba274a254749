// The golden SARIF files by Microsoft's own validator, with its rules for GitHub. It always exits 0, so what it wrote is read.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { needLinux } from './need.js';

const goldens = join(import.meta.dirname, '..', 'golden', 'expected');
const multitool = join(
  import.meta.dirname,
  'reports/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool',
);

/** File and rule of every error and warning, sorted. Notes are advice (code snippets, provenance, names for rules). */
function complaints(files: readonly string[], output: string): readonly string[] {
  const flags = ['--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning', '--log', 'ForceOverwrite'];
  const done = spawnSync(multitool, ['validate', ...files, ...flags, '--output', output], {
    encoding: 'utf8',
  });
  expect(done.stdout, done.stderr).toContain(`${files.length} files scanned`);
  const log = JSON.parse(readFileSync(output, 'utf8').replace(/^\ufeff/, '')) as Log;
  const results = log.runs.flatMap((run) => run.results ?? []);
  return results
    .map(({ ruleId, locations }) => {
      const uri = locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '';
      return `${basename(uri)} ${ruleId}`;
    })
    .sort();
}

test('no golden has an error or a warning; a bad file has those that were planted', (context) => {
  needLinux(context);
  // Its install script would do this; none is run.
  chmodSync(multitool, 0o755);
  const folder = mkdtempSync(join(tmpdir(), 'lspcheck-multitool-'));
  try {
    const log = JSON.parse(readFileSync(join(goldens, 'findings.sarif'), 'utf8'));
    const [run] = log.runs;
    delete run.tool.driver.rules[0].help;
    run.results[0].ruleIndex = 99;
    run.results[1].locations[0].physicalLocation.region.endColumn = 1;
    writeFileSync(join(folder, 'bad.sarif'), JSON.stringify(log));
    const names = readdirSync(goldens).filter((name) => name.endsWith('.sarif'));
    expect(names.length).toBeGreaterThan(20);
    const files = [join(folder, 'bad.sarif'), ...names.map((name) => join(goldens, name))];
    expect(complaints(files, join(folder, 'out.sarif'))).toEqual([
      'bad.sarif GH2012',
      'bad.sarif SARIF1007',
      'bad.sarif SARIF1009',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
