// initialize … initialized: what we say of ourselves, and what a server's answer tells us. Pure but for nothing: no I/O here.

import type { AbsPath, JsonObject, JsonValue } from '../model/base.js';
import type { PositionEncoding } from '../model/server-definition.js';
import { toUri } from '../platform/paths.js';
import { clientCapabilities } from './client-capabilities.js';
import { field } from './document-text.js';
import { jsonExcerpt } from './json-excerpt.js';

export interface InitializeRequest {
  readonly ownPid: number;
  readonly ownVersion: string;
  readonly root: AbsPath;
  readonly rootName: string;
  readonly initializationOptions: JsonValue | undefined;
  readonly capabilities: JsonObject;
}

export function initializeParams(request: InitializeRequest): JsonValue {
  const rootUri = toUri(request.root);
  return {
    processId: request.ownPid,
    clientInfo: { name: 'lspcheck', version: request.ownVersion },
    locale: 'en',
    rootPath: request.root,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: request.rootName }],
    capabilities: clientCapabilities(request.capabilities),
    trace: 'off',
    ...(request.initializationOptions !== undefined && {
      initializationOptions: request.initializationOptions,
    }),
  };
}

export interface ServerFacts {
  readonly encoding: PositionEncoding;
  readonly announcesPull: boolean;
  /** `includeText` of the save notification, or undefined when the server asks for none. */
  readonly save: { readonly includeText: boolean } | undefined;
  /** Identifier of static pull, to be sent with each pull. */
  readonly pullIdentifier: string | undefined;
  readonly version: string | undefined;
  /** As they came: what a request needs is looked up in `provisions.ts`. */
  readonly capabilities: unknown;
}

export type InitializeAnswer =
  | { readonly kind: 'facts'; readonly facts: ServerFacts }
  | { readonly kind: 'unusable'; readonly why: string };

/** Reads the answer of initialize. An encoding we do not know makes the server unusable: its positions would be wrong. */
export function readInitializeAnswer(result: unknown): InitializeAnswer {
  const capabilities = field(result, 'capabilities');
  if (typeof capabilities !== 'object' || capabilities === null) {
    return { kind: 'unusable', why: 'answered initialize without capabilities' };
  }
  // `offsetEncoding` in the result is clangd's older form of the same.
  const encoding = field(capabilities, 'positionEncoding') ?? field(result, 'offsetEncoding') ?? 'utf-16';
  if (encoding !== 'utf-16' && encoding !== 'utf-8' && encoding !== 'utf-32') {
    return {
      kind: 'unusable',
      why: `uses the position encoding ${jsonExcerpt(encoding, 80)}, which lspcheck does not know`,
    };
  }
  const provider = field(capabilities, 'diagnosticProvider');
  const announcesPull = provider === true || (typeof provider === 'object' && provider !== null);
  return {
    kind: 'facts',
    facts: {
      encoding,
      announcesPull,
      save: readSave(field(field(capabilities, 'textDocumentSync'), 'save')),
      pullIdentifier: textOf(field(provider, 'identifier')),
      version: textOf(field(field(result, 'serverInfo'), 'version')),
      capabilities,
    },
  };
}

function readSave(save: unknown): { readonly includeText: boolean } | undefined {
  if (save === true) return { includeText: false };
  if (typeof save !== 'object' || save === null) return undefined;
  return { includeText: field(save, 'includeText') === true };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
