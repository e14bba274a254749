// One row per server: a known error at its place, and a clean file with evidence. In CI, or with LSPCHECK_SMOKE=1.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkPackages } from '../../scripts/link-packages.mjs';
import { check, outline } from './lspcheck.js';
import { needSmoke, needTools } from './need.js';
import { smokeRows } from './smoke-rows.js';
import { makeWorkspace } from './workspace.js';

test.for(smokeRows.map((row) => [row.server, row] as const))(
  '%s: a known error at its place, and a clean file with evidence',
  async ([, row], context) => {
    needSmoke(context);
    const { packages = [], tools = [], install = '', files, beside = {}, expected } = row;
    needTools(context, tools, install);
    const workspace = makeWorkspace({ ...files, ...beside }, { tools });
    linkPackages(workspace.root, packages, join(import.meta.dirname, 'smoke'));
    const paths = Object.keys(files);
    const { report, stderr } = await check(workspace, ['files', ...paths]);
    expect(outline(report), stderr).toEqual(paths.map((path, index) => `${path} ${expected[index]}`));
  },
);
