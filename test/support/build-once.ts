// Before the tests that run the built program: builds it, once per run of vitest. What did not change is not written.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export default function buildOnce(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
