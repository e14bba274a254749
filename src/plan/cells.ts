// One server and one file: a cell that will be asked in a session, or unknown with the reason why it cannot be.
// Invariant: no way from a missing or unfit server to a skip; it ends as an unknown cell with the server's name.

import type { RepoPath } from '../model/base.js';
import type { UnknownReason } from '../model/fault.js';
import type { PlannedCell, PlannedDocument } from '../model/plan.js';
import type { ServerDefinition } from '../model/server-definition.js';
import type { FileClass } from './file-class.js';
import type { JudgedFolders } from './folders.js';
import type { Location } from './locate.js';
import { documentOf, type OverlayView } from './overlays.js';
import type { Candidate } from './select.js';
import type { TrustGate } from './trust-gate.js';

/** The session that a path belongs to. */
export interface Seat {
  readonly sessionKey: string;
  readonly definition: ServerDefinition;
  readonly root: RepoPath;
  readonly location: Extract<Location, { kind: 'found' }>;
}

/** A document and the session that it is to be opened in. */
export interface Placed extends Seat {
  readonly document: PlannedDocument;
}

/** A file that is gone, and the session that would have judged it. */
export interface Removed extends Seat {
  readonly path: RepoPath;
}

export interface PlacedCell {
  readonly cell: PlannedCell;
  readonly placed?: Placed;
}

export interface CellContext {
  readonly folders: JudgedFolders;
  readonly views: (definition: ServerDefinition) => Promise<OverlayView>;
  /** Set where not everybody's programs may run. */
  readonly gate?: TrustGate | undefined;
}

export async function cellOf(
  candidate: Candidate,
  path: RepoPath,
  text: Extract<FileClass, { kind: 'text' }>,
  { folders, views, gate }: CellContext,
): Promise<PlacedCell> {
  const { definition, root } = candidate;
  const passed = gate === undefined ? candidate : await gate(candidate);
  if ('would' in passed) return refused(definition, passed.would);
  const { location } = passed;
  if (location.kind === 'missing')
    return unknown(definition, 'not-started', `: ${location.why}`, definition.installHint);
  const { lacks } = location;
  if (lacks !== undefined)
    return unknown(definition, 'not-started', ` runs, but "${lacks.name}" is not on PATH`, lacks.hint);
  const view = await views(definition);
  const obstacle = view.obstacleFor(path);
  if (obstacle !== undefined) return unknown(definition, 'disk-only', ` ${obstacle}`);
  if (view.tree.kind !== 'materialised' && !(await folders.onDisk(root))) {
    const reason = definition.fixedRoot === undefined ? 'disk-only' : 'not-started';
    return unknown(definition, reason, `: its root "${root}" is no folder on the disk`);
  }
  const document = documentOf(view.tree, definition, path, text);
  if (document === undefined) {
    const why = ': no language id is known for this file name';
    const hint = `add the extension to servers.${definition.name}.languageId`;
    return unknown(definition, 'not-started', why, hint);
  }
  const { name: server, role } = definition;
  const sessionKey = `${server}@${root}`;
  return {
    cell: { kind: 'session', server, role, sessionKey },
    placed: { sessionKey, definition, root, location, document },
  };
}

/** Where dependents of a file that is gone are looked for; undefined where no server of this kind can be started, or could tell. */
export async function seatOf(candidate: Candidate, gate: TrustGate | undefined): Promise<Seat | undefined> {
  const { definition, root } = candidate;
  const passed = gate === undefined ? candidate : await gate(candidate);
  if ('would' in passed) return undefined;
  const { location } = passed;
  if (location.kind === 'missing' || location.lacks !== undefined) return undefined;
  if (definition.dependents.kind === 'unknown') return undefined;
  return { sessionKey: `${definition.name}@${root}`, definition, root, location };
}

export const trustHint = 'lspcheck trust add, once you have read what it would run';

function refused({ name: server, role }: ServerDefinition, detail: string): PlacedCell {
  return { cell: { kind: 'unknown', server, role, cause: { reason: 'untrusted', detail, hint: trustHint } } };
}

function unknown(
  { name: server, role }: ServerDefinition,
  reason: UnknownReason,
  rest: string,
  hint = '',
): PlacedCell {
  const cause = { reason, detail: `${server}${rest}`, ...(hint !== '' && { hint }) };
  return { cell: { kind: 'unknown', server, role, cause } };
}
