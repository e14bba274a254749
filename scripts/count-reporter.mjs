// A vitest reporter that counts, for each project: passed, failed, and skipped with the reason each test gave.
// Writes JSON to $LSPCHECK_TEST_COUNTS for scripts/test.mjs. A test that did not run and gave no reason is a failure here;
// what failed outside of any test file counts under `outside`.

import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const projects = { outside: { passed: 0, failed: unhandledErrors.length, skipped: [] } };
    for (const module of modules) {
      projects[module.project.name] ??= { passed: 0, failed: 0, skipped: [] };
      const counts = projects[module.project.name];
      counts.failed += module.errors().length;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) count(test, counts);
    }
    const file = process.env.LSPCHECK_TEST_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(projects));
  }
}

function count(test, counts) {
  const result = test.result();
  if (result.state === 'passed') counts.passed += 1;
  else if (result.state === 'skipped' && result.note) counts.skipped.push(result.note);
  else {
    counts.failed += 1;
    if (result.state !== 'failed') console.error(`did not run, and gave no reason: ${test.fullName}`);
  }
}
