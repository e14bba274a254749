// The imports of a source text by its words, for when no server can tell: JavaScript and TypeScript, Python, PHP. Pure, and a
// heuristic: a statement in a comment or a string counts, one that is put together at run time does not.

import { splitLines } from '../model/lines.js';

export interface ImportStatement {
  /** As it is written: `./a.js`, `pkg.mod`, `.mod`, `App\Models\User`. */
  readonly specifier: string;
  /** What it is called in the file, and in the module; `*` and an empty list for the whole module. */
  readonly names: readonly { readonly local: string; readonly imported: string }[];
  readonly line_1based: number;
}

export type TextLanguage = 'javascript' | 'python' | 'php';

export function textLanguageOf(path: string): TextLanguage | undefined {
  if (/\.([cm]?[jt]sx?|vue|svelte|astro)$/.test(path)) return 'javascript';
  if (/\.pyi?$/.test(path)) return 'python';
  return /\.(php|phtml)$/.test(path) ? 'php' : undefined;
}

export function importsIn(text: string, language: TextLanguage): readonly ImportStatement[] {
  const lineOf = lineCounter(text);
  const found = readers[language](text).map(({ at, ...rest }) => ({ ...rest, line_1based: lineOf(at) }));
  return found.sort((a, b) => a.line_1based - b.line_1based);
}

interface Found extends Omit<ImportStatement, 'line_1based'> {
  readonly at: number;
}

const readers: Readonly<Record<TextLanguage, (text: string) => readonly Found[]>> = {
  javascript: javascriptImports,
  python: pythonImports,
  php: phpImports,
};

function javascriptImports(text: string): readonly Found[] {
  const from = /\bfrom\s*(['"])([^'"\n]+)\1/g;
  const alone = /\bimport\s*\(?\s*(['"])([^'"\n]+)\1/g;
  const required =
    /(?:\b(?:const|let|var)\s+([^=;'"]{1,1000}?)\s*=\s*)?\brequire\s*\(\s*(['"])([^'"\n]+)\2\s*\)/g;
  return [
    ...[...text.matchAll(from)].flatMap(({ 2: specifier = '', index }) => {
      const clause = clauseBefore(text, index);
      return clause === undefined ? [] : [{ ...clause, specifier }];
    }),
    ...matches(text, alone, (m) => ({ specifier: m[2] ?? '', names: [] })),
    ...matches(text, required, (m) => ({ specifier: m[3] ?? '', names: javascriptNames(m[1] ?? '') })),
  ];
}

/** What stands between the nearest `import` or `export` and its `from`. */
function clauseBefore(text: string, until: number): Pick<Found, 'at' | 'names'> | undefined {
  const start = Math.max(0, until - longestClauseChars);
  const words = [...text.slice(start, until).matchAll(/\b(?:import|export)\s(?:\s*type\s(?!\s*,))?/g)];
  const word = words.at(-1);
  if (word === undefined) return undefined;
  const clause = text.slice(start + word.index + word[0].length, until);
  return /['"`;()]/.test(clause) ? undefined : { at: start + word.index, names: javascriptNames(clause) };
}

const longestClauseChars = 2000;

/** `a, { b as c, type d }`, `* as e`, and the `{ b: c }` of a destructuring. */
function javascriptNames(clause: string): ImportStatement['names'] {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  const named = pairs(braces, /^(?:type\s+)?([\w$]+)(?:\s*(?:\bas\b|:)\s*([\w$]+))?/);
  const rest = clause.replace(/\{[^}]*\}/, '');
  const whole = /\*\s*as\s+([\w$]+)/.exec(rest)?.[1];
  const byDefault = /^\s*([\w$]+)/.exec(rest.replace(/\*\s*as\s+[\w$]+/, ''))?.[1];
  return [
    ...(byDefault === undefined ? [] : [{ local: byDefault, imported: 'default' }]),
    ...(whole === undefined ? [] : [{ local: whole, imported: '*' }]),
    ...named,
  ];
}

function pythonImports(text: string): readonly Found[] {
  const from = /^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]{0,5000}\)|[^\n#;]+)/gm;
  const whole = /^[ \t]*import[ \t]+([^\n#;]+)/gm;
  const modules = matches(text, whole, (m) => ({ specifier: m[1] ?? '', names: [] })).flatMap(
    ({ specifier, at }) =>
      pairs(specifier, /^([\w.]+)(?:\s+as\s+(\w+))?/).map(({ local, imported }) => ({
        specifier: imported,
        names: [{ local, imported: '*' }],
        at,
      })),
  );
  return [
    ...matches(text, from, (m) => ({
      specifier: m[1] ?? '',
      names: pairs((m[2] ?? '').replace(/[()]/g, '').replace(/#.*$/gm, ''), /^(\w+|\*)(?:\s+as\s+(\w+))?/),
    })),
    ...modules,
  ];
}

function phpImports(text: string): readonly Found[] {
  const use =
    /^[ \t]*use[ \t]+(?:function[ \t]+|const[ \t]+)?(\\?\w+(?:\\\w+)*)(?:\\\{([^}]{0,5000})\}|[ \t]+as[ \t]+(\w+))?[ \t]*;/gm;
  const files = /\b(?:require|include)(?:_once)?\b[^;'"]{0,200}(['"])([^'"\n]+)\1/g;
  const used = [...text.matchAll(use)].flatMap(({ 1: name = '', 2: group, 3: alias, index }) => {
    const own = name.replace(/^\\/, '');
    if (group === undefined) return [phpUse(own, alias, index)];
    return pairs(group, /^([\w\\]+)(?:\s+as\s+(\w+))?/).map(({ local, imported }) =>
      phpUse(`${own}\\${imported}`, local === imported ? undefined : local, index),
    );
  });
  return [...used, ...matches(text, files, (m) => ({ specifier: m[2] ?? '', names: [] }))];
}

function phpUse(specifier: string, alias: string | undefined, at: number): Found {
  const imported = specifier.slice(specifier.lastIndexOf('\\') + 1);
  return { specifier, names: [{ local: alias ?? imported, imported }], at };
}

function matches(
  text: string,
  pattern: RegExp,
  read: (match: RegExpMatchArray) => Pick<ImportStatement, 'specifier' | 'names'>,
): readonly Found[] {
  return [...text.matchAll(pattern)].map((match) => ({ ...read(match), at: match.index }));
}

/** Of a list with commas, each `name` or `name as alias`. */
function pairs(list: string, pattern: RegExp): ImportStatement['names'] {
  return list.split(',').flatMap((part) => {
    const [, imported, local] = pattern.exec(part.trim()) ?? [];
    return imported === undefined ? [] : [{ local: local ?? imported, imported }];
  });
}

function lineCounter(text: string): (at: number) => number {
  const starts: number[] = [];
  let at = 0;
  for (const line of splitLines(text)) {
    starts.push(at);
    at += line.length + (text.startsWith('\r\n', at + line.length) ? 2 : 1);
  }
  return (index) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
