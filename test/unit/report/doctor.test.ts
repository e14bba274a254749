import { describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/model/base.js';
import {
  type DoctorReport,
  doctorExitCode,
  type ServerHealth,
  serverStates,
} from '../../../src/model/doctor-report.js';
import { doctorJson } from '../../../src/report/doctor-json.js';
import { doctorMarkdown } from '../../../src/report/doctor-markdown.js';
import { doctorText } from '../../../src/report/doctor-text.js';
import { doctorSummary, headline } from '../../../src/report/doctor-words.js';
import type { ReportContext } from '../../../src/report/reporter.js';
import { repoPath } from '../../support/definitions.js';

const plain: ReportContext = {
  text: () => undefined,
  shownPath: String,
  timings: false,
  explain: false,
  quiet: false,
  color: false,
  hyperlinks: false,
  unicode: true,
  width: undefined,
  sarifCategory: undefined,
  timeline: undefined,
};

function server(name: string, state: ServerHealth['state'], more: Partial<ServerHealth> = {}): ServerHealth {
  const place = { root: repoPath('.'), roots: 1, files: 14 };
  return { name, language: 'L', role: 'required', state, ...place, settles: 'push', notes: [], ...more };
}

const eslint = server('eslint', 'not-installed', {
  cause: '"x" was not found; looked in node_modules/.bin, then PATH',
  fix: 'npm i -D vscode-langservers-extracted',
});
const bash = server('bash', 'mute', {
  startMs: 210,
  cause: '"shellcheck" is not on PATH',
  fix: 'apt-get install shellcheck',
  found: "this project's bash-language-server 5.8.1",
});
const yaml = server('yaml', 'crashed', {
  cause: '2.0.0 needs Node >=22.13, and this is 20.20.2',
  fix: 'npm i -D yaml-language-server@1',
  program: '/w/node_modules/.bin/yaml-language-server' as AbsPath,
});
const typescript = server('typescript', 'alive', {
  startMs: 800,
  via: 'barrier',
  code: '2322',
  found: "bundled typescript-language-server 5.3.0 drives this project's typescript 5.9.3",
});

function report(servers: readonly ServerHealth[], more: Partial<DoctorReport> = {}): DoctorReport {
  return {
    toolVersion: '1.0.0',
    nodeVersion: '20.20.2',
    gitVersion: '2.39.5',
    system: 'linux x64',
    configFile: 'lspcheck.yml',
    zeroConfig: false,
    hook: { calling: ['pre-commit'], manager: 'lefthook' },
    onUnknown: 'fail',
    servers,
    advice: [],
    ...more,
  };
}

const sample = report([typescript, eslint, bash, yaml]);

describe('text', () => {
  test('three kinds of problem before what is alive, at 60 columns', () => {
    const lines = doctorText(sample, { ...plain, width: 60 }).split('\n');
    expect(lines).toEqual([
      'lspcheck 1.0.0, Node 20.20.2, git 2.39.5, linux x64',
      'lspcheck.yml: 4 servers; hook: pre-commit (lefthook)',
      '',
      '✖ eslint      not installed (14 files would be unknown)',
      '    cause: "x" was not found; looked in node_modules/.bin,',
      '      then PATH',
      '    fix: npm i -D vscode-langservers-extracted',
      '? bash        mute: starts, but missed a planted mistake',
      '    cause: "shellcheck" is not on PATH',
      "    this project's bash-language-server 5.8.1, ready in 0.2",
      '      s',
      '    fix: apt-get install shellcheck',
      '✖ yaml        crashed: does not start',
      '    cause: 2.0.0 needs Node >=22.13, and this is 20.20.2',
      '    program: /w/node_modules/.bin/yaml-language-server',
      '    fix: npm i -D yaml-language-server@1',
      '✔ typescript  alive: found the planted 2322 by barrier',
      '    bundled typescript-language-server 5.3.0 drives this',
      "      project's typescript 5.9.3, ready in 0.8 s",
      '',
      '✖ 1 of 4 servers is alive; 1 not installed, 1 mute, 1',
      '  crashed. exit 3',
      '',
    ]);
  });

  test('colour adds nothing but colour; without Unicode the marks are ASCII', () => {
    const colored = doctorText(sample, { ...plain, color: true });
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(doctorText(sample, plain));
    expect(doctorText(sample, { ...plain, unicode: false })).toMatch(/^[ -~\n]*$/);
  });

  test('a fix is never wrapped: it is there to be pasted', () => {
    const fix = `npm i -D ${'a-package '.repeat(20)}`.trim();
    const lines = doctorText(report([{ ...eslint, fix }]), { ...plain, width: 40 }).split('\n');
    expect(lines).toContain(`    fix: ${fix}`);
  });

  test('advice stands below, roots are counted, an advisory server is called one', () => {
    const spread = server('go', 'alive', {
      role: 'advisory',
      startMs: 40,
      via: 'pull',
      root: repoPath('p/a'),
      roots: 3,
    });
    const text = doctorText(report([spread], { advice: [{ text: 'hm', fix: 'do' }] }), plain);
    expect(text).toContain(
      '✔ go  alive, advisory: found the planted mistake by pull\n    ready in 0.0 s, in p/a (1 of 3 roots)\n',
    );
    expect(text).toContain('\n\nnote: hm\nfix: do\n\n✔ 1 server alive\n');
  });
});

describe('every state', () => {
  test.each(serverStates)('%s: its word, its exit code, and success only for alive', (state) => {
    const one = report([server('x', state)]);
    expect(headline(server('x', state), one)).toMatch(new RegExp(`^${state.replace('-', ' ')}`));
    expect(doctorExitCode(one)).toBe(state === 'alive' ? 0 : 3);
    const { mark, text } = doctorSummary(one);
    expect(mark).toBe(state === 'alive' ? 'clean' : 'findings');
    expect(text.endsWith('. exit 3')).toBe(state !== 'alive');
    const advisory = report([server('x', state, { role: 'advisory' })]);
    expect(doctorExitCode(advisory)).toBe(0);
    expect(doctorSummary(advisory).mark).toBe(state === 'alive' ? 'clean' : 'below-level');
  });

  test('interrupted is never a success', () => {
    expect(doctorExitCode(report([typescript], { interrupted: 'SIGINT' }))).toBe(130);
    expect(doctorExitCode(report([], { interrupted: 'SIGTERM' }))).toBe(143);
    const { text } = doctorSummary(report([typescript], { interrupted: 'SIGINT' }));
    expect(text).toBe('interrupted by SIGINT, 1 server alive. exit 130');
  });
});

const hostile = '\u001b]0;x\u0007\n::error::x ##[group] <img src=x> [a](b) | `c` \u202e';

test('hostile words are made visible, in text and in Markdown', () => {
  const bad = { cause: hostile, fix: hostile, found: hostile, notes: [{ text: hostile, fix: hostile }] };
  const one = report([server(hostile, 'mute', { startMs: 1, ...bad })], { advice: [{ text: hostile }] });
  const same = (text: string) => text;
  for (const text of [
    doctorText(one, plain),
    doctorText(one, { ...plain, width: 60 }),
    doctorMarkdown(one, plain, { said: same, ours: same }),
  ]) {
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^\s*::|##\[/m);
  }
  const markdown = doctorMarkdown(one, plain, { said: same, ours: same });
  expect(markdown.replace(/(`+).*?\1/g, '')).not.toMatch(/<img|\[a\]/);
  expect(JSON.parse(doctorJson(one)).servers[0].cause).toBe(hostile);
  expect(doctorJson(one)).not.toContain('##[');
});

test('Markdown: what a server said and what we say are made anonymous, each in its way', () => {
  const text = doctorMarkdown(sample, plain, {
    said: () => 'SAID',
    ours: (our) => our.replaceAll('npm', 'OURS'),
  });
  expect(text.match(/cause: SAID/g)).toHaveLength(3);
  expect(text).toContain('fix: `OURS i -D yaml-language-server@1`');
  expect(text).not.toContain('/w/');
});
