// A workspace for one of the servers that are looked at briefly: its files, and its packages from smoke/package.json.

import { join } from 'node:path';
import { linkPackages } from '../../scripts/link-packages.mjs';
import type { SmokeRow } from './smoke-rows.js';
import { makeWorkspace, type Workspace } from './workspace.js';

export function workspaceOf({ packages = [], tools = [], files, beside = {} }: SmokeRow): Workspace {
  const workspace = makeWorkspace({ ...files, ...beside }, { tools });
  linkPackages(workspace.root, packages, join(import.meta.dirname, 'smoke'));
  return workspace;
}
