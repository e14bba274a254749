// What is staged is what real servers judge, whether they take text by overlay (typescript, pyright, gopls) or read the disk
// and are rooted in a materialised tree (the others): in each language a file that is wrong by itself and one that is wrong
// by its neighbour, once wrong in the index and right on the disk, once the other way round.

import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Language, languages, more, needLanguage } from './languages.js';
import { check, type Report } from './lspcheck.js';
import { makeWorkspace, type Workspace } from './workspace.js';

/** Everything staged is `index`, everything on disk `disk`; both differ from what is committed. */
function stagedWorkspace(language: Language, index: 'right' | 'wrong', disk: 'right' | 'wrong'): Workspace {
  const { own, neighbour, user, around = {} } = language;
  const workspace = makeWorkspace(
    { ...around, [own.path]: own.right, [neighbour.path]: neighbour.right, [user.path]: user.text },
    language.options,
  );
  language.prepare?.(workspace);
  const write = (kind: 'right' | 'wrong') => {
    for (const texts of [own, neighbour]) workspace.write(texts.path, `${texts[kind]}${more(texts.path)}`);
  };
  write(index);
  workspace.write(user.path, `${user.text}${more(user.path)}`);
  workspace.git(['add', own.path, neighbour.path, user.path]);
  write(disk);
  return workspace;
}

/** `own.ts clean`, `user.ts 3`: the lines of its errors. */
function verdictsOf(report: Report, paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const file = report.files.find((one) => one.path === path);
    const lines = (file?.diagnostics ?? []).flatMap(({ severity, range }) =>
      severity === 'error' ? [range.start.line] : [],
    );
    return `${path} ${file?.verdict} ${[...new Set(lines)].join()}`.trimEnd();
  });
}

/** The hash in the report is the blob's, and the repository holds nothing that it did not hold before. */
async function judge(workspace: Workspace, server: string): Promise<Report> {
  const before = contentsOf(workspace);
  const { report } = await check(workspace, [
    'changed',
    '--staged',
    '--server',
    server,
    '--deadline',
    '120s',
  ]);
  expect(contentsOf(workspace)).toEqual(before);
  for (const { path, contentHash } of report.files) {
    if (contentHash === undefined) continue;
    const blob = workspace.git(['cat-file', 'blob', `:${path}`]);
    expect(contentHash).toBe(`sha256:${createHash('sha256').update(blob).digest('hex')}`);
  }
  return report;
}

function contentsOf({ root, git }: Workspace): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => !name.startsWith('node_modules/')).sort();
  return [...own, git(['status', '--porcelain=v2', '--ignored', '-z'])];
}

for (const language of languages) {
  const { server, own, user, lines } = language;
  const name = language.name ?? server;
  const paths = [own.path, user.path];

  test(`OC-13 ${name}: wrong in the index, right on the disk`, async (context) => {
    needLanguage(context, language);
    const report = await judge(stagedWorkspace(language, 'wrong', 'right'), server);
    expect(verdictsOf(report, paths)).toEqual([
      `${own.path} findings ${lines.own}`,
      `${user.path} findings ${lines.user}`,
    ]);
    expect(report.exitCode).toBe(1);
  });

  test(`OC-13 ${name}: right in the index, wrong on the disk`, async (context) => {
    needLanguage(context, language);
    const report = await judge(stagedWorkspace(language, 'right', 'wrong'), server);
    expect(verdictsOf(report, paths)).toEqual([`${own.path} clean`, `${user.path} clean`]);
    expect(report.complete).toBe(true);
    expect(report.exitCode).toBe(0);
  });
}

/** The line on which the neighbour is named, where overlays alone do not show every server which files there are. */
const importLines = { typescript: 1, 'typescript-native': 1, pyright: 1, gopls: 3 };

for (const [server, importLine] of Object.entries(importLines)) {
  const language = languages.find((one) => one.server === server);
  if (language === undefined) throw new Error(`no language for ${server}`);
  const { neighbour, user, lines } = language;

  test(`OC-15 ${server}: a neighbour that only the index has`, async (context) => {
    needLanguage(context, language);
    const workspace = stagedWorkspace(language, 'wrong', 'right');
    rmSync(join(workspace.root, neighbour.path));
    const report = await judge(workspace, server);
    expect(verdictsOf(report, [user.path])).toEqual([`${user.path} findings ${lines.user}`]);
  });

  test(`OC-15 ${server}: a neighbour that only the disk has`, async (context) => {
    needLanguage(context, language);
    const workspace = stagedWorkspace(language, 'right', 'right');
    workspace.git(['rm', '-q', '-f', '--cached', neighbour.path]);
    const report = await judge(workspace, server);
    expect(verdictsOf(report, [user.path])).toEqual([`${user.path} findings ${importLine}`]);
  });
}
