// After each test file: the temporary workspaces of its scenarios are removed. Set up once for each file (vitest.config.ts), since
// files of one tier share their modules.

import { afterAll } from 'vitest';
import { removeWorkspaces } from './scenario.js';

afterAll(removeWorkspaces);
