// Python sources with known mistakes, shared by the tests of pyright and its fork.

import { type FileKind, type Language, twoDigits } from './thirty.js';

/** `server` is the name in a cell and in a finding. */
export function pythonFiles(server: string): Language {
  return {
    path: (index) => `f${twoDigits(index)}.py`,
    text: (index, kind) => {
      const before = `value_${index - 1}`;
      const head = index === 0 ? '# first\n' : `from f${twoDigits(index - 1)} import ${before}\n`;
      const values: Readonly<Record<FileKind, string>> = {
        right: index === 0 ? '0' : `${before} + 1`,
        wrong: '"text"',
        'wrong-by-neighbour': `${before}.length`,
      };
      return `${head}value_${index}: int = ${values[kind]}\n`;
    },
    verdict: (index, kind) => {
      const start = `value_${index}: int = `.length + 1;
      const findings: Readonly<Record<FileKind, string>> = {
        right: '',
        wrong: ` 2:${start} error ${server} reportAssignmentType`,
        'wrong-by-neighbour': ` 2:${start + `value_${index - 1}.`.length} error ${server} reportAttributeAccessIssue`,
      };
      return `${kind === 'right' ? 'clean' : 'findings'} [${server}: pull]${findings[kind]}`;
    },
  };
}
