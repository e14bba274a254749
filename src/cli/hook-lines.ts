// What to write into the configuration of the tool that owns a repository's hooks: text to be copied, nothing is changed.

import type { HookManager } from '../git/hooks.js';
import { assertNever } from '../model/base.js';

/** One block per file to edit. `flags`: further flags of lspcheck. */
export function managerLines(manager: HookManager['name'], flags: readonly string[]): string {
  const staged = ['changed', '--staged', ...flags].map(word).join(' ');
  const pushed = ['changed', '--pre-push', ...flags].map(word).join(' ');
  switch (manager) {
    case 'husky':
      return [
        'a line of .husky/pre-commit and .husky/pre-merge-commit:',
        `\n  lspcheck ${staged}\n`,
        'and of .husky/pre-push:',
        `\n  lspcheck ${pushed}\n`,
      ].join('\n');
    case 'lefthook':
      return [
        'in lefthook.yml:\n',
        ...['pre-commit', 'pre-merge-commit'].flatMap((hook) => [
          `  ${hook}:`,
          '    jobs:',
          '      - name: lspcheck',
          `        run: npx --no-install lspcheck ${staged}`,
        ]),
        '  pre-push:',
        '    jobs:',
        '      - name: lspcheck',
        `        run: npx --no-install lspcheck ${pushed}`,
        '        use_stdin: true # the refs that are pushed\n',
      ].join('\n');
    case 'pre-commit':
      return [
        'below `repos:` in .pre-commit-config.yaml:\n',
        '  - repo: local',
        '    hooks:',
        '      - id: lspcheck',
        '        name: lspcheck',
        '        language: script',
        '        entry: node_modules/lspcheck/hooks/pre-commit',
        ...(flags.length === 0
          ? []
          : [`        args: [${flags.map((flag) => JSON.stringify(flag)).join(', ')}]`]),
        '        pass_filenames: false',
        '        always_run: true',
        '        require_serial: true\n',
      ].join('\n');
    default:
      return assertNever(manager);
  }
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
