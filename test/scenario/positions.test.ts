// OC-11 and OC-12: one unit for columns whatever the server counts in, and files known by path however a URI is spelt.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/base.js';
import { expectFile, expectRun } from '../support/expect-file.js';
import { E, on, push, type Script } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { cut, parseSarif, regionOf, resultsOf, uriOf } from '../support/sarif.js';
import { scenario } from '../support/scenario.js';

const text = 'let é = "🙂"; BAD\n';

/** What the server counts in, by what it answers to initialize. */
const encodings: Readonly<Record<string, Script>> = {
  'utf-16, unsaid': counting({}, {}, 14),
  'utf-8': counting({ positionEncoding: 'utf-8' }, {}, 17),
  'utf-32': counting({ positionEncoding: 'utf-32' }, {}, 13),
  'utf-8 by the older field': counting({}, { offsetEncoding: 'utf-8' }, 17),
};

function counting(capabilities: JsonObject, extra: JsonObject, column: number): Script {
  return {
    initialize: { kind: 'result', capabilities, extra },
    handlers: [on('open', 'a.fx', push([E(0, column, 0, column + 3, 'bad')]))],
  };
}

describe.concurrent.each(hosts)('OC-11, columns after an emoji (%s)', (host) => {
  it.each(Object.keys(encodings))('a server that counts in %s', async (name) => {
    const setup = { files: { 'a.fx': text }, server: encodings[name] ?? {} };
    const run = await scenario(setup).check({ host });
    expectFile(run, 'a.fx').findings([{ line: 1, column: 15, endLine: 1, endColumn: 18, message: 'bad' }]);
    expectRun(run).exits(1);
  });
});

describe.concurrent('OC-11, in other formats', () => {
  it.each(Object.keys(encodings))('SARIF from a server that counts in %s', async (name) => {
    const printed = await scenario({ files: { 'a.fx': text }, server: encodings[name] ?? {} }).print('sarif');
    const log = parseSarif(printed.stdout);
    const [result] = resultsOf(log);
    const columnKind = log.runs[0]?.columnKind;
    expect(columnKind).toBe('utf16CodeUnits');
    const region = result && regionOf(result);
    expect(region).toMatchObject({ startLine: 1, startColumn: 15, endLine: 1, endColumn: 18 });
    expect(cut(text, region ?? {}, columnKind)).toBe('BAD');
  });

  it('annotations are the same for all servers', async () => {
    const printed = await Promise.all(
      Object.values(encodings).map((server) => scenario({ files: { 'a.fx': text }, server }).print('github')),
    );
    expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
    expect(printed[0]?.stdout).toMatch(/^::error .*file=a\.fx.*line=1.*col=15/m);
  });
});

const spelt = {
  'app/(auth)/login.fx': 'BAD\n',
  'app/[id]/page.fx': 'BAD\n',
  'a b.fx': 'BAD\n',
  'hash#q.fx': 'BAD\n',
  'café.fx': 'BAD\n',
  'pct%41.fx': 'BAD\n',
  'pctA.fx': 'ok\n',
};
const wrong = Object.keys(spelt).filter((path) => path !== 'pctA.fx');

describe.concurrent.each(hosts)('OC-12, spellings of URIs (%s)', (host) => {
  it.each(['encode-all', 'encode-least', 'echo'] as const)('%s', async (uriSpelling) => {
    const server: Script = { uriSpelling, contentRule: { by: 'push' } };
    const run = await scenario({ files: spelt, server }).check({ host, paths: ['.'] });
    for (const path of wrong) expectFile(run, path).findings([{ line: 1, column: 1 }]);
    expectFile(run, 'pctA.fx').clean();
    expect(run.report.summary).toMatchObject({ findings: 6, clean: 1, unknown: 0 });
    expectRun(run).exits(1);
    expectRun(run).complete();
  });
});

it('OC-12: SARIF encodes paths so that they name the same files', async () => {
  const printed = await scenario({ files: spelt, server: 'pushes-truth' }).print('sarif', {
    paths: ['.'],
  });
  const uris = resultsOf(parseSarif(printed.stdout)).map((result) => uriOf(result) ?? '');
  expect(uris.map(decodeURIComponent).sort()).toEqual([...wrong].sort());
  expect(uris).toContain('pct%2541.fx');
  for (const uri of uris) expect(uri).toMatch(/^[A-Za-z0-9%._~!$&'()*+,;=@/-]+$/);
});
