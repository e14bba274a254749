// --shard and merge: parts of a run judged on their own come to what the whole would have, and a part that is missing shows.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseReport } from '../support/report.js';
import { runCli } from '../support/run-cli.js';
import { scenario } from '../support/scenario.js';

const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `${at % 2 === 0 ? 'even' : 'odd'}/f${at}.fx`,
    at % 5 === 0 ? 'BAD\n' : 'ok\n',
  ]),
);
const one = scenario({ files: { ...files, 'notes.txt': 'x' }, server: 'pushes-truth' });
const names = [...Object.keys(files), 'notes.txt'];

function shard(part: string, env: Record<string, string> = {}, extra: readonly string[] = []) {
  return runCli(['files', ...names, '--shard', part, '--format', 'json', ...extra], { cwd: one.root, env });
}
const merge = (...args: string[]) => runCli(['merge', ...args], { cwd: one.root });
const reportIn = (name: string) => join(one.root, name);

const texts: string[] = [];
beforeAll(async () => {
  for (const index of [1, 2, 3]) {
    const { stdout, stderr } = await shard(`${index}/3`);
    expect(stderr).toBe('');
    texts.push(stdout);
    writeFileSync(reportIn(`s${index}.json`), stdout);
  }
});

describe('three parts', () => {
  it('each file is judged in one of them', () => {
    const parts = texts.map((text) => parseReport(text, ''));
    expect(parts.flatMap((part) => part.files.map(({ path }) => path)).sort()).toEqual([...names].sort());
    for (const part of parts) expect(part.files.length).toBeGreaterThan(2);
  });

  it('merged, they are byte for byte the whole run, with its exit code', async () => {
    const whole = await runCli(['files', ...names, '--format', 'json'], { cwd: one.root });
    const merged = await merge('s3.json', 's1.json', 's2.json', '--format', 'json');
    expect(merged.stdout).toBe(whole.stdout);
    expect([merged.exitCode, whole.exitCode]).toEqual([1, 1]);
  });

  it('merged as text, the frames are those of the files', async () => {
    const whole = await runCli(['files', ...names], { cwd: one.root });
    const merged = await merge('s1.json', 's2.json', 's3.json');
    expect(merged.stdout).toBe(whole.stdout);
  });

  it('without the second, its files are unknown and the rest is as it was', async () => {
    const merged = await merge('s1.json', 's3.json', '--format', 'json');
    const report = parseReport(merged.stdout, merged.stderr);
    const second = parseReport(texts[1] ?? '', '');
    const unknown = report.files.filter(({ verdict }) => verdict === 'unknown').map(({ path }) => path);
    expect(unknown).toEqual(second.files.map(({ path }) => path));
    expect(report.complete).toBe(false);
    expect(merged.stderr).toContain('1 shard without a report: 2; their files are unknown');
  });

  it('a part says which it is', async () => {
    const { stdout } = await runCli(['files', ...names, '--shard', '2/3'], { cwd: one.root });
    expect(stdout).toContain('shard 2 of 3');
  });
});

describe('auto', () => {
  it('is what the CI says', async () => {
    const { stdout } = await shard('auto', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' });
    expect(stdout).toBe(texts[1]);
  });

  it('is an error where the CI says nothing: everything, twelve times, is no cut', async () => {
    const { exitCode, stderr } = await shard('auto');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--shard auto: no variable of a CI says which part this is');
  });
});

describe('refused', () => {
  it.each(['0/3', '4/3', '1', 'x', '1/0', '1/99999'])('--shard %s', async (part) => {
    const { exitCode, stderr } = await shard(part);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`"${part}" is no shard`);
  });

  it('reports of two texts', async () => {
    const other = scenario({
      files: { ...files, 'odd/f1.fx': 'changed\n', 'notes.txt': 'x' },
      server: 'pushes-truth',
    });
    const { stdout } = await runCli(['files', ...names, '--shard', '2/3', '--format', 'json'], {
      cwd: other.root,
    });
    writeFileSync(reportIn('other.json'), stdout);
    const { exitCode, stderr } = await merge('s1.json', 'other.json', 's3.json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('are no parts of one run');
  });

  it.each([
    ['{"a":', 'is no JSON'],
    ['{}', 'is no report of lspcheck that can be merged'],
    ['null', 'is no report of lspcheck that can be merged'],
  ])('%s', async (text, message) => {
    writeFileSync(reportIn('bad.json'), text);
    const { exitCode, stderr } = await merge('s1.json', 'bad.json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`bad.json ${message}`);
  });

  it('a report that was cut: its counts no longer add up', async () => {
    const report = JSON.parse(texts[0] ?? '');
    writeFileSync(reportIn('cut.json'), JSON.stringify({ ...report, files: report.files.slice(1) }));
    const { exitCode, stderr } = await merge('cut.json', 's2.json', 's3.json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('does not agree with the files of the report');
  });

  it('no report, and one that is not there', async () => {
    expect((await merge()).stderr).toContain('no report named');
    expect((await merge('nowhere.json')).stderr).toContain('nowhere.json does not exist');
  });
});
