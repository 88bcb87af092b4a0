/** Runs the browser tests in headless Chrome or Chromium. Arguments: files, else all of them; flags go to the runner. */
import { spawnSync } from 'node:child_process';
import { ensureChrome } from './machine/chrome.mjs';

let chrome;
try {
  chrome = ensureChrome();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const args = process.argv.slice(2);
const files = args.filter((argument) => argument.endsWith('.ts'));
const flags = args.filter((argument) => !argument.endsWith('.ts'));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@web/test-runner/dist/bin.js', ...(files.length ? ['--files', ...files] : []), ...flags],
  { stdio: 'inherit', env: { ...process.env, CHROME_PATH: chrome } },
);
process.exit(status ?? 1);
