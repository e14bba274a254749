// One run alone with a document, or several who only ask; nobody waits for ever.

import { describe, expect, it } from 'vitest';
import { createDocumentLocks } from '../../../src/engine/document-locks.js';
import { gitPath } from '../../../src/platform/paths.js';

const a = gitPath('a.fx');
const b = gitPath('b.fx');
const never = new AbortController().signal;
const joinsNobody = () => false;

describe('document locks', () => {
  it('all or none, in turn', async () => {
    const locks = createDocumentLocks();
    expect(await locks.alone([a], never)).toBe(true);
    const both = locks.alone([a, b], never);
    expect(await locks.alone([b], never)).toBe(true);
    locks.free('alone', [a]);
    locks.free('alone', [b]);
    expect(await both).toBe(true);
    expect(locks.isFree(b)).toBe(false);
  });

  it('those who ask share, and whoever judges waits for them', async () => {
    const locks = createDocumentLocks();
    expect(await locks.together([a], never, joinsNobody)).toBe(true);
    expect(await locks.together([a], never, joinsNobody)).toBe(true);
    const alone = locks.alone([a], never);
    locks.free('together', [a]);
    expect(locks.isFree(a)).toBe(false);
    locks.free('together', [a]);
    expect(await alone).toBe(true);
  });

  it('whoever asks about the text that is judged need not wait for its verdict', async () => {
    const locks = createDocumentLocks();
    await locks.alone([a, b], never);
    expect(await locks.together([a], never, (path) => path === a)).toBe(true);
    const call = new AbortController();
    const other = locks.together([b], call.signal, (path) => path === a);
    call.abort();
    expect(await other).toBe(false);
  });

  it('whose time is up leaves without it, and takes nothing along', async () => {
    const locks = createDocumentLocks();
    await locks.alone([a], never);
    const call = new AbortController();
    const late = locks.alone([a, b], call.signal);
    call.abort();
    expect(await late).toBe(false);
    expect(locks.isFree(b)).toBe(true);
  });
});
