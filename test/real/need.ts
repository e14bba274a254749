// Servers that npm cannot provide: where one is missing a test is skipped with a reason that is counted,
// or fails when LSPCHECK_TEST_REQUIRE=debian says that it must be there (CI).

import type { TestContext } from 'vitest';
import { findTool } from './workspace.js';

/** Ends the test here unless every program is on PATH. */
export function needTools(context: TestContext, tools: readonly string[], install: string): void {
  const missing = tools.filter((tool) => findTool(tool) === undefined);
  needed(context, missing.length > 0 ? `${missing.join(' and ')} not on PATH (${install})` : undefined);
}

/** Ends the test here when something of Debian's is lacking: what, and how to get it. */
export function needed(context: TestContext, lack: string | undefined): void {
  if (lack === undefined) return;
  if (process.env['LSPCHECK_TEST_REQUIRE'] === 'debian') throw new Error(`required here: ${lack}`);
  context.skip(lack);
}

/** Ends the test here unless the servers of smoke/package.json are asked for; then scripts/setup.mjs has installed them. */
export function needSmoke(context: TestContext): void {
  if (process.env['LSPCHECK_SMOKE'] !== '1')
    context.skip('servers that are looked at briefly: not asked for (LSPCHECK_SMOKE=1)');
}

/** The few things that are read from /proc. */
export function needLinux(context: TestContext): void {
  if (process.platform !== 'linux') context.skip('processes are read from /proc (Linux only)');
}
