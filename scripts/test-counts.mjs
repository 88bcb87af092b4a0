/**
 * Reporters that leave what a runner found as `{passed, failed, skipped, reasons, failures, seconds}`: of `node --test`, and of the browser
 * runner. `reasons` are those of skipped tests, `failures` the names of failed tests with what they say, `seconds` what each file took.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** What a failed test says, on one line. */
const said = (text) =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** A reporter for `node --test`; its destination receives the counts. A suite fails with its tests and is no failure of its own. */
export default async function* nodeCounts(source) {
  const totals = {};
  const reasons = new Set();
  const failures = [];
  const seconds = {};
  for await (const { type, data } of source) {
    if (type === 'test:pass' && typeof data.skip === 'string') reasons.add(data.skip);
    if (type === 'test:fail' && data.details?.error?.failureType !== 'subtestsFailed')
      failures.push(`${relative('.', data.file ?? '')}: ${data.name}: ${said(data.details?.error?.message)}`);
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0) {
      const file = relative('.', data.file ?? '');
      seconds[file] = (seconds[file] ?? 0) + (data.details?.duration_ms ?? 0) / 1000;
    }
    const [, name, count] = (type === 'test:diagnostic' && /^(\w+) (\d+)$/.exec(data.message)) || [];
    if (name !== undefined) totals[name] = Number(count);
  }
  const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = totals;
  const counts = { passed: pass, failed: fail + cancelled, skipped: skipped + todo };
  yield JSON.stringify({ ...counts, reasons: [...reasons], failures, seconds });
}

const results = (suite, above = '') => [
  ...suite.tests.map((test) => ({ ...test, name: `${above}${test.name}` })),
  ...suite.suites.flatMap((its) => results(its, `${above}${its.name} > `)),
];

/** A reporter for Web Test Runner, which runs one file after another. A file that could not run counts as one failure. */
export const browserCounts = (file) => {
  const seconds = {};
  let since = Date.now();
  return {
    reportTestFileResults({ testFile }) {
      seconds[relative('.', testFile)] = (Date.now() - since) / 1000;
      since = Date.now();
    },
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0, reasons: [], failures: [], seconds };
      for (const session of sessions) {
        const path = relative('.', session.testFile);
        const tests = session.testResults === undefined ? [] : results(session.testResults);
        for (const test of tests) {
          counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
          if (!test.skipped && !test.passed)
            counts.failures.push(`${path}: ${test.name}: ${said(test.error?.message)}`);
        }
        const explained = tests.some((test) => !test.passed && !test.skipped);
        if (tests.length === 0 || (!session.passed && !explained)) {
          counts.failed++;
          counts.failures.push(`${path}: ${said(session.errors[0]?.message) || 'no test of the file ran'}`);
        }
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(counts));
    },
  };
};
