/** Reporters that leave a runner's counts as `{passed, failed, skipped, reasons}`, reasons of what was skipped: of `node --test`, and of the browser runner. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A reporter for `node --test`; its destination receives the counts. */
export default async function* nodeCounts(source) {
  const totals = {};
  const reasons = new Set();
  for await (const { type, data } of source) {
    if (type === 'test:pass' && typeof data.skip === 'string') reasons.add(data.skip);
    const [, name, count] = (type === 'test:diagnostic' && /^(\w+) (\d+)$/.exec(data.message)) || [];
    if (name !== undefined) totals[name] = Number(count);
  }
  const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = totals;
  const counts = { passed: pass, failed: fail + cancelled, skipped: skipped + todo };
  yield JSON.stringify({ ...counts, reasons: [...reasons] });
}

const results = (suite) => [...suite.tests, ...suite.suites.flatMap(results)];

/** A reporter for Web Test Runner. A file that could not run counts as one failure. */
export const browserCounts = (file) => ({
  onTestRunFinished({ sessions }) {
    const counts = { passed: 0, failed: 0, skipped: 0, reasons: [] };
    for (const session of sessions) {
      const tests = session.testResults === undefined ? [] : results(session.testResults);
      for (const test of tests) counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
      if (!session.passed && !tests.some((test) => !test.passed && !test.skipped)) counts.failed++;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(counts));
  },
});
