// The house rules that a reader would otherwise have to remember. Each has a sentence that says why; a failure prints it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const source = new URL('../../src/', import.meta.url).pathname;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

const roomOf = (name: string) =>
  name.includes('/') ? name.slice(0, name.indexOf('/')) : name.replace(/\.ts$/, '');

/** The rooms that the files at the top of src put in order. */
const inside = [
  'model',
  'platform',
  'catalogue',
  'config',
  'git',
  'plan',
  'session',
  'collect',
  'classify',
  'engine',
];
const top: Readonly<Record<string, readonly string[]>> = {
  'check-options': inside,
  subject: [...inside, 'check-options'],
  'root-files': [...inside, 'subject'],
  'warm-pool': [...inside, 'subject'],
  'server-source': inside,
  'text-trees': [...inside, 'check-options', 'subject'],
  trust: inside,
  check: [...inside, 'check-options', 'trust', 'subject', 'root-files', 'text-trees'],
  index: [...inside, 'report', 'check', 'check-options'],
};

/** What each room may import besides itself: data flows right, imports point left. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  platform: ['model'],
  catalogue: ['model', 'platform'],
  config: ['model', 'platform', 'catalogue'],
  git: ['model', 'platform'],
  plan: ['model', 'platform', 'git'],
  session: ['model', 'platform'],
  collect: ['model', 'platform', 'session'],
  classify: ['model'],
  engine: ['model', 'platform', 'plan', 'session', 'collect', 'classify'],
  query: ['model', 'platform', 'session', 'engine'],
  report: ['model', 'platform'],
  ...top,
  mcp: [...inside, ...Object.keys(top), 'query', 'report'],
  daemon: [...inside, ...Object.keys(top), 'query'],
  cli: [...inside, ...Object.keys(top), 'query', 'report', 'mcp', 'daemon'],
};

/** One owner per library, so that it can be replaced in one place. */
const owners: Readonly<Record<string, readonly string[]>> = {
  zod: ['config', 'mcp'],
  '@modelcontextprotocol/sdk': ['session', 'mcp'],
  yaml: ['config'],
  'jsonc-parser': ['config'],
  ignore: ['config'],
  picomatch: ['platform'],
  'simple-git': ['git'],
  'fast-glob': ['plan'],
  'vscode-jsonrpc': ['session'],
  'vscode-languageserver-protocol': ['session', 'collect'],
  'p-limit': ['engine'],
  diff: ['classify', 'query'],
  sarif: ['report'],
  picocolors: ['report', 'cli'],
  'fast-string-width': ['report', 'cli'],
  'fast-wrap-ansi': ['report', 'cli'],
  'fastest-levenshtein': ['platform', 'config', 'cli'],
  yargs: ['cli'],
};

interface Import {
  readonly from: string;
  readonly target: string;
}

const imports: readonly Import[] = files.flatMap(({ name, text }) =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({ from: name, target: fileName })),
);

function targetFile({ from, target }: Import): string {
  return new URL(target.replace(/\.js$/, '.ts'), `file:///src/${from}`).pathname.replace('/src/', '');
}

/** Files whose text has the pattern outside of comments. */
function filesWith(pattern: RegExp): readonly string[] {
  return files.filter(({ text }) => pattern.test(withoutComments(text))).map(({ name }) => name);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}

describe('imports', () => {
  test('every room imports only what the table allows', () => {
    const wrong = imports
      .filter(({ target }) => target.startsWith('.'))
      .map((one) => ({ ...one, to: targetFile(one) }))
      .filter(({ to }) => to.endsWith('.ts'))
      .filter(
        ({ from, to }) =>
          roomOf(from) !== roomOf(to) && !(mayImport[roomOf(from)] ?? []).includes(roomOf(to)),
      )
      .map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test('every library is imported by its owner only, and every library has one', () => {
    const wrong = imports
      .filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:'))
      .filter(({ from, target }) => {
        const library = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/');
        return !(owners[library] ?? []).includes(roomOf(from));
      })
      .map(({ from, target }) => `${from} → ${target}`);
    expect(wrong).toEqual([]);
  });

  test('no barrels: a file of re-exports hides who uses what (the public API is the one exception)', () => {
    const barrels = files.filter(({ name, text }) => {
      const code = withoutComments(text).trim();
      return (
        name !== 'index.ts' &&
        code !== '' &&
        code.split(';').every((line) => /^\s*(export .* from .*)?$/s.test(line))
      );
    });
    expect(barrels.map(({ name }) => name)).toEqual([]);
  });
});

describe('invariants', () => {
  test('timers and clocks only in platform/clock.ts: everything else is given a clock, so that tests can own time', () => {
    expect(
      filesWith(
        /\b(setTimeout|setInterval|setImmediate|performance\.now|Date\.now|new Date\(|AbortSignal\.timeout)\b/,
      ),
    ).toEqual(['platform/clock.ts']);
  });

  test('the process is touched only at the rim: daemon and mcp serve callers with another folder and environment', () => {
    const touching = filesWith(/\bprocess\.(exit|exitCode|argv|stdout|stderr|stdin|env|cwd|on|once)\b/);
    expect(touching.filter((name) => !/^(cli|platform)\//.test(name))).toEqual([]);
  });

  test('processes are started only by session and git', () => {
    const starting = imports
      .filter(({ target }) => /^(node:)?child_process$/.test(target))
      .map(({ from }) => roomOf(from));
    expect([...new Set(starting)].sort()).toEqual(['git', 'session']);
  });

  test('questions and edits write files in one place only, so that one file has to be right', () => {
    const writing = filesWith(/\b(writeFile|rename|copyFile|mkdir|symlink|unlink|rm)\b[^;]*from 'node:fs/);
    expect(writing.filter((name) => name.startsWith('query/'))).toEqual(['query/apply-edit.ts']);
  });

  test('a Settlement is made only where there is evidence, or evidence is demanded', () => {
    const making = filesWith(/\bsettlement\(/).filter((name) => name !== 'model/settlement.ts');
    expect(making).toEqual(['collect/settle.ts', 'model/run-codec.ts', 'session/mcp-backend.ts']);
    expect(filesWith(/as Settlement\b/)).toEqual(['model/settlement.ts']);
  });

  test('`clean` is said only by the judge, and by the codec that reads a judge’s words', () => {
    const saying = filesWith(/kind: 'clean'/).filter((name) => !/^model\/(verdict|summary)\.ts$/.test(name));
    expect(saying).toEqual(['classify/judge.ts', 'model/run-codec.ts']);
  });

  test('no file is longer than one sitting', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 300).map(({ name }) => name);
    expect(long).toEqual([]);
  });

  test('every module opens by saying what it is for', () => {
    const silent = files.filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text)).map(({ name }) => name);
    expect(silent).toEqual([]);
  });

  test('every path named in ARCHITECTURE.md exists', () => {
    const map = readFileSync(join(source, 'ARCHITECTURE.md'), 'utf8');
    const named = [...map.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+)?)`/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      (path) => !existsSync(join(source, path)) && !existsSync(join(source, '..', path)),
    );
    expect(missing).toEqual([]);
  });
});
