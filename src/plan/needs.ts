// Does a project have the package that a candidate needs, in the range it needs? The project's own comes first and
// alone decides when it is there; only without one, the package of a program on PATH counts (a global `tsc`).

import type { LaunchCandidate, PackageNeed } from '../model/server-definition.js';
import { type FoundPackage, majorOf, packageHasFile, packageIn, packageOwning } from './packages.js';
import type { Places } from './places.js';

export interface MetNeed {
  readonly kind: 'met';
  readonly name: string;
  readonly found: FoundPackage;
  readonly from: 'project' | 'path';
}

export type Need =
  | { readonly kind: 'none' }
  | MetNeed
  /** `why` is a clause that follows the server's name and a colon. `present`: the package is there, and does not fit. */
  | { readonly kind: 'unmet'; readonly why: string; readonly present: boolean };

export async function needOf({ needs, bin, package: own }: LaunchCandidate, places: Places): Promise<Need> {
  if (needs === undefined) return { kind: 'none' };
  const { name } = needs;
  const inProject = await packageIn(places.projectFolders, name);
  if (inProject) return judge(needs, inProject, 'project');
  const program = needs.bin ?? (own === name ? bin : undefined);
  const search = program === undefined ? undefined : await places.onPath(program);
  const onPath = search?.kind === 'found' ? await packageOwning(search.program, name) : undefined;
  if (onPath) return judge(needs, onPath, 'path');
  return { kind: 'unmet', why: `it needs ${rangeOf(needs)}, and this project has none`, present: false };
}

async function judge(needs: PackageNeed, found: FoundPackage, from: 'project' | 'path'): Promise<Need> {
  const owner = from === 'project' ? 'this project' : 'PATH';
  const major = majorOf(found.version);
  const fits =
    major !== undefined && major >= (needs.min ?? 0) && major < (needs.below ?? Number.POSITIVE_INFINITY);
  if (!fits) {
    const has = found.version ?? 'one without a version';
    const why = `it needs ${rangeOf(needs)}, and ${owner} has ${has}`;
    return { kind: 'unmet', why, present: true };
  }
  if (needs.file !== undefined && !(await packageHasFile(found, needs.file))) {
    const why = `${needs.name} ${found.version} of ${owner} lacks ${needs.file}`;
    return { kind: 'unmet', why, present: true };
  }
  return { kind: 'met', name: needs.name, found, from };
}

function rangeOf({ name, min, below }: PackageNeed): string {
  const range = [
    min === undefined ? '' : `${min} or newer`,
    below === undefined ? '' : `older than ${below}`,
  ];
  const text = range.filter(Boolean).join(', ');
  return text === '' ? `the package ${name}` : `the package ${name} (${text})`;
}
