/**
 * Runs the browser tests in headless Chrome or Chromium. Arguments: files, else all of them but those of long tests
 * (`*.long.test.ts`), which `--long` runs; other flags go to the runner.
 */
import { spawnSync } from 'node:child_process';
import { ensureChrome } from './machine/chrome.mjs';
import { LONG_FLAG } from './modules/test-files.mjs';

let chrome;
try {
  chrome = ensureChrome();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const args = process.argv.slice(2);
const files = args.filter((argument) => argument.endsWith('.ts'));
const flags = args.filter((argument) => !argument.endsWith('.ts') && argument !== LONG_FLAG);
// The runner knows no flags but its own.
const long = args.includes(LONG_FLAG) ? { LONG_TESTS: '1' } : {};
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@web/test-runner/dist/bin.js', ...(files.length ? ['--files', ...files] : []), ...flags],
  { stdio: 'inherit', env: { ...process.env, CHROME_PATH: chrome, ...long } },
);
process.exit(status ?? 1);
