// --affected with real servers: what a change breaks elsewhere is found, and nothing else is blamed on it.

import { describe, expect, test } from 'vitest';
import { projects } from './affected-projects.js';
import { check, type Report } from './lspcheck.js';
import { needTools } from './need.js';

describe.each(projects)('$server', (project) => {
  test('an exported declaration changes: all that break are found, no other file is blamed', async (context) => {
    needTools(context, project.tools, project.install);
    const workspace = project.make(project.files);
    workspace.write(...project.changed);
    const { report, exitCode } = await check(workspace, ['changed', '--affected']);
    expect(broken(report)).toEqual(project.broken);
    const [path] = project.changed;
    expect(report.files.map((file) => file.path)).toEqual(
      [path, ...project.broken, ...project.unharmed].sort(),
    );
    expect(searches(report)).toEqual([
      `${project.server} ${project.method} ${project.state} ${project.broken.length + project.unharmed.length}`,
    ]);
    expect(exitCode).toBe(1);
  });
});

/** Unchanged files with a finding that counts. */
function broken({ files }: Report): readonly string[] {
  return files
    .filter(
      ({ affected, diagnostics = [] }) => affected && diagnostics.some(({ status }) => status === 'active'),
    )
    .map(({ path }) => path);
}

function searches({ affected = [] }: Report): readonly string[] {
  return affected.map(({ server, method, state, judged }) => `${server} ${method} ${state} ${judged}`);
}
