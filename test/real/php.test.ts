// intelephense, settled by publishes with an idle process tree: the first lists, before it has indexed, are empty.

import { expect, test } from 'vitest';
import { canObserveIdle, check, outline } from './lspcheck.js';
import { expectAtOnceLikeOneByOne, type FileKind, type Language, thirty, twoDigits } from './thirty.js';
import { makeWorkspace } from './workspace.js';

const packages = ['intelephense'] as const;
const cell = `[php: ${canObserveIdle ? 'push-idle' : 'push-quiet'}]`;

const phpFiles: Language = {
  path: (index) => `src/F${twoDigits(index)}.php`,
  text: (index, kind) => {
    const before = `(new F${twoDigits(index - 1)}())`;
    const values: Readonly<Record<FileKind, string>> = {
      right: index === 0 ? '0' : `${before}->value()`,
      wrong: 'nowhere()',
      'wrong-by-neighbour': `${before}->missing()`,
    };
    return `<?php\nnamespace Shop;\nclass F${twoDigits(index)}\n{\n    public function value(): int\n    {\n        return ${values[kind]};\n    }\n}\n`;
  },
  verdict: (index, kind) => {
    const start = '        return '.length + 1;
    const findings: Readonly<Record<FileKind, string>> = {
      right: '',
      wrong: ` 7:${start} error php P1010`,
      'wrong-by-neighbour': ` 7:${start + `(new F${twoDigits(index - 1)}())->`.length} error php P1013`,
    };
    return `${kind === 'right' ? 'clean' : 'findings'} ${cell}${findings[kind]}`;
  },
};

const clean =
  '<?php\nnamespace Shop;\nclass Price\n{\n    public function net(): int\n    {\n        return 1;\n    }\n}\n';

test('php: exact places, a clean file with evidence, an error that only another file shows', async () => {
  const workspace = makeWorkspace(
    {
      'src/Price.php': clean,
      'src/cross.php': '<?php\nnamespace Shop;\necho (new Price())->gross();\n',
      'src/syntax.php': '<?php\nfunction broken( { return 1; }\n',
      'src/wrong.php': '<?php\n// The emoji counts as two columns: 🎯\necho "🎯" . nowhere();\n',
    },
    { packages },
  );
  const { report, exitCode } = await check(workspace, ['files', 'src/*.php']);
  expect(outline(report)).toEqual([
    `src/Price.php clean ${cell}`,
    `src/cross.php findings ${cell} 3:21 error php P1013`,
    `src/syntax.php findings ${cell} 2:18 error php P1001`,
    `src/wrong.php findings ${cell} 3:13 error php P1010`,
  ]);
  expect(exitCode).toBe(1);
});

test('php: 30 files at once give what each gives alone', async () => {
  const project = thirty(phpFiles);
  await expectAtOnceLikeOneByOne(makeWorkspace(project.files, { packages }), project);
});

test('php: staged text reaches the files that use it', async () => {
  const user = '<?php\nnamespace Shop;\necho (new Price())->net();\n';
  const workspace = makeWorkspace({ 'src/Price.php': clean, 'src/user.php': user }, { packages });
  workspace.write('src/Price.php', clean.replace('net', 'gross'));
  workspace.write('src/user.php', `${user}// changed\n`);
  workspace.git(['add', '-A']);
  workspace.write('src/Price.php', clean);
  const { report, exitCode } = await check(workspace, ['changed', '--staged']);
  expect(outline(report)).toEqual([
    `src/Price.php clean ${cell}`,
    `src/user.php findings ${cell} 3:21 error php P1013`,
  ]);
  expect(exitCode).toBe(1);
});

test('php: not installed, the file is skipped with the command that installs it', async () => {
  const workspace = makeWorkspace({ 'src/Price.php': clean });
  const { report, exitCode } = await check(workspace, ['files', 'src/Price.php']);
  expect(outline(report)).toEqual(['src/Price.php skipped no-server']);
  expect(report.files[0]?.hint).toBe('npm i -D intelephense');
  expect(exitCode).toBe(3);
});
