// The searches for dependents of a JSON report → AffectedSearch. Strict, like `run-codec`.

import { type AffectedSearch, affectedGaps, affectedMethods } from './affected.js';
import { isNonEmpty } from './base.js';
import { decodePath } from './diagnostic-codec.js';
import { type UnknownCause, unknownReasons } from './fault.js';
import { field, list, Mismatch, oneOf, optional, type Place, text, whole } from './json-reader.js';

/** @throws Mismatch when the shape is another one. */
export function decodeSearch(search: Place): AffectedSearch {
  return {
    server: text(field(search, 'server')),
    root: decodePath(field(search, 'root')),
    method: oneOf(field(search, 'method'), affectedMethods),
    judged: whole(field(search, 'judged'), 0),
    cut: optional(search, 'cut', (cut) => list(cut, decodePath)).cut ?? [],
    outcome: decodeOutcome(search),
  };
}

function decodeOutcome(search: Place): AffectedSearch['outcome'] {
  const kind = oneOf(field(search, 'state'), ['complete', 'partial', 'failed']);
  if (kind === 'complete') return { kind };
  if (kind === 'failed') return { kind, cause: decodeCause(search) };
  const gaps = list(field(search, 'gaps'), (gap) => ({
    kind: oneOf(field(gap, 'kind'), affectedGaps),
    detail: text(field(gap, 'detail')),
  }));
  if (!isNonEmpty(gaps)) throw new Mismatch(field(search, 'gaps').at, 'a partial search without a gap');
  return { kind, gaps };
}

/** The words of a reason, as they stand in a file, a cell or a search. */
export function decodeCause(place: Place): UnknownCause {
  return {
    reason: oneOf(field(place, 'reason'), unknownReasons),
    detail: text(field(place, 'detail')),
    ...optional(place, 'hint', text),
  };
}
