import { describe, expect, test } from 'vitest';
import { failure, load, loadText, mistakes } from './folders.js';

const yaml = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

test('all mistakes at once, each at its key or value, with the near name', async () => {
  const text = yaml(
    'servers:',
    '  typescript:',
    '    comand: [typescript-language-server, --stdio]',
    'check:',
    '  failOn: eror',
  );
  const error = await failure(loadText(text));
  expect(error.kind).toBe('config');
  expect(error.message).toBe('2 mistakes in lspcheck.yml, nothing judged');
  expect(error.mistakes).toEqual([
    {
      message: 'unknown key "comand" in servers.typescript',
      hint: 'did you mean "command"?',
      where: { path: 'lspcheck.yml', line: 3, column: 5, length: 6 },
      sourceLine: '    comand: [typescript-language-server, --stdio]',
    },
    {
      message: '"eror" is no severity',
      hint: 'did you mean "error"? (error, warning, info, hint, never)',
      where: { path: 'lspcheck.yml', line: 5, column: 11, length: 4 },
      sourceLine: '  failOn: eror',
    },
  ]);
});

const cases: readonly (readonly [name: string, text: string, ...expected: string[]])[] = [
  [
    'a key far from all others names those allowed, when they are few',
    'chekkers: 1\n',
    '1:1+8 unknown key "chekkers" | allowed: requires, servers, rules, overrides, check, daemon, mcp',
  ],
  [
    'a key of another tool gets its name here',
    yaml('servers:', '  typescript:', '    extensions: [ts]', '    rootDir: a', 'exclude: [x]'),
    '3:5+10 unknown key "extensions" in servers.typescript | lspcheck calls it "files", a list of globs: ["*.ts"]',
    '4:5+7 unknown key "rootDir" in servers.typescript | lspcheck calls it "root"',
    '5:1+7 unknown key "exclude" | lspcheck calls it "check.ignore"',
  ],
  [
    'globs of another tool',
    yaml('servers: { yaml: { globs: ["*.y"] } }'),
    '1:20+5 unknown key "globs" in servers.yaml | lspcheck calls it "files"',
  ],
  [
    'a key inside an element of a list',
    yaml('overrides:', '  - files: ["a/**"]', '    failon: never'),
    '3:5+6 unknown key "failon" in overrides[0] | did you mean "failOn"? (files, failOn, rules, servers)',
  ],
  ['a scalar for a map', 'check: yes please\n', '1:8+10 check must be a map, not "yes please"'],
  ['a list for the whole file', '- a\n', '1:1+3 the file must be a map, not a list'],
  ['nothing after a key', 'check:\n', '1:1+5 check must be a map, not nothing'],
  [
    'a duration without unit',
    'check: { deadline: 30 }\n',
    '1:20+2 check.deadline must be a duration with its unit (300ms, 15s, 2m) or none, not 30',
  ],
  [
    'a duration of zero',
    'daemon: { idleTimeout: 0s }\n',
    '1:24+2 daemon.idleTimeout must be a duration with its unit (300ms, 15s, 2m), not "0s"',
  ],
  [
    'a size without unit',
    'check: { maxFileSize: "10" }\n',
    '1:23+4 check.maxFileSize must be a size with its unit (500kB, 10MB, 1MiB), not "10"',
  ],
  [
    'a number where text belongs',
    yaml('servers:', '  pyright:', '    env: { A: 1 }'),
    '3:15+1 servers.pyright.env.A must be text, not 1',
  ],
  [
    'a word that is neither true nor false',
    'servers: { pyright: { stopOnNewFile: yes } }\n',
    '1:38+3 servers.pyright.stopOnNewFile must be true or false, not "yes"',
  ],
  [
    'no documents open at all',
    'servers: { pyright: { maxOpenDocuments: 0 } }\n',
    '1:41+1 servers.pyright.maxOpenDocuments must be a whole number above zero, not 0',
  ],
  [
    'a command that would need a shell',
    'servers: { pyright: { command: "a && b" } }\n',
    '1:32+8 servers.pyright.command has a bare "&"; no shell runs, so quote it or write a script',
  ],
  [
    'an empty command',
    'servers: { pyright: { command: [] } }\n',
    '1:32+2 servers.pyright.command must not be empty',
  ],
  [
    'a command of numbers',
    'servers: { pyright: { command: [a, 1] } }\n',
    '1:36+1 servers.pyright.command[1] must be text, not 1',
  ],
  [
    'a command that is a map',
    'servers: { pyright: { command: { a: b } } }\n',
    '1:32+8 servers.pyright.command must be a list of words, or one line of text, not a map',
  ],
  [
    'a glob that excludes',
    'servers: { pyright: { files: ["!a.py"] } }\n',
    '1:31+7 servers.pyright.files[0] cannot exclude; files are left out by check.ignore',
  ],
  ['no globs', 'servers: { pyright: { files: [] } }\n', '1:30+2 servers.pyright.files must not be empty'],
  [
    'plaintext',
    'servers: { pyright: { languageId: plaintext } }\n',
    '1:35+9 servers.pyright.languageId cannot be "plaintext"; a server judges nothing that has no language',
  ],
  [
    'plaintext in a map',
    'servers: { pyright: { languageId: { .py: plaintext } } }\n',
    '1:42+9 servers.pyright.languageId..py cannot be "plaintext"; a server judges nothing that has no language',
  ],
  [
    'a regular expression that does not compile',
    yaml('servers:', '  pyright:', '    infraPatterns: ["ok", { regex: "(" }]'),
    '3:36+3 servers.pyright.infraPatterns[1].regex is no regular expression: /(/: Unterminated group',
  ],
  [
    'a pattern that matches everything',
    'servers: { pyright: { infraPatterns: [""] } }\n',
    '1:39+2 servers.pyright.infraPatterns[0] must not be empty',
  ],
  [
    'a misspelt key in a pattern',
    'servers: { pyright: { infraPatterns: [{ regexp: a }] } }\n',
    '1:39+13 servers.pyright.infraPatterns[0].regex must be text, not nothing',
    '1:41+6 unknown key "regexp" in servers.pyright.infraPatterns[0] | did you mean "regex"? (regex)',
  ],
  [
    'a root outside the repository',
    'servers: { pyright: { root: ../x } }\n',
    '1:29+4 servers.pyright.root must be a folder inside the repository, not "../x"',
  ],
  [
    'a name with a slash',
    'servers: { "a/b": { command: [x], files: ["*.x"] } }\n',
    '1:12+5 "a/b" is no server name | letters, digits, "-", "_" and "."',
  ],
  [
    'a server nobody knows',
    yaml('servers:', '  typescrip: {}'),
    '2:3+9 "typescrip" is not in the catalogue, so it needs a command and files | did you mean "typescript"?',
  ],
  [
    "a server of one's own without files",
    'servers: { my: { command: my-ls } }\n',
    '1:12+2 "my" needs files | a list of globs: files: ["*.my"]',
  ],
  [
    'an MCP server without tools',
    'servers: { graph: { type: mcp, command: [g], files: ["*.g"] } }\n',
    '1:12+5 a server of type mcp needs tools.diag | tools: { diag: NAME_OF_THE_TOOL }',
  ],
  [
    'tools without an MCP server',
    'servers: { yaml: { tools: { diag: d } } }\n',
    '1:20+5 "tools" belongs to servers of type mcp',
  ],
  [
    'an MCP operation that does not exist',
    'servers: { graph: { type: mcp, tools: { diagnose: d } } }\n',
    '1:41+8 unknown key "diagnose" in servers.graph.tools | allowed: diag, resolve, refs, hover, rename',
  ],
  [
    'no servers named',
    'servers: {}\n',
    '1:1+7 servers names no server, so nothing would be judged | leave "servers" out to use what is installed',
  ],
  [
    'a rule without code',
    'rules: { eslint: off }\n',
    '1:10+6 "eslint" is no rule | server/code, such as eslint/no-console',
  ],
  [
    'a rule for an unknown server',
    'rules: { esslint/x: off }\n',
    '1:10+9 there is no server "esslint" | did you mean "eslint"?',
  ],
  [
    'an override for a server that is not configured',
    yaml('servers: { yaml: {} }', 'overrides:', '  - files: ["a/**"]', '    servers: [yml]'),
    '4:15+3 there is no server "yml" | did you mean "yaml"? (yaml)',
  ],
  [
    'a version range of another form',
    'requires: "1.x"\n',
    '1:11+5 requires must be a version range (>=1.2, ^1.2, ~1.2, 1.2.3), not "1.x"',
  ],
];

describe('each mistake in a sentence, at its place', () => {
  test.each(cases)('%s', async (_name, text, ...expected) => {
    expect(await mistakes(text)).toEqual(expected);
  });
});

test('a file for another version is judged by nothing else', async () => {
  expect(await mistakes('requires: ">=99"\nkeyOfTheFuture: 1\n')).toEqual([
    expect.stringMatching(/^1:11\+6 asks for lspcheck >=99, and this is \d/),
  ]);
});

test('the path of a mistake can be clicked from the working folder', async () => {
  const error = await failure(load({ project: { 'lspcheck.yml': 'x: 1\n' }, cwd: 'sub/deep' }));
  expect(error.mistakes[0]?.where?.path).toBe('../../lspcheck.yml');
});

test("mistakes of the user's and the project's file come together", async () => {
  const error = await failure(load({ project: { 'lspcheck.json': '{ "a": 1 }' }, user: 'b: 1\n' }));
  expect(error.mistakes.map((mistake) => mistake.where?.path.split('/').at(-1))).toEqual([
    'config.yml',
    'lspcheck.json',
  ]);
});

test('Windows line ends and a byte order mark do not move a place', async () => {
  const error = await failure(loadText('﻿check:\r\n  failOn: eror\r\n'));
  expect(error.mistakes[0]).toMatchObject({
    where: { line: 2, column: 11, length: 4 },
    sourceLine: '  failOn: eror',
  });
});
