// The workspaces that are measured: generated, so that everyone measures the same text.
// Every second file holds one mistake, and each file uses its neighbour, so that nothing can be judged alone.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkPackages } from '../scripts/link-packages.mjs';

export const languages = {
  typescript: {
    packages: ['typescript'],
    languageId: 'typescript',
    extras: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, types: [] },
      }),
    },
    path: (index) => `module${index}.ts`,
    text: typescriptText,
  },
  pyright: {
    packages: ['pyright'],
    languageId: 'python',
    extras: {},
    path: (index) => `module_${index}.py`,
    text: pythonText,
  },
};

/** A temporary repository with `count` files of a language: { root, paths, remove }. */
export function makeWorkload(name, count) {
  const language = languages[name];
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'lspcheck-bench-'))), 'work');
  const indexes = Array.from({ length: count }, (_, index) => index);
  // A single file gets its neighbour too, which is not asked about.
  const files = { ...language.extras, '.gitignore': 'node_modules\n' };
  for (const index of count === 1 ? [0, 1] : indexes) files[language.path(index)] = language.text(index);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  linkPackages(root, language.packages);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.invalid', ...args], { cwd: root });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'workload');
  const paths = (count === 1 ? [1] : indexes).map(language.path);
  return {
    root,
    paths,
    languageId: language.languageId,
    remove: () => rmSync(dirname(root), { recursive: true }),
  };
}

function typescriptText(index) {
  const before =
    index === 0
      ? ''
      : `import { summarize${index - 1}, type Row${index - 1} } from './module${index - 1}.js';\n`;
  const base =
    index === 0
      ? ''
      : `\nexport const inherited${index}: Row${index - 1}[] = [];\nexport const known${index} = summarize${index - 1}(inherited${index});\n`;
  const methods = Array.from(
    { length: 12 },
    (_, k) => `
export function pick${index}_${k}<T extends Row${index}>(rows: readonly T[], limit = ${k + 1}): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows.filter((candidate) => candidate.amount > limit).slice(0, limit)) {
    const group = groups.get(row.name) ?? [];
    groups.set(row.name, [...group, row]);
  }
  return groups;
}`,
  ).join('\n');
  const mistake =
    index % 2 === 1 ? `\nexport const mistake${index}: string = summarize${index}([]).total;\n` : '';
  return `${before}
export interface Row${index} { readonly name: string; readonly amount: number; readonly tags?: readonly string[] }
export function summarize${index}(rows: readonly Row${index}[]): { total: number; names: string[] } {
  return { total: rows.reduce((sum, row) => sum + row.amount, 0), names: rows.map((row) => row.name) };
}
${methods}
${base}${mistake}`;
}

function pythonText(index) {
  const before =
    index === 0 ? '' : `from module_${index - 1} import Row${index - 1}, summarize_${index - 1}\n`;
  const base =
    index === 0
      ? ''
      : `\n\ninherited_${index}: list[Row${index - 1}] = []\nknown_${index} = summarize_${index - 1}(inherited_${index})\n`;
  const functions = Array.from(
    { length: 12 },
    (_, k) => `

def pick_${index}_${k}(rows: list[Row${index}], limit: int = ${k + 1}) -> dict[str, list[Row${index}]]:
    groups: dict[str, list[Row${index}]] = defaultdict(list)
    for row in [candidate for candidate in rows if candidate.amount > limit][:limit]:
        groups[row.name].append(row)
    return groups
`,
  ).join('');
  const mistake = index % 2 === 1 ? `\n\nmistake_${index}: str = summarize_${index}([])\n` : '';
  return `from collections import defaultdict
from dataclasses import dataclass
${before}

@dataclass(frozen=True)
class Row${index}:
    name: str
    amount: int


def summarize_${index}(rows: list[Row${index}]) -> int:
    return sum(row.amount for row in rows)
${functions}${base}${mistake}`;
}
