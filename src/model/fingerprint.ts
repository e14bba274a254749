// What makes a diagnostic the same one after lines have moved: who said what, about which text. Line numbers, columns,
// counts in messages and indentation take no part. Pure: the hash is given, since this room imports nothing.

import type { Diagnostic, ServerDiagnostic } from './diagnostic.js';

/** What a fingerprint is made of. */
export type Fingerprinted = Pick<Diagnostic, 'server'> &
  Pick<ServerDiagnostic, 'source' | 'code' | 'message' | 'range'>;

/**
 * One fingerprint per diagnostic, in their order, unique within the file: equal ones get `-2`, `-3`, … by place.
 * @param lines the judged text, split at line breaks.
 * @param hash a stable digest of a text, printable.
 */
export function fingerprints(
  diagnostics: readonly Fingerprinted[],
  lines: readonly string[],
  hash: (text: string) => string,
): readonly string[] {
  const byPlace = diagnostics.map((diagnostic, index) => ({ diagnostic, index })).sort(comparePlaces);
  const seen = new Map<string, number>();
  const result = new Array<string>(diagnostics.length);
  for (const { diagnostic, index } of byPlace) {
    const digest = hash(identityOf(diagnostic, lines));
    const ordinal = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, ordinal);
    result[index] = ordinal === 1 ? digest : `${digest}-${ordinal}`;
  }
  return result;
}

type Indexed = { readonly diagnostic: Fingerprinted; readonly index: number };

function comparePlaces({ diagnostic: a, index: ia }: Indexed, { diagnostic: b, index: ib }: Indexed): number {
  const [from, to] = [a.range, b.range];
  return (
    from.start.line - to.start.line ||
    from.start.column - to.start.column ||
    from.end.line - to.end.line ||
    from.end.column - to.end.column ||
    ia - ib
  );
}

/** JSON keeps the parts apart: no text in one of them can imitate another. */
function identityOf(diagnostic: Fingerprinted, lines: readonly string[]): string {
  const { server, source = '', code = '', message, range } = diagnostic;
  const around = [range.start.line - 2, range.start.line - 1, range.start.line];
  return JSON.stringify([
    server,
    source,
    code,
    message.replace(/\d+/g, 'N').replace(/\s+/g, ' ').trim(),
    ...around.map((index) => lines[index]?.trim() ?? ''),
  ]);
}
