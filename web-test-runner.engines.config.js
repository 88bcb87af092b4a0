/** The browser tests in the engines that `ENGINES` names (`scripts/test-engines.mjs`). */
import { firefoxLauncher } from './scripts/engines/firefox.mjs';
import { webkitLauncher } from './scripts/engines/webkit.mjs';
import { ensureEngine } from './scripts/machine/engines.mjs';
import config from './web-test-runner.config.js';

const launchers = { firefox: firefoxLauncher, webkit: webkitLauncher };
const names = (process.env.ENGINES ?? '').split(',').filter((name) => name in launchers);

export default {
  ...config,
  concurrentBrowsers: 1,
  // WebKit's worker may take several times as long as Chromium's, on a machine that does much else.
  testFramework: { config: { timeout: 900_000 } },
  testsFinishTimeout: 1_800_000,
  browsers: names.map((name) => launchers[name](ensureEngine(name))),
};
