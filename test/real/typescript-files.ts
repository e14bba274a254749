// TypeScript sources with known mistakes, shared by the tests of both TypeScript servers, commits and zero config.

import { type FileKind, type Language, twoDigits } from './thirty.js';

export const tsconfig: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, types: [] },
    include: ['src'],
  }),
};

/** clean.ts is right; wrong.ts is wrong at 2:14 (2322); cross.ts at 3:28 (2345), because of clean.ts. */
export const crossFile: Readonly<Record<string, string>> = {
  ...tsconfig,
  'src/clean.ts': 'export function double(value: number): number {\n  return value * 2;\n}\n',
  'src/cross.ts': "import { double } from './clean.js';\n\nexport const quad = double('2');\n",
  'src/wrong.ts': "// The emoji counts as two columns: 🎯\nexport const count: number = 'three';\n",
};

/** `evidence` is the cell as the outline prints it, `server` the name in a finding. */
export function typescriptFiles(evidence: string, server: string): Language {
  return {
    path: (index) => `src/f${twoDigits(index)}.ts`,
    text: (index, kind) => {
      const before = `value${index - 1}`;
      const head =
        index === 0 ? '// first\n' : `import { ${before} } from './f${twoDigits(index - 1)}.js';\n`;
      const values: Readonly<Record<FileKind, string>> = {
        right: index === 0 ? '0' : `${before} + 1`,
        wrong: "'text'",
        'wrong-by-neighbour': `${before}.length`,
      };
      return `${head}export const value${index}: number = ${values[kind]};\n`;
    },
    verdict: (index, kind) => {
      const columnOfLength = `export const value${index}: number = value${index - 1}.`.length + 1;
      const findings: Readonly<Record<FileKind, string>> = {
        right: '',
        wrong: ` 2:14 error ${server} 2322`,
        'wrong-by-neighbour': ` 2:${columnOfLength} error ${server} 2339`,
      };
      return `${kind === 'right' ? 'clean' : 'findings'} [${evidence}]${findings[kind]}`;
    },
  };
}
