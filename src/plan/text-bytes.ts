// Bytes → text, or why they are none. Pure. What is not certainly UTF-8 text is never guessed at: a server would get other
// text than the file holds, and every position after the first wrong byte would be off.

import type { SkipReason, UnknownCause } from '../model/fault.js';

export type Content =
  /** A leading byte order mark removed. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

/** Git's own rule: a NUL among the first bytes (xdiff-interface.c, FIRST_FEW_BYTES). */
export const binaryProbeBytes = 8000;
/** A pointer file is smaller than this (git-lfs, docs/spec.md). */
const lfsPointerBytes = 1024;
const lfsFirstLine = 'version https://git-lfs.github.com/spec/v1\n';

export function classifyBytes(bytes: Uint8Array): Content {
  if (isUtf16(bytes)) return notUtf8('UTF-16');
  if (isBinary(bytes)) return { kind: 'skipped', reason: 'binary' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return notUtf8();
  }
  if (bytes.length < lfsPointerBytes && text.startsWith(lfsFirstLine))
    return { kind: 'skipped', reason: 'lfs-pointer' };
  return { kind: 'text', text };
}

/** Of the whole file, or of its first `binaryProbeBytes`. UTF-16 text, full of NULs, is not called binary. */
export function isBinary(bytes: Uint8Array): boolean {
  return !isUtf16(bytes) && bytes.subarray(0, binaryProbeBytes).includes(0);
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function notUtf8(encoding?: string): Content {
  const found = encoding === undefined ? '' : ` but ${encoding}`;
  return {
    kind: 'unknown',
    cause: {
      reason: 'read-failed',
      detail: `the file is not UTF-8${found}`,
      hint: 'save it as UTF-8, or ignore it in .lspcheckignore',
    },
  };
}
