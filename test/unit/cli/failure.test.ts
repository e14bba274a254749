import { describe, expect, test } from 'vitest';
import { explainFailure } from '../../../src/cli/failure.js';
import type { Host } from '../../../src/cli/host.js';
import { UserError } from '../../../src/model/user-error.js';
import { version } from '../../../src/platform/version.js';

const sink = { isTTY: false, write: async () => {}, failure: () => undefined };

function hostWith(parts: Partial<Host> = {}): Host {
  return {
    argv: ['changed', '--staged'],
    cwd: '/home/someone/project',
    env: { LANG: 'C.UTF-8' },
    platform: 'linux',
    nodeVersion: '20.19.0',
    stdout: sink,
    stderr: sink,
    readStdin: async () => new Uint8Array(),
    stdinIsFed: () => false,
    ...parts,
  };
}

describe('a slip of the user', () => {
  test('is a sentence and a hint', () => {
    const error = new UserError('usage', 'unknown flag --stagd', { hint: 'did you mean --staged?' });
    expect(explainFailure(error, hostWith())).toEqual({
      exitCode: 2,
      text: 'error: unknown flag --stagd\n\nhint: did you mean --staged?\n',
    });
  });

  test('without a hint is a sentence', () => {
    expect(explainFailure(new UserError('scope', 'not a git repository'), hostWith())).toEqual({
      exitCode: 4,
      text: 'error: not a git repository\n',
    });
  });

  test('in a file is shown at its place, all mistakes, the sum last', () => {
    const error = new UserError('config', '2 mistakes in lspcheck.yml, nothing judged', {
      mistakes: [
        {
          message: 'unknown key "comand" in servers.typescript',
          hint: 'did you mean "command"?',
          where: { path: 'lspcheck.yml', line: 3, column: 5, length: 6 },
          sourceLine: '    comand: [typescript-language-server, --stdio]',
        },
        { message: '"eror" is no severity', where: { path: 'lspcheck.yml', line: 12, column: 1, length: 0 } },
      ],
    });
    expect(explainFailure(error, hostWith())).toEqual({
      exitCode: 2,
      text: [
        'lspcheck.yml:3:5: error: unknown key "comand" in servers.typescript',
        ' > 3 │     comand: [typescript-language-server, --stdio]',
        '     │     ^^^^^^',
        'did you mean "command"?',
        '',
        'lspcheck.yml:12:1: error: "eror" is no severity',
        '',
        'error: 2 mistakes in lspcheck.yml, nothing judged',
        '',
      ].join('\n'),
    });
  });

  test('is wrapped at the width of the terminal, coloured there, and the same text without colour', () => {
    const error = new UserError('usage', 'a sentence that is rather long for a terminal of forty columns');
    const terminal = { ...sink, isTTY: true, columns: 40 };
    const plain = explainFailure(error, hostWith({ stderr: terminal, env: { NO_COLOR: '1' } })).text;
    const coloured = explainFailure(error, hostWith({ stderr: terminal, env: {} })).text;
    expect(plain).toBe('error: a sentence that is rather long\n  for a terminal of forty columns\n');
    expect(coloured).not.toBe(plain);
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
  });

  test('may quote hostile text, which cannot steer the terminal', () => {
    const error = new UserError('usage', 'no file a\u001b[2Jb\nc');
    expect(explainFailure(error, hostWith()).text).toBe('error: no file a␛[2Jb c\n');
  });
});

describe('a bug', () => {
  test('shows what its report needs, and no path of the user', () => {
    const error = new Error('broken invariant');
    error.stack = 'Error: broken invariant\n    at judge (/home/someone/project/node_modules/x.js:1:2)';
    const { text, exitCode } = explainFailure(error, hostWith());
    expect(exitCode).toBe(70);
    expect(text).toContain('error: this is a bug in lspcheck\n');
    expect(text).toContain('  Error: broken invariant\n      at judge (./node_modules/x.js:1:2)\n');
    expect(text).toContain(`  lspcheck ${version}, Node ${process.versions.node}, `);
    expect(text).toContain('  lspcheck changed --staged\n');
    expect(text).toMatch(/\n\nhint: [^\n]+\n$/);
    expect(text).not.toContain('/home/someone');
  });

  test('may be anything that was thrown', () => {
    expect(explainFailure('text', hostWith()).exitCode).toBe(70);
    expect(explainFailure(undefined, hostWith()).text).toContain('thrown: undefined');
  });
});
