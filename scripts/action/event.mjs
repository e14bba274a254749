// The event of a GitHub workflow, as far as the action asks: who sent the code, and what the token may do.
// Anything that cannot be read counts as the less trusted answer.

import { readFileSync } from 'node:fs';

const env = process.env;

/** @returns {any} */
function payload() {
  try {
    return JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'));
  } catch {
    return {};
  }
}

export const eventName = env.GITHUB_EVENT_NAME ?? '';
export const event = payload();

/** Whether the code comes from another repository; an event that should say so and does not is taken for one that does. */
export function isFromFork() {
  const own = env.GITHUB_REPOSITORY;
  switch (eventName) {
    case 'pull_request':
    case 'pull_request_target':
      return event.pull_request?.head?.repo?.full_name !== own;
    case 'workflow_run':
      return event.workflow_run?.head_repository?.full_name !== own;
    default:
      return false;
  }
}

/** Forks and Dependabot get a token that can only read, whatever the workflow asks for. */
export function tokenCanWrite() {
  const privileged = eventName === 'pull_request_target' || eventName === 'workflow_run';
  return privileged || (!isFromFork() && env.GITHUB_ACTOR !== 'dependabot[bot]');
}

export function isDefaultBranch() {
  return env.GITHUB_REF === `refs/heads/${event.repository?.default_branch}`;
}
