// Exit 1, with the reason on stdout, when the event gives secrets and a writing token to a run and the code that is checked
// out is a fork's: language servers run code of the repository (plugins, configuration, build scripts).
// Usage: node trusted.mjs <commit that is checked out>

import { eventName, isFromFork } from './event.mjs';

const privileged = eventName === 'pull_request_target' || eventName === 'workflow_run';
const checkedOut = process.argv[2] ?? '';
// GITHUB_SHA is of our own repository in both events.
if (privileged && isFromFork() && checkedOut !== process.env.GITHUB_SHA) {
  console.log(
    `refused: under ${eventName} the code of a fork would run with this repository's secrets; use the pull_request event`,
  );
  process.exitCode = 1;
}
