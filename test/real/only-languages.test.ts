// --only new in each language, also where a server reads the disk and a second process judges the text before: what stood there is
// existing, and an error that the change causes in an unchanged line is new.

import { expect, test } from 'vitest';
import { languages, more, needLanguage } from './languages.js';
import { check } from './lspcheck.js';
import { makeWorkspace } from './workspace.js';

for (const language of languages) {
  const { server, name = server, own, neighbour, user, around = {}, lines } = language;

  test(`${name}: what the file had, and what its neighbour brings`, async (context) => {
    needLanguage(context, language);
    const files = { [own.path]: own.wrong, [neighbour.path]: neighbour.right, [user.path]: user.text };
    const workspace = makeWorkspace({ ...around, ...files }, language.options);
    language.prepare?.(workspace);
    workspace.write(own.path, `${own.wrong}${more(own.path)}`);
    workspace.write(neighbour.path, neighbour.wrong);
    workspace.write(user.path, `${user.text}${more(user.path)}`);
    const args = ['changed', '--only', 'new', '--server', server, '--deadline', '200s'];
    const { report, stderr } = await check(workspace, args);
    const found = (path: string) =>
      report.files
        .find((one) => one.path === path)
        ?.diagnostics?.flatMap(({ severity, range, status }) =>
          severity === 'error' ? [`${range.start.line} ${status}`] : [],
        );
    const once = (path: string) => [...new Set(found(path))];
    expect(once(own.path), stderr).toEqual([`${lines.own} existing`]);
    expect(once(user.path), stderr).toEqual([`${lines.user} active`]);
    expect(report.exitCode).toBe(1);
  });
}
