// What a server was told of documents: which are open, with which text, under which version.
// Invariant: of one path no version is used twice in a session, so that a publish for an earlier opening cannot pass for one of this.

import type { RepoPath } from '../model/base.js';
import { splitLines } from '../model/lines.js';
import type { PlannedDocument } from '../model/plan.js';

export interface OpenDocument {
  readonly document: PlannedDocument;
  readonly text: string;
  readonly lines: readonly string[];
  readonly version: number;
}

export interface OpenDocuments {
  get(path: RepoPath): OpenDocument | undefined;
  paths(): readonly RepoPath[];
  /** Open now, or closed since. */
  wasOpened(path: RepoPath): boolean;
  /** didOpen; didSave after it where the server asks for saves and the disk holds the same text. Returns the version. */
  open(document: PlannedDocument, text: string): number;
  /** didChange with the whole text under the next version. Undefined when it is not open. */
  change(path: RepoPath, text: string): number | undefined;
  /** didSave where the server asks for it: the disk holds what it was last told. */
  save(path: RepoPath): void;
  close(path: RepoPath): void;
}

export interface DocumentWire {
  notify(method: string, params: unknown): void;
  wantsSave(): { readonly includeText: boolean } | undefined;
}

export function createOpenDocuments({ notify, wantsSave }: DocumentWire): OpenDocuments {
  const open = new Map<RepoPath, OpenDocument>();
  const lastVersions = new Map<RepoPath, number>();

  const nextVersion = (path: RepoPath): number => {
    const version = (lastVersions.get(path) ?? 0) + 1;
    lastVersions.set(path, version);
    return version;
  };
  const save = (path: RepoPath): void => {
    const told = open.get(path);
    const wanted = wantsSave();
    if (told === undefined || wanted === undefined) return;
    notify('textDocument/didSave', {
      textDocument: { uri: told.document.uri },
      ...(wanted.includeText && { text: told.text }),
    });
  };

  return {
    get: (path) => open.get(path),
    paths: () => [...open.keys()],
    wasOpened: (path) => lastVersions.has(path),
    open(document, text) {
      const { path, uri, languageId } = document;
      const version = nextVersion(path);
      open.set(path, { document, text, lines: splitLines(text), version });
      notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
      if (document.matchesDisk) save(path);
      return version;
    },
    change(path, text) {
      const told = open.get(path);
      if (told === undefined) return undefined;
      const version = nextVersion(path);
      open.set(path, { ...told, text, lines: splitLines(text), version });
      notify('textDocument/didChange', {
        textDocument: { uri: told.document.uri, version },
        contentChanges: [{ text }],
      });
      return version;
    },
    save,
    close(path) {
      const told = open.get(path);
      if (told === undefined) return;
      // First forgotten, then told: an empty publish that the close provokes is nobody's.
      open.delete(path);
      notify('textDocument/didClose', { textDocument: { uri: told.document.uri } });
    },
  };
}
