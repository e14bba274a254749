// One `git status`: what the command line needs to answer at once when nothing changed, and what every changed scope starts from.
// Takes no lock and writes nothing. Must stay loadable without simple-git, zod and yaml.

import { gitEnvironment, locationVariables } from './environment.js';
import { type GitRequest, type Location, locate } from './location.js';
import { type GitPlace, runGit } from './run-git.js';
import { parseStatus, type Status } from './status-format.js';

export interface QuickStatus {
  readonly location: Location;
  readonly status: Status;
}

/** @throws UserError `scope` with git's words. */
export async function quickStatus(request: GitRequest): Promise<QuickStatus> {
  if (locationVariables.some((name) => request.env[name] !== undefined)) {
    const location = await locate(request);
    return { location, status: await readStatus(location) };
  }
  // Without inherited variables the status can be asked for from any folder of the work tree, beside the question where its top is.
  const place = { ...request, env: gitEnvironment(request.env) };
  const status = statusAt(place);
  status.catch(() => {}); // when both fail, the question about the place has the better words
  const location = await locate(request);
  return { location, status: await status };
}

/** The whole repository's status. */
export function readStatus({ root, env, signal }: Location): Promise<Status> {
  return statusAt({ cwd: root, env, ...(signal ? { signal } : {}) });
}

const statusArguments = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--no-ahead-behind',
  '--untracked-files=all',
  '--no-renames',
  // Another commit checked out counts; what is edited inside would need a status of each submodule.
  '--ignore-submodules=dirty',
];

async function statusAt(place: GitPlace): Promise<Status> {
  return parseStatus(await runGit(statusArguments, place));
}
