// Diagnostics that are none, or almost: each is read as far as it can be, and what cannot be read is told.

import type { JsonObject, JsonValue } from '../../../../src/model/base.js';
import { on } from '../script.js';
import { doubted, findings, mistakeJson, nothing, publish, truth, unknown, type Vices } from './vice.js';

const published = (...diagnostics: readonly JsonValue[]) => ({
  handlers: [on('open', '*', publish(diagnostics))],
});
/** The mistake with other keys laid over it. */
const as = (more: JsonObject) => published({ ...mistakeJson, ...more });
const place = (line: JsonValue, character: JsonValue) => ({ line, character });

export const malformed = {
  'publishes-null': unknown({ handlers: [on('open', '*', publish(null))] }),
  'publishes-null-after-empty': unknown({ handlers: [on('open', '*', nothing, publish(null))] }),
  'publishes-a-map-after-truth': doubted({ handlers: [on('open', '*', truth, publish({ 0: mistakeJson }))] }),
  'publishes-without-uri': unknown({
    handlers: [on('open', '*', nothing, publish([mistakeJson], { uri: null }))],
  }),
  'publishes-unreadable': unknown(published(null, 5, { range: 'everywhere' })),
  'one-of-three-is-readable': doubted(published('text', mistakeJson, [])),
  'message-missing': unknown(published({ range: mistakeJson['range'] ?? null, severity: 1 })),
  'message-is-a-number': unknown(as({ message: 7 })),
  'message-in-markup': findings(as({ message: { kind: 'markdown', value: 'BAD is not allowed' } })),
  'severity-out-of-bounds': findings(as({ severity: 9 })),
  'severity-in-words': findings(as({ severity: 'error' })),
  'severity-missing': findings(as({ severity: null })),
  'range-missing': findings(as({ range: null })),
  'range-negative': findings(as({ range: { start: place(-1, -1), end: place(-1, -1) } })),
  'range-in-text': findings(as({ range: { start: place('0', '0'), end: place('0', '3') } })),
  'range-in-fractions': findings(as({ range: { start: place(0.5, 0), end: place(0.5, 1) } })),
  'range-backwards': findings(as({ range: { start: place(0, 0), end: place(-5, 0) } })),
  'range-endless': findings(as({ range: { start: place(0, 0), end: place(2 ** 31 - 1, 2 ** 31 - 1) } })),
  'code-is-a-map': findings(as({ code: { value: { deep: 1 } }, codeDescription: 7, source: {} })),
  'tags-and-related-are-garbage': findings(
    as({ tags: 'x', relatedInformation: [null, { location: { uri: 5 } }] }),
  ),
  'the-same-five-times': findings(published(mistakeJson, mistakeJson, mistakeJson, mistakeJson, mistakeJson)),
} as const satisfies Vices;
