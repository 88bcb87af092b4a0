/**
 * Runs the tests, with and without a browser, tells what they cover of the folders that read files, and ends with the line
 * `N passed, N failed`. With `--long` it runs the long tests instead (`modules/test-files.mjs`), of which no coverage is told.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ensureChrome } from './machine/chrome.mjs';
import { ensureRedis } from './machine/redis.mjs';
import { ensureVulkan } from './machine/vulkan.mjs';
import { LONG_FLAG } from './modules/test-files.mjs';

const long = process.argv.includes(LONG_FLAG);
const part = long ? [LONG_FLAG] : [];

// Both runners need it; nothing is worth running without.
try {
  ensureChrome();
  ensureVulkan();
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

// The queue's tests alone need it, and say so where it is not there.
try {
  ensureRedis();
} catch (error) {
  console.error(error.message);
}

/** With `NO_SKIPS=1` a test that is skipped, for want of a GPU adapter for instance, counts as failed. */
const maySkip = process.env.NO_SKIPS !== '1';

const folder = '.build/counts';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/**
 * The command that keeps the browser on one of two cores; nothing on other machines. Its threads free memory all the time, and where they
 * run on both cores of a virtual machine, each tells the other, which takes long.
 */
const onOneCore = () => {
  const command = ['taskset', '-c', '1'];
  const [program, ...args] = [...command, 'true'];
  return availableParallelism() === 2 && spawnSync(program, args).status === 0 ? command : [];
};

/** Runs a script, behind another command where one is given; what it says comes at once, or together when it has ended. @returns its exit status */
const run = (env, script, atOnce = true, before = []) =>
  new Promise((resolve) => {
    const stdio = atOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const [program, ...args] = [...before, process.execPath, ...script];
    const child = spawn(program, args, { stdio, env: { ...process.env, ...env } });
    const said = [];
    child.stdout?.on('data', (text) => said.push(text));
    child.stderr?.on('data', (text) => said.push(text));
    child.on('close', (status) => resolve({ status: status ?? 1, said: Buffer.concat(said) }));
  });

const coverage = resolve('.build/coverage');
rmSync(coverage, { recursive: true, force: true });
// Side by side: a browser waits for frames and timers, and Node's tests for a software adapter or for other processes.
const [node, browser] = await Promise.all([
  run(long ? {} : { NODE_V8_COVERAGE: coverage }, [
    'scripts/test-node.mjs',
    ...part,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-counts.mjs',
    `--test-reporter-destination=${folder}/node.json`,
  ]),
  run({ TEST_COUNTS: `${folder}/browser.json` }, ['scripts/test-browser.mjs', ...part], false, onOneCore()),
]);
process.stdout.write(browser.said);
const statuses = [node.status, browser.status];

/** What failed, told last: the end of a long record is what people look at. */
const wrong = [];
/** What a runner left; a runner that was killed left nothing, or an empty file. */
const left = (name) => {
  try {
    return JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, reasons: [], failures: [], seconds: {} };
  }
};
const counts = ['node', 'browser'].map((name, index) => {
  const { passed, failed, skipped, reasons, failures, seconds } = left(name);
  const ended = statuses[index] === 0 || failed > 0;
  if (!ended) console.error(`The ${name} runner ended with status ${statuses[index]} before it could count.`);
  if (skipped > 0)
    console.log(`${skipped} tests skipped by the ${name} runner: ${reasons.join('; ') || 'no reason given'}`);
  const longest = Object.entries(seconds).sort(([, a], [, b]) => b - a);
  const named = longest.slice(0, 8).map(([path, its]) => `${path} ${its.toFixed(0)} s`);
  console.log(`The ${name} runner's longest files: ${named.join(', ')}`);
  wrong.push(...failures);
  return { passed, failed: (ended ? failed : failed + 1) + (maySkip ? 0 : skipped) };
});

if (!long) {
  const { status } = await run({}, ['scripts/coverage.mjs']);
  counts.push(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

for (const failure of wrong) console.log(`failed: ${failure}`);
const total = (key) => counts.reduce((sum, count) => sum + count[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1);
