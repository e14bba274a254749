import { expect, test } from 'vitest';
import { healthOf } from '../../../src/engine/diagnose.js';
import type { Examination } from '../../../src/engine/examine-server.js';
import type { AbsPath } from '../../../src/model/base.js';
import type { ServerHealth } from '../../../src/model/doctor-report.js';
import { unknownReasons } from '../../../src/model/fault.js';
import type { Canary } from '../../../src/model/server-definition.js';
import type { DoctorTarget } from '../../../src/plan/doctor-targets.js';
import type { Location } from '../../../src/plan/locate.js';
import { definition, repoPath } from '../../support/definitions.js';

const canary: Canary = { fileName: 'c.fx', text: 'BAD', code: 'E1', inEveryRun: false };
const server = definition('one', {
  canary,
  installHint: 'npm i -D one-ls',
  measured: { version: 'one-ls 1.4.2, engine 9.0', date: '2026-11-30', evidence: 'seen' },
});

type Found = Extract<Location, { kind: 'found' }>;

function found(more: Partial<Found> = {}): Found {
  return {
    kind: 'found',
    packages: {},
    command: { program: '/bin/one' as AbsPath, args: [], from: 'path' },
    ...more,
  };
}

function target(more: Partial<DoctorTarget> = {}): DoctorTarget {
  const place = { root: repoPath('.'), roots: 1, files: 3, installer: 'npm', unmet: [] } as const;
  return { definition: server, location: found(), ...place, ...more };
}

function health(one: DoctorTarget, examination?: Examination, platform = 'linux'): ServerHealth {
  return healthOf(one, examination, { platform, nodeVersions: { own: '22.12.0', path: '20.19.0' } });
}

const alive: Examination = { startMs: 5, answerMs: 7, verdict: { kind: 'alive', via: 'pull' } };
const mute: Examination = { startMs: 5, verdict: { kind: 'mute', via: 'push-idle' } };
const unproven: Examination = { startMs: 5, verdict: { kind: 'unproven', detail: 'it said nothing' } };
const doubt = { reason: 'infra', detail: 'one: no library', hint: 'npm i -D lib' } as const;

test('alive needs an objection and no doubt; evidence, times and code are told', () => {
  expect(health(target(), alive)).toEqual({
    name: 'one',
    language: 'ONE',
    role: 'required',
    root: '.',
    roots: 1,
    files: 3,
    settles: 'auto',
    code: 'E1',
    state: 'alive',
    via: 'pull',
    notes: [],
    from: 'path',
    program: '/bin/one',
    found: "PATH's one",
    startMs: 5,
    answerMs: 7,
  });
});

const lacks = { name: 'tool', hint: 'apt-get install tool' };
const withoutCanary = definition('two', { installHint: 'x' });

test.each<[string, DoctorTarget, Examination, Partial<ServerHealth>]>([
  ['no objection', target(), mute, { state: 'mute', via: 'push-idle' }],
  ['no answer', target(), unproven, { state: 'unproven', cause: 'it said nothing' }],
  ['no examination at all', target(), {}, { state: 'unproven', cause: 'it gave no answer' }],
  [
    'a doubt',
    target(),
    { ...alive, doubt },
    { state: 'unproven', cause: 'one: no library', fix: 'npm i -D lib' },
  ],
  ['a doubt and no objection', target(), { ...mute, doubt }, { state: 'mute', fix: 'npm i -D lib' }],
  [
    'a program that is lacking, and no objection',
    target({ location: found({ lacks }) }),
    mute,
    { state: 'mute', cause: '"tool" is not on PATH', fix: 'apt-get install tool' },
  ],
  ['the same, and no answer', target({ location: found({ lacks }) }), unproven, { state: 'mute' }],
  ['the same, and an objection', target({ location: found({ lacks }) }), alive, { state: 'unproven' }],
  [
    'no canary, and no objection to nonsense',
    target({ definition: withoutCanary }),
    mute,
    { state: 'unproven', cause: 'the entry has no canary' },
  ],
  ['no canary, but an objection', target({ definition: withoutCanary }), alive, { state: 'alive' }],
  [
    'lost after the objection',
    target(),
    { ...alive, fault: { reason: 'exited', detail: 'gone' } },
    { state: 'crashed' },
  ],
])('%s', (_, one, examination, expected) => {
  expect(health(one, examination)).toMatchObject(expected);
});

test('no fault ends as alive, and each has a cause', () => {
  for (const reason of unknownReasons) {
    const { state, cause } = health(target(), {
      ...alive,
      fault: { reason, detail: `because of ${reason}` },
    });
    expect([reason, state]).not.toEqual([reason, 'alive']);
    expect(cause).toContain(reason);
  }
});

test.each([
  ['start-timeout', 'mute', 'raise --start-timeout'],
  ['deadline', 'unproven', 'raise --deadline'],
  ['interrupted', 'unproven', undefined],
  ['exited', 'crashed', 'npm i -D one-ls'],
  ['protocol-error', 'crashed', 'npm i -D one-ls'],
] as const)('a fault %s: %s', (reason, state, fix) => {
  expect(health(target(), { fault: { reason, detail: 'why' } })).toMatchObject({ state, cause: 'why' });
  expect(health(target(), { fault: { reason, detail: 'why' } }).fix).toBe(fix);
});

test('missing: where it was looked for and how it is installed here; a wrong version by what would fit', () => {
  const missing = { kind: 'missing', why: 'not found' } as const;
  expect(health(target({ location: missing, installer: 'yarn' }))).toMatchObject({
    state: 'not-installed',
    cause: 'not found',
    fix: 'yarn add -D one-ls',
  });
  expect(health(target({ location: missing, astray: '$HOME/go/bin' }))).toMatchObject({
    state: 'not-installed',
    cause: 'it is in $HOME/go/bin, which is not on PATH',
  });
  const wrong = (need: object) =>
    health(target({ location: { ...missing, wrong: { name: 'engine', ...need } }, installer: 'pnpm' }));
  expect(wrong({ below: 7 })).toMatchObject({ state: 'wrong-version', fix: 'pnpm add -D "engine@<7"' });
  expect(wrong({ min: 7 })).toMatchObject({ state: 'wrong-version', fix: 'pnpm add -D engine@7' });
});

test('a package made for another Node: the cause of a failure, a note when it runs all the same', () => {
  const own = { name: 'one-ls', version: '2.0.0', node: '>=22' };
  const onPath = target({ location: found({ own }) });
  const text = 'one-ls 2.0.0 needs Node >=22, and this is 20.19.0';
  const crashed = health(onPath, { fault: { reason: 'exited', detail: 'exited with code 1' } });
  expect(crashed).toMatchObject({ state: 'crashed', cause: text, fix: 'npm i -D one-ls@1.4.2' });
  expect(health(onPath, alive)).toMatchObject({ state: 'alive', notes: [{ text }] });
  expect(health(onPath, mute)).toMatchObject({ state: 'mute', cause: text });
  // What is bundled is run by our own Node.
  const command = { program: '/node' as AbsPath, args: [], from: 'bundled' } as const;
  expect(health(target({ location: found({ own, command }) }), alive).notes).toEqual([]);
  const measured = { ...own, version: '1.4.2' };
  expect(health(target({ location: found({ own: measured }) }), mute).fix).toBe('install Node >=22');
});

test.each([
  ['9.9', '9.9'],
  ['Debian clangd version 22.1.0 (++2026)', '22.1.0'],
  ['nightly', 'nightly'],
  ['a nightly build', undefined],
  ['1.96.0 (ac68faa 2026-05-25)', '1.96.0'],
  ['{"GoVersion":"go1.22","Version":"v0.16.1"}', 'v0.16.1'],
  ['{"GoVersion":"go1.19","Version":"master"}', undefined],
])('a version as the server says it, %j: %s', (version, shown) => {
  expect(health(target(), { ...alive, version }).version).toBe(shown);
});

test('what is not met is a note, with its cure in the words of the system', () => {
  const unmet = [
    { kind: 'program', anyOf: ['python3'], why: 'no Python', hint: 'apt-get install python3' },
  ] as const;
  expect(health(target({ unmet }), alive, 'darwin').notes).toEqual([
    { text: 'no Python', fix: 'brew install python' },
  ]);
});
