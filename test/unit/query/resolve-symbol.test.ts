import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getFileOverview } from '../../../src/query/file-overview.js';
import { findReferencingSymbols } from '../../../src/query/find-references.js';
import { resolveSymbol } from '../../../src/query/resolve-symbol.js';
import { type FakeGround, type FakeServer, fakeGround, range } from '../../support/fake-server-handle.js';

const definition = 'textDocument/definition';
const documentSymbol = 'textDocument/documentSymbol';
const references = 'textDocument/references';
const workspaceSymbol = 'workspace/symbol';
const fault = { reason: 'exited', detail: 'fake exited' } as const;

const project = {
  'src/a.ts': "import { User as Person } from './models/user.js';\nexport const a = new Person();\n",
  'src/models/user.ts': 'export class User {}\nexport function other() {}\n',
  'src/b.ts': "import './models/user.js';\n// Person\n",
  'pkg/main.py': 'from pkg.models import User\nfrom . import helper\nUser()\n',
  'pkg/models.py': '\nclass User:\n    pass\n',
  'pkg/helper.py': 'def help(): pass\n',
  'php/index.php': '<?php\nuse App\\Models\\User;\nnew User();\n',
  'php/src/Models/User.php': '<?php\nnamespace App\\Models;\nclass User {}\n',
  'php/old/Models/User.php': '<?php\nnamespace Old\\Models;\nclass User {}\n',
};
const globs: FakeServer = { definition: { files: ['*.ts', '*.py', '*.php'] } };
const withServer = (server: FakeServer): FakeGround => fakeGround(project, { ...globs, ...server });
const withoutServer = () => fakeGround(project);

describe('resolve_symbol by a server', () => {
  it('the definition of the name in the file', async () => {
    const made = withServer({
      answers: { [definition]: () => [{ uri: made.uri('src/models/user.ts'), range: range(0, 13, 0, 17) }] },
    });
    expect(await resolveSymbol({ symbol: 'Person', file_path: 'src/a.ts' }, made)).toMatchObject({
      note: 'ok',
      source: 'lsp',
      server: 'fake',
      resolved: {
        path: 'src/models/user.ts',
        file_path: join(made.root, 'src/models/user.ts'),
        line_1based: 1,
      },
    });
    expect(made.asked[0]?.params).toMatchObject({ position: { line: 0, character: 17 } });
  });

  it.each([
    ['./models/user.js', 'src/a.ts', { line: 0, character: 41 }],
    ['App\\Models\\User', 'php/index.php', { line: 1, character: 15 }],
    ['pkg.models.User', 'pkg/main.py', { line: 0, character: 23 }],
  ])('%s: its last part is asked about', async (symbol, file_path, position) => {
    const made = withServer({ answers: { [definition]: null } });
    await resolveSymbol({ symbol, file_path }, made);
    expect(made.asked[0]?.params).toMatchObject({ position });
  });

  it('what the file does not hold is looked for everywhere; a container that fits comes first', async () => {
    const made = withServer({
      answers: {
        [definition]: null,
        [workspaceSymbol]: () => [
          { name: 'help', kind: 12, location: { uri: made.uri('src/b.ts'), range: range(0, 0) } },
          {
            name: 'help',
            kind: 12,
            containerName: 'pkg.helper',
            location: { uri: made.uri('pkg/helper.py'), range: range(0, 4) },
          },
          { name: 'helpless', kind: 12, location: { uri: made.uri('src/a.ts'), range: range(0, 0) } },
        ],
      },
    });
    const answer = await resolveSymbol({ symbol: 'pkg.helper.help', file_path: 'src/a.ts' }, made);
    expect(answer).toMatchObject({ note: 'ok', source: 'lsp', resolved: { path: 'pkg/helper.py' } });
    expect(answer.candidates.map(({ path }) => path)).toEqual(['pkg/helper.py', 'src/b.ts']);
  });
});

describe('resolve_symbol by text, labelled as such', () => {
  it.each([
    ['Person', 'src/a.ts', 'src/models/user.ts', undefined],
    ['./models/user.js', 'src/a.ts', 'src/models/user.ts', undefined],
    ['a', 'src/a.ts', 'src/a.ts', 2],
    ['User', 'pkg/main.py', 'pkg/models.py', 2],
    ['pkg.models.User', 'src/b.ts', undefined, undefined],
    ['pkg.models.User', 'pkg/main.py', 'pkg/models.py', 2],
    ['helper', 'pkg/main.py', 'pkg/helper.py', undefined],
    ['User', 'php/index.php', 'php/src/Models/User.php', 3],
    ['App\\Models\\User', 'php/index.php', 'php/src/Models/User.php', 3],
    ['nothing', 'src/a.ts', undefined, undefined],
  ])('%s in %s is %s', async (symbol, file_path, path, line) => {
    const answer = await resolveSymbol({ symbol, file_path }, withoutServer());
    if (path === undefined)
      expect(answer).toMatchObject({ note: 'no-server', source: 'none', candidates: [] });
    else {
      expect(answer).toMatchObject({ note: 'heuristic', source: 'heuristic', resolved: { path } });
      expect(answer.resolved?.line_1based).toBe(line);
      expect(answer.message).toContain('Found by text search. No configured server handles');
    }
  });

  it('when its server failed, with the failure', async () => {
    const answer = await resolveSymbol({ symbol: 'Person', file_path: 'src/a.ts' }, withServer({ fault }));
    expect(answer).toMatchObject({
      note: 'heuristic',
      source: 'heuristic',
      warnings: [{ reason: 'exited' }],
    });
  });

  it.each(['../secret.ts', '.git/x.ts', 'missing.ts'])('%s is refused', async (file_path) => {
    expect(await resolveSymbol({ symbol: 'x', file_path }, withoutServer())).toMatchObject({
      note: 'refused',
      candidates: [],
    });
  });

  it('never looks outside of the root, whatever an import says', async () => {
    const made = fakeGround({
      'src/a.ts': "import { secret } from '../../secret';\nimport { out } from '../out/x';",
      'out/x.ts': 'x',
    });
    writeFileSync(join(dirname(made.root), 'secret.ts'), 'export const secret = 1;');
    const linked = { ...made, files: async () => [...(await made.files()), 'link/y.ts' as never] };
    mkdirSync(join(dirname(made.root), 'elsewhere'));
    writeFileSync(join(dirname(made.root), 'elsewhere/y.ts'), 'export class Y {} // secret');
    symlinkSync('../elsewhere', join(made.root, 'link'));
    expect(await resolveSymbol({ symbol: 'secret', file_path: 'src/a.ts' }, linked)).toMatchObject({
      source: 'none',
    });
    expect(await findReferencingSymbols({ symbol: 'secret', file_path: 'src/a.ts' }, linked)).toMatchObject({
      total: 2,
      locations: [{ path: 'src/a.ts' }, { path: 'src/a.ts' }],
    });
  });
});

describe('find_referencing_symbols', () => {
  it('by text only where nobody could answer', async () => {
    const byText = await findReferencingSymbols({ symbol: 'Person', file_path: 'src/a.ts' }, withoutServer());
    expect(byText).toMatchObject({ note: 'heuristic', source: 'heuristic', total: 3, truncated: false });
    expect(byText.message).toContain('Found by text search: places of the word, not references.');
    expect(byText.locations.map(({ path, line_1based }) => [path, line_1based])).toEqual([
      ['src/a.ts', 1],
      ['src/a.ts', 2],
      ['src/b.ts', 2],
    ]);
    const failed = await findReferencingSymbols(
      { symbol: 'Person', file_path: 'src/a.ts', limit: 1 },
      withServer({ fault }),
    );
    expect(failed).toMatchObject({ note: 'heuristic', truncated: true, warnings: [{ reason: 'exited' }] });
    expect(failed.locations).toHaveLength(1);
    const answered = await findReferencingSymbols(
      { symbol: 'Person', file_path: 'src/a.ts' },
      withServer({ answers: { [references]: [] } }),
    );
    expect(answered).toMatchObject({ note: 'no-matches', source: 'none', locations: [] });
  });
});

describe('get_file_overview', () => {
  const diagnosticsOf = async (path: string) => `diagnostics of ${path}`;
  const overview = (file_path: string, made: FakeGround, max_content_chars?: number) =>
    getFileOverview(
      { file_path, ...(max_content_chars !== undefined && { max_content_chars }) },
      diagnosticsOf,
      made,
    );

  it('by a server: its symbols, and who refers to them', async () => {
    const made = withServer({
      answers: {
        [documentSymbol]: [
          { name: 'User', kind: 5, range: range(0, 0, 0, 20), selectionRange: range(0, 13, 0, 17) },
        ],
        [references]: () => [
          { uri: made.uri('src/a.ts'), range: range(1, 21) },
          { uri: made.uri('src/a.ts'), range: range(0, 9) },
          { uri: made.uri('src/models/user.ts'), range: range(0, 13) },
        ],
      },
    });
    const answer = await overview('src/models/user.ts', made);
    expect(answer).toMatchObject({
      note: 'ok',
      file: { path: 'src/models/user.ts' },
      content: { text: project['src/models/user.ts'], line_count: 3, truncated: false },
      diagnostics: 'diagnostics of src/models/user.ts',
      symbols: { source: 'lsp', note: 'ok', items: [{ name_path: 'User' }] },
      imports: { source: 'none', note: 'no-matches', items: [] },
      references: { source: 'lsp', items: [{ path: 'src/a.ts', lines_1based: [1, 2], symbols: ['User'] }] },
    });
    expect(made.asked.at(-1)?.params).toMatchObject({ context: { includeDeclaration: false } });
  });

  it('without a server: by text, each part labelled; the diagnostics are the host’s own', async () => {
    const answer = await overview('src/models/user.ts', withoutServer(), 10);
    expect(answer).toMatchObject({
      note: 'heuristic',
      content: { text: 'export cla', truncated: true },
      symbols: {
        source: 'heuristic',
        note: 'heuristic',
        items: [{ name: 'User', kind_name: 'class' }, { name: 'other' }],
      },
      references: {
        source: 'heuristic',
        items: [
          { path: 'src/a.ts', lines_1based: [1], symbols: [] },
          { path: 'src/b.ts', lines_1based: [1], symbols: [] },
        ],
      },
    });
    const imports = (await overview('pkg/main.py', withoutServer())).imports;
    expect(imports).toMatchObject({ source: 'heuristic' });
    expect(imports?.items.map(({ specifier, path }) => [specifier, path])).toEqual([
      ['pkg.models', 'pkg/models.py'],
      ['.', 'pkg/helper.py'],
    ]);
  });

  it('a server that fails for references is told, and the text searched', async () => {
    const made = withServer({
      capabilities: { documentSymbolProvider: true },
      answers: {
        [documentSymbol]: [
          { name: 'User', kind: 5, range: range(0, 0, 0, 20), selectionRange: range(0, 13, 0, 17) },
        ],
      },
    });
    const answer = await overview('src/models/user.ts', made);
    expect(answer).toMatchObject({
      note: 'heuristic',
      symbols: { source: 'lsp' },
      references: { source: 'heuristic' },
    });
    expect(answer.references?.message).toContain('fake has no referencesProvider');
  });

  it('a language that nobody reads: no imports, and that is said', async () => {
    const made = fakeGround({ 'a.txt': 'text' });
    const answer = await overview('a.txt', made);
    expect(answer.imports).toMatchObject({ note: 'unsupported', source: 'none' });
    expect(answer.references).toMatchObject({ note: 'request-failed', source: 'none' });
  });

  it.each(['../x', '.git/config', 'missing'])('%s is refused, with nothing of it', async (path) => {
    const answer = await overview(path, withoutServer());
    expect(answer).toMatchObject({ note: 'refused' });
    expect(answer.content).toBeUndefined();
  });
});
