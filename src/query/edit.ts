// An edit from its plan to its answer: shown, allowed, written, told. What both edits have in common; neither writes by itself.

import { type AbsPath, assertNever, type NonEmpty, type RepoPath } from '../model/base.js';
import { absoluteOf } from '../platform/paths.js';
import { type OnStep, writeFiles } from './apply-edit.js';
import type { FileEdit, Proposal } from './edit-plan.js';
import type { Call } from './ground.js';
import { type Answer, answer, type Note, type ServerWarning } from './note.js';
import type { FileName } from './target-file.js';
import { type ShownDiff, unifiedDiff } from './unified-diff.js';

/** What is to be allowed: a sentence, and all that it changes. */
export interface EditProposal extends ShownDiff {
  readonly title: string;
  readonly files: readonly RepoPath[];
}

export type Permit = { readonly kind: 'allowed' } | { readonly kind: 'refused'; readonly why: string };

/** What the host has to say about edits. `D`: its report about files. */
export interface Editing<D = unknown> {
  /** `mcp.edits`: allow, deny, or ask somebody. */
  permit(proposal: EditProposal): Promise<Permit>;
  /** Files on disk are new: servers are told before anything else is asked. */
  written(paths: readonly RepoPath[]): Promise<void>;
  /** The files' diagnostics as they are now; the one that was asked about comes first. */
  diagnosticsOf(paths: readonly RepoPath[], call: Call): Promise<D>;
  /** One edit after the other: none is planned on a text that another is about to change. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  readonly onStep?: OnStep;
}

export interface ChangedFile extends FileName {
  readonly edits: number;
}

export interface EditAnswer<D = unknown> extends Answer, Partial<ShownDiff> {
  /** The files hold the edit now. False for a dry run. */
  readonly success: boolean;
  readonly dry_run: boolean;
  readonly file?: FileName;
  readonly server?: string;
  /** Changed, or to be changed in a dry run. */
  readonly changed_files: readonly ChangedFile[];
  readonly diagnostics?: D;
}

export interface EditFrame {
  /** What it is, as people say it: `Rename "a" to "b"`. */
  readonly title: string;
  readonly file: FileName;
  readonly server: string;
  readonly dryRun: boolean;
  /** Of servers that were asked before. */
  readonly warnings: readonly ServerWarning[];
}

/** The answer to a request for an edit: carried out where there is a plan, else why not. */
export async function conclude<D>(
  proposal: Proposal,
  frame: EditFrame,
  editing: Editing<D>,
  call: Call,
): Promise<EditAnswer<D>> {
  const { title, file, server, dryRun, warnings } = frame;
  const not = (note: Note, why: string) =>
    unchanged(answer(note, `${title}: ${why} Nothing was changed.`, warnings), {
      file,
      server,
      dry_run: dryRun,
    });
  switch (proposal.kind) {
    case 'plan':
      return carryOut(proposal.files, frame, editing, call);
    case 'nothing':
      return not('no-matches', `${server} has nothing to change.`);
    case 'refused':
      return not('refused', proposal.why);
    case 'ambiguous':
      return not('ambiguous', proposal.why);
    default:
      return assertNever(proposal);
  }
}

/** An answer without a change. */
export function unchanged(
  note: Answer,
  more: { readonly file?: FileName; readonly server?: string; readonly dry_run: boolean },
): EditAnswer<never> {
  return { ...note, ...more, success: false, changed_files: [] };
}

async function carryOut<D>(
  files: NonEmpty<FileEdit>,
  { file, server, title, dryRun, warnings }: EditFrame,
  editing: Editing<D>,
  call: Call,
): Promise<EditAnswer<D>> {
  const base = { file, server, dry_run: dryRun };
  const changed = files.map((one) => tell(call.root, one));
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  if (dryRun) {
    const note = answer('ok', `Dry run: ${title} would change ${count}; nothing was written.`, warnings);
    return { ...note, ...base, success: false, changed_files: changed, ...unifiedDiff(files) };
  }
  const refused = (why: string) =>
    unchanged(answer('refused', `${title}: ${why} Nothing was changed.`, warnings), base);
  const permit = await editing.permit({ title, files: files.map(({ path }) => path), ...unifiedDiff(files) });
  if (permit.kind === 'refused') return refused(permit.why);
  if (call.budget.signal.aborted) return refused('the call ended before anything was written.');
  const written = await writeFiles(call.root, files, editing.onStep);
  if (written.kind === 'refused')
    return refused(`${JSON.stringify(written.path)} cannot be changed: ${written.why}.`);
  const paths = [...files.map(({ path }) => path)].sort(
    (a, b) => Number(b === file.path) - Number(a === file.path),
  );
  await editing.written(paths);
  if (written.kind === 'left-behind') {
    const originals = written.originals.map(
      ({ path, keptAs }) => `${path} (its original is ${keptAs} beside it)`,
    );
    const why = `${JSON.stringify(written.path)} cannot be changed: ${written.why}; not brought back: ${originals.join(', ')}.`;
    return {
      ...answer('partial', `${title}: ${why}`, warnings),
      ...base,
      success: false,
      changed_files: changed.filter((one) => written.originals.some(({ path }) => path === one.path)),
    };
  }
  const diagnostics = await editing.diagnosticsOf(paths, call);
  const note = answer('ok', `${title}: ${count} changed.`, warnings);
  return { ...note, ...base, success: true, changed_files: changed, diagnostics };
}

function tell(root: AbsPath, { path, edits }: FileEdit): ChangedFile {
  return { path, file_path: absoluteOf(root, path), edits };
}
