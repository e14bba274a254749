// bash-language-server with shellcheck (Debian), settled by the publish that carries our version.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check, outline } from './lspcheck.js';
import { needTools } from './need.js';
import { expectAtOnceLikeOneByOne, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const install = 'apt-get install shellcheck';
const tools = ['shellcheck'] as const;
const packages = ['bash-language-server'] as const;
const cell = '[bash: push-versioned]';

/** Each file reads the one before it, whose variable is the only one that it may use. */
const scripts: Language = {
  path: (index) => `f${twoDigits(index)}.sh`,
  text: (index, kind) => {
    const read = index === 0 ? '' : `. ./f${twoDigits(index - 1)}.sh\n`;
    const before = index === 0 ? '0' : `"$value_${index - 1}"`;
    const values = {
      right: before,
      wrong: `"$nowhere_${index}"`,
      'wrong-by-neighbour': `"$missing_${index - 1}"`,
    };
    return `#!/bin/sh\n${read}value_${index}=${values[kind]}\nexport value_${index}\n`;
  },
  verdict: (index, kind) => {
    if (kind === 'right') return `clean ${cell}`;
    return `findings ${cell} 3:${`value_${index}="`.length + 1} warning bash SC2154`;
  },
};

test('bash: exact places, a clean file with evidence, an error that only another file shows', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    {
      'clean.sh': '#!/bin/sh\nname=shop\nexport name\n',
      'cross.sh': '#!/bin/sh\n. ./clean.sh\necho "$name" "$nmae"\n',
      'wrong.bash': '#!/bin/bash\nfor name in "$@"; do\n  echo "$name"\n',
    },
    { packages, tools },
  );
  const { report, exitCode } = await check(workspace, ['files', '*.sh', '*.bash']);
  expect(outline(report)).toEqual([
    `clean.sh clean ${cell}`,
    `cross.sh findings ${cell} 3:15 warning bash SC2154`,
    `wrong.bash findings ${cell} 2:1 error bash SC1073 2:19 error bash SC1061 4:1 error bash SC1062 4:1 error bash SC1072`,
  ]);
  expect(exitCode).toBe(1);
});

test('bash: scripts without an extension are known by their first line, and columns after an emoji are right', async (context) => {
  needTools(context, tools, install);
  const workspace = makeWorkspace(
    {
      'bin/deploy': '#!/usr/bin/env bash\necho "😀 done" $name\n',
      'bin/clean': '#!/bin/sh\necho shop\n',
      'bin/report': '#!/usr/bin/perl\nprint $name;\n',
      LICENSE: 'Copyright\n',
    },
    { packages, tools },
  );
  const { report, exitCode } = await check(workspace, ['all']);
  expect(outline(report)).toEqual([
    '.gitignore skipped no-server',
    'LICENSE skipped no-server',
    `bin/clean clean ${cell}`,
    `bin/deploy findings ${cell} 2:16 warning bash SC2154 2:16 info bash SC2086`,
    'bin/report skipped no-server',
  ]);
  expect(exitCode).toBe(0);
});

test('bash: 30 files at once give what each gives alone', async (context) => {
  needTools(context, tools, install);
  const project = thirty(scripts);
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { packages, tools }), project);
});

test('bash: without shellcheck nothing is clean, and the remedy is named', async () => {
  const workspace = makeWorkspace({ 'clean.sh': '#!/bin/sh\necho shop\n' }, { packages });
  const { report, exitCode } = await check(workspace, ['files', 'clean.sh']);
  expect(outline(report)).toEqual(['clean.sh unknown [bash: not-started]']);
  expect(report.files[0]?.cells?.[0]?.detail).toBe('bash runs, but "shellcheck" is not on PATH');
  expect(report.files[0]?.cells?.[0]?.hint).toMatch(/apt-get install shellcheck/);
  expect(exitCode).toBe(3);
});

test.for([
  ['dies', '#!/bin/sh\ncat >/dev/null\necho "no such locale" >&2\nexit 2\n'],
  ['finds nothing wrong with anything', '#!/bin/sh\ncat >/dev/null\necho \'{"comments":[]}\'\n'],
] as const)('bash: with a shellcheck that %s nothing is clean', async ([, script]) => {
  const workspace = makeWorkspace({ 'clean.sh': '#!/bin/sh\necho shop\n' }, { packages });
  const program = join(workspace.env['PATH'] ?? '', 'shellcheck');
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  const { report, exitCode } = await check(workspace, ['files', 'clean.sh']);
  expect(outline(report)).toEqual(['clean.sh unknown [bash: infra]']);
  expect(exitCode).toBe(3);
});

test('bash: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ 'clean.sh': '#!/bin/sh\necho shop\n' });
  const { report, exitCode } = await check(workspace, ['files', 'clean.sh']);
  expect(outline(report)).toEqual(['clean.sh skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D bash-language-server');
  expect(exitCode).toBe(3);
});
