// Which documents are open together. A window is opened, settled and closed, so that a server holds no more than the entry allows;
// what is not on the disk is the exception: another file's verdict may depend on it, so it is opened first and stays open.

import type { PlannedDocument, PlannedSession } from '../model/plan.js';
import type { Windowing } from './restart-policy.js';

export interface DocumentWindow {
  readonly documents: readonly PlannedDocument[];
  /** Not closed while there is a window after this one. */
  readonly staysOpen: boolean;
}

/**
 * @param only what is still to be judged.
 * @param comparesWithBase the base pass shows every changed file its base text: then all are open as well.
 */
export function windowsOf(
  plan: PlannedSession,
  only: readonly PlannedDocument[],
  windowing: Windowing,
  comparesWithBase: boolean,
): readonly DocumentWindow[] {
  if (comparesWithBase) return [{ documents: only, staysOpen: true }];
  const overlaid = only.filter((document) => !document.matchesDisk);
  const onDisk = only.filter((document) => document.matchesDisk);
  const size = windowing === 'one-by-one' ? 1 : plan.definition.maxOpenDocuments;
  const apart = windowing === 'suspect-last' ? onDisk.slice(-1) : [];
  const usual = onDisk.slice(0, onDisk.length - apart.length);
  const windows: DocumentWindow[] = overlaid.length > 0 ? [{ documents: overlaid, staysOpen: true }] : [];
  for (let from = 0; from < usual.length; from += size)
    windows.push({ documents: usual.slice(from, from + size), staysOpen: false });
  if (apart.length > 0) windows.push({ documents: apart, staysOpen: false });
  return windows;
}

/** Whether any judged text of the session is not on the disk. */
export function hasOverlays(plan: PlannedSession): boolean {
  return plan.supporting.length > 0 || plan.documents.some((document) => !document.matchesDisk);
}
