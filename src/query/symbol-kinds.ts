// Symbol kinds by name (LSP 3.17, SymbolKind: 1 … 26).

const names = [
  'file',
  'module',
  'namespace',
  'package',
  'class',
  'method',
  'property',
  'field',
  'constructor',
  'enum',
  'interface',
  'function',
  'variable',
  'constant',
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'key',
  'null',
  'enum-member',
  'struct',
  'event',
  'operator',
  'type-parameter',
] as const;

/** `unknown` for a number that the specification does not have. */
export function kindName(kind: number): string {
  return names[kind - 1] ?? 'unknown';
}

/** A kind by its name (any case; `EnumMember`, `enum_member`, `enum-member`) or number; undefined for what is none. */
export function kindOf(given: string | number): number | undefined {
  if (typeof given === 'number') return names[given - 1] === undefined ? undefined : given;
  if (/^\d+$/.test(given)) return kindOf(Number(given));
  const plain = given.toLowerCase().replace(/[^a-z]/g, '');
  const index = names.findIndex((name) => name.replace('-', '') === plain);
  return index < 0 ? undefined : index + 1;
}

export const kindNames: readonly string[] = names;
