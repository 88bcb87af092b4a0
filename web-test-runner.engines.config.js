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
  browsers: names.map((name) => launchers[name](ensureEngine(name))),
};
