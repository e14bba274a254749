// OC-09: every request of a server is answered, with the neutral result where the protocol defines one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectFile, expectRun } from '../support/expect-file.js';
import { E, on, type Script } from '../support/fake-server/script.js';
import { hosts } from '../support/hosts.js';
import { scenario } from '../support/scenario.js';

const settings = { fx: { strict: true } };
const nobodyCares = { $oneOf: [null, {}, settings] };
const asksForAll: Script = {
  handlers: [
    on(
      'initialized',
      '*',
      {
        do: 'request',
        id: 'r1',
        method: 'client/registerCapability',
        params: { registrations: [{ id: 'c1', method: 'workspace/didChangeConfiguration' }] },
        expect: { result: null },
      },
      {
        do: 'request',
        id: 0,
        method: 'workspace/configuration',
        params: { items: [{ section: 'fx' }, { section: 'nobody' }, {}] },
        expect: { result: [{ strict: true }, nobodyCares, nobodyCares] },
      },
      {
        do: 'request',
        method: 'window/workDoneProgress/create',
        params: { token: 't' },
        expect: { result: null },
      },
      {
        do: 'request',
        method: 'window/showMessageRequest',
        params: { type: 3, message: 'Install it?', actions: [{ title: 'Yes' }, { title: 'No' }] },
        expect: { result: null },
      },
      {
        do: 'request',
        method: 'workspace/workspaceFolders',
        params: null,
        expect: { result: [{ uri: '{rootUri}', name: { $any: true } }] },
      },
      { do: 'request', method: 'workspace/diagnostic/refresh', params: null, expect: { result: null } },
      {
        do: 'request',
        method: 'workspace/applyEdit',
        params: {
          edit: {
            changes: {
              '{uri:a.fx}': [
                {
                  range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
                  newText: '',
                },
              ],
            },
          },
        },
        expect: {
          result: { $oneOf: [{ applied: false }, { applied: false, failureReason: { $any: true } }] },
        },
      },
      { do: 'request', method: 'x/unknown', params: {}, expect: { errorCode: -32601 } },
      {
        do: 'push',
        file: 'a.fx',
        items: [E(0, 0, 0, 3, 'bad')],
        onlyIfAnswered: true,
        when: { event: 'open', file: 'a.fx' },
      },
    ),
  ],
};

describe.concurrent.each(hosts)('OC-09 (%s)', (host) => {
  it('answers all of them rightly and touches nothing', async () => {
    const servers = { fake: { script: asksForAll, entry: { settings } } };
    const run = await scenario({ files: { 'a.fx': 'BAD\n' }, servers }).check({ host, deadline: '5s' });
    expect(run.log().notes('wrong-answer')).toEqual([]);
    expect(run.log().notes('stray-answer')).toEqual([]);
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: 'bad' }]);
    expectRun(run).exits(1);
    expectRun(run).endsWithin(2000);
    expect(readFileSync(join(run.root, 'a.fx'), 'utf8')).toBe('BAD\n');
  });
});
