// What a search for dependents is given, and what it gives back. Types only.

import type { Collected } from '../collect/collector.js';
import type { AffectedSearch } from '../model/affected.js';
import type { RepoPath } from '../model/base.js';
import type { BaseTexts } from '../model/base-texts.js';
import type { Severity } from '../model/diagnostic.js';
import type { PlannedDocument, PlannedFile, TextStore } from '../model/plan.js';
import type { PlanDependents } from '../plan/dependents.js';

/** Of a run with --affected. */
export interface AffectedRequest {
  readonly base: BaseTexts;
  readonly store: TextStore;
  /** Every tracked file of the judged tree, links and submodules left out; read at the first need. */
  readonly tracked: () => Promise<ReadonlySet<RepoPath>>;
  readonly plan: PlanDependents;
  /** Files of the plan: they are judged anyway. */
  readonly inScope: ReadonlySet<RepoPath>;
  /** Roots of all sessions of a server. */
  readonly rootsOf: (server: string) => ReadonlySet<RepoPath>;
  readonly minSeverity: Severity;
}

/** A dependent as it goes into the plan and the results. */
export interface AffectedFile {
  readonly file: PlannedFile;
  /** Missing where no server is asked about it. */
  readonly document?: PlannedDocument;
  /** Only something that the change has brought makes it a dependent: the file was merely looked at. */
  readonly suspect: boolean;
}

export interface AffectedRun {
  readonly files: readonly AffectedFile[];
  readonly collected: ReadonlyMap<RepoPath, Collected>;
  readonly search: Omit<AffectedSearch, 'judged'>;
}

/** More files than these are not judged, for each server and root. */
export const mostDependents = 200;
