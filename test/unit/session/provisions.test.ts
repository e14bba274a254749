// What a server announces decides whether it is asked at all: a capability may be `true`, an object, or nothing.

import { describe, expect, it } from 'vitest';
import { announces, capabilityFor } from '../../../src/session/provisions.js';

describe('what a server announces', () => {
  it.each([
    ['textDocument/hover', { hoverProvider: true }, true],
    ['textDocument/hover', { hoverProvider: {} }, true],
    ['textDocument/hover', { hoverProvider: false }, false],
    ['textDocument/hover', { hoverProvider: null }, false],
    ['textDocument/hover', {}, false],
    ['textDocument/hover', undefined, false],
    ['textDocument/rename', { renameProvider: true }, true],
    ['textDocument/prepareRename', { renameProvider: true }, false],
    ['textDocument/prepareRename', { renameProvider: { prepareProvider: true } }, true],
    ['textDocument/unheardOf', { hoverProvider: true }, false],
  ])('%s by %j is %s', (method, capabilities, expected) => {
    expect(announces(capabilities, method)).toBe(expected);
  });

  it('names the capability that is missing', () => {
    expect(capabilityFor('textDocument/prepareCallHierarchy')).toBe('callHierarchyProvider');
    expect(capabilityFor('textDocument/unheardOf')).toBeUndefined();
  });
});
