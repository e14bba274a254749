// What is beside the judged text and made for the repository's own place: Python environments, compile commands, variables, and
// what lies outside of the repository. In a materialised tree nothing of it may lead back to the disk's text.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectFile } from '../support/expect-file.js';
import { installed, link } from '../support/installed.js';

describe('Python', () => {
  const python = { entry: { files: ['*.fx', '*.py'] } } as const;
  const site = '.venv/lib/python3.11/site-packages';

  it('an environment is linked as it is', async () => {
    const repo = installed(
      {},
      [`./${site}/p/index.fx`],
      (one) => one.write(`${site}/p/index.fx`, 'BAD\n'),
      python,
    );
    const run = await repo.checkStaged();
    expectFile(run, 'a.fx').findings([{ line: 1, column: 1, message: `./${site}/p/index.fx is bad` }]);
    expect(run.tree.get('.venv')).toMatchObject({ is: 'link', to: join(repo.root, '.venv') });
  });

  it.each([
    ['a list of folders', '__editable__.w.pth', (root: string) => `${root}/src\n`],
    ['a finder', '__editable___w_finder.py', (root: string) => `MAPPING = {'w': '${root}/src/w'}\n`],
    ['an egg link', 'w.egg-link', (root: string) => `${root}\n.\n`],
  ])('an editable install (%s) leads back to the disk: no Python cell is judged', async (_, name, text) => {
    const repo = installed({}, [], (one) => one.write(`${site}/${name}`, text(one.root)), python);
    expectFile(await repo.checkStaged(), 'a.fx').unknown(
      'disk-only',
      /^disk reads the disk, and "\.venv" takes packages from the repository's own disk \(an editable install\)$/,
    );
  });

  it('in an environment outside of the repository too; another repository in it is no matter', async () => {
    const repo = installed({}, [], () => {}, python);
    const prefix = join(repo.root, '../env');
    mkdirSync(join(prefix, 'lib/python3.12/site-packages'), { recursive: true });
    const list = join(prefix, 'lib/python3.12/site-packages/w.pth');
    writeFileSync(list, `${repo.root}2/src\n`);
    expectFile(await repo.checkStaged({ env: { VIRTUAL_ENV: prefix } }), 'a.fx').clean();
    writeFileSync(list, `${repo.root}/src\n`);
    const run = await repo.checkStaged({ env: { VIRTUAL_ENV: prefix } });
    expectFile(run, 'a.fx').unknown('disk-only', /the Python environment takes packages/);
  });

  it('servers of other languages are not concerned', async () => {
    const repo = installed({}, [], (one) => one.write(`${site}/w.pth`, one.root));
    expectFile(await repo.checkStaged(), 'a.fx').clean();
  });
});

describe('compile commands', () => {
  const databases = ['compile_commands.json', 'build/compile_commands.json'];

  it.each(databases)('%s is taken along with its paths moved', async (path) => {
    const repo = installed({ 'src/b.c': '', 'include/b.h': '' }, [], (one) => {
      const entry = {
        directory: join(one.root, 'build'),
        file: join(one.root, 'src/b.c'),
        arguments: ['cc', `-I${one.root}/include`, `-I${one.root}/build/gen`, '-c', '../src/b.c'],
      };
      one.write(path, JSON.stringify([entry]));
      one.write('build/gen/config.h', '');
    });
    const { tree, serverRoot } = await repo.checkStaged();
    expect(JSON.parse(tree.get(path)?.text ?? '')).toEqual([
      {
        directory: `${serverRoot}/build`,
        file: `${serverRoot}/src/b.c`,
        arguments: [
          'cc',
          `-I${serverRoot}/include`,
          `-I${repo.root}/build/gen`,
          '-c',
          `${serverRoot}/src/b.c`,
        ],
      },
    ]);
    expect(tree.get('build')?.is).toBe('folder');
    expect(tree.has('build/gen')).toBe(false);
  });

  it('a link to it in a build folder is followed; flags are moved, tracked ones too', async () => {
    const repo = installed({ 'compile_flags.txt': '-Iinclude\n-Ibuild\n', 'include/b.h': '' }, [], (one) => {
      one.write(
        'build/compile_commands.json',
        JSON.stringify([{ directory: one.root, file: 'x.c', arguments: ['cc'] }]),
      );
      link(one, 'compile_commands.json', 'build/compile_commands.json');
    });
    const { tree, serverRoot } = await repo.checkStaged();
    expect(tree.get('compile_flags.txt')?.text).toBe(`-I${serverRoot}/include\n-I${repo.root}/build\n`);
    expect(JSON.parse(tree.get('compile_commands.json')?.text ?? '')[0].directory).toBe(serverRoot);
  });
});

describe('what lies outside of the repository', () => {
  it('a sibling that a configuration names is found at the same distance', async () => {
    const repo = installed(
      { 'tsconfig.json': '{ "extends": "../base/sub/tsconfig.json" }\n' },
      ['../base/b.fx', '../other/o.fx'],
      (one) => {
        for (const path of ['base/b.fx', 'other/o.fx']) {
          mkdirSync(join(one.root, '..', dirname(path)));
          writeFileSync(join(one.root, '..', path), 'BAD\n');
        }
      },
    );
    expectFile(await repo.checkStaged(), 'a.fx').findings([
      { line: 1, column: 1, message: '../base/b.fx is bad' },
      { line: 2, column: 1, message: '../other/o.fx is missing' },
    ]);
  });

  it('a configuration that names the repository by its absolute path would lead back', async () => {
    const repo = installed({}, [], (one) =>
      one.stage('tsconfig.json', `{ "include": ["${one.root}/src"] }\n`),
    );
    expectFile(await repo.checkStaged(), 'a.fx').unknown(
      'disk-only',
      /"tsconfig.json" names the repository's own folder/,
    );
  });

  it('what servers would find above the temporary folder alone makes a tree wrong', async () => {
    const repo = installed({}, [], (one) => writeFileSync(join(one.temp, '../package.json'), '{}'));
    expectFile(await repo.checkStaged(), 'a.fx').unknown(
      'disk-only',
      /"package.json" in the temporary folder, or above it, would be taken for the project's; let TMPDIR name another$/,
    );
  });

  it('a temporary folder in the repository is none', async () => {
    const repo = installed({}, [], (one) => one.write('build/tmp/x', ''));
    const run = await repo.checkStaged({ env: { TMPDIR: join(repo.root, 'build/tmp') } });
    expectFile(run, 'a.fx').unknown('disk-only', /the temporary folder lies in the repository/);
  });

  it('variables that name source text name it in the tree; the home folder is the user’s', async () => {
    const repo = installed({ 'src/b.c': '' }, [], () => {});
    const { root } = repo;
    const run = await repo.checkStaged({
      env: {
        PYTHONPATH: `/usr/lib:${root}/src:${root}/build`,
        CPATH: `${root}2/include`,
        GOFLAGS: `-modfile=${root}/a.fx`,
        CARGO_TARGET_DIR: `${root}/target`,
        XDG_CACHE_HOME: `${root}/src`,
      },
    });
    expect(run.serverEnv).toMatchObject({
      PYTHONPATH: `/usr/lib:${run.serverRoot}/src:${root}/build`,
      CPATH: `${root}2/include`,
      GOFLAGS: `-modfile=${run.serverRoot}/a.fx`,
      XDG_CACHE_HOME: `${root}/src`,
    });
    expect(run.serverEnv).not.toHaveProperty('CARGO_TARGET_DIR');
  });
});
