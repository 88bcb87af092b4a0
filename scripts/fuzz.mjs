/**
 * `npm run fuzz -- --seconds=60 --seed=1 images`: the fuzzers of `test/fuzz/`. `npm run fuzz -- --bugs` puts each bug of
 * `test/fuzz/bugs.mjs` back, in memory, and tells whether its fuzzer finds it; `--faults` does so with the faults of
 * `test/fuzz/faults.mjs` and the test of each, or with those whose names begin as said. `--devices --on=dawn` makes every call of a device
 * fail in every way (`test/fuzz/devices/`), on `played`, `dawn` or `chromium`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bugs } from '../test/fuzz/bugs.mjs';
import { faults } from '../test/fuzz/faults.mjs';
import { ensureChrome } from './machine/chrome.mjs';

const given = process.argv.slice(2);
const flags = given.filter((flag) => flag !== '--bugs');
const loaders = ['./test/fuzz/plant.mjs', './scripts/modules/loader.mjs', 'tsx'].flatMap((loader) => [
  '--import',
  loader,
]);
const run = (args, options) =>
  spawnSync(process.execPath, [...loaders, 'test/fuzz/main.ts', ...args], { encoding: 'utf8', ...options });

/** Milliseconds after which a test has failed: those that hold a time have a minute. */
const LIMIT = 300_000;

const findFaults = () => {
  const named = given.filter((flag) => flag !== '--faults');
  const wanted = faults.filter(({ name }) => named.length === 0 || named.some((each) => name.startsWith(`${each} `)));
  for (const { name, edits } of wanted)
    for (const { file, from } of edits)
      if (readFileSync(file, 'utf8').split(from).length !== 2)
        throw new Error(`${name}: ${file} does not hold once: ${from}`);
  let missed = 0;
  console.log('| fault that was put back | test that must fail | it |\n|---|---|---|');
  for (const { name, test } of wanted) {
    // What is tested as it is built must be built with the fault, and without it after that.
    const built = test.startsWith('test/package/');
    const env = { ...process.env, PLANT: name };
    if (built) spawnSync(process.execPath, ['scripts/build.mjs', 'package'], { env, stdio: 'ignore' });
    const browser = test.startsWith('test/browser/');
    const args = browser
      ? ['scripts/test-browser.mjs', test]
      : [...loaders.slice(0, 4), '--import', './scripts/seed.mjs', ...loaders.slice(4), test];
    const { status } = spawnSync(process.execPath, args, {
      env,
      stdio: 'ignore',
      timeout: LIMIT,
      killSignal: 'SIGKILL',
    });
    if (built) spawnSync(process.execPath, ['scripts/build.mjs', 'package'], { stdio: 'ignore' });
    if (status === 0) missed++;
    console.log(`| ${name} | ${test} | ${status === 0 ? 'passes' : 'fails'} |`);
  }
  return missed;
};

const findBugs = () => {
  let missed = 0;
  const limits = flags.length > 0 ? flags : ['--seconds=60', '--seed=1'];
  console.log('| bug that was put back | fuzzer | found after |\n|---|---|---|');
  for (const { name, fuzzer } of bugs) {
    const { status, stdout, stderr } = run([...limits, fuzzer], { env: { ...process.env, PLANT: name } });
    const row = stdout.split('\n').find((line) => line.startsWith(`| ${fuzzer} |`));
    const found = status === 1 && row !== undefined && !row.endsWith('| nothing |');
    if (!found) missed++;
    if (row === undefined) console.error(stderr);
    console.log(`| ${name} | ${fuzzer} | ${found ? `${row.split('|')[2].trim()} inputs` : 'not found'} |`);
  }
  return missed;
};

const failDevices = () => {
  const rest = given.filter((flag) => flag !== '--devices');
  const browser = rest.includes('--on=chromium');
  const env = { ...process.env };
  if (browser) {
    const bundled = ['scripts/bundle-bench.mjs', '--browser', 'test/fuzz/devices/worker.ts'];
    if (spawnSync(process.execPath, bundled, { stdio: 'inherit' }).status !== 0) return 1;
    env.CHROMIUM ??= ensureChrome();
  }
  const file = `test/fuzz/devices/${rest.includes('--write') ? 'section' : browser ? 'chromium' : 'main'}.ts`;
  const args = [...loaders.slice(2), file, ...rest];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
};

if (given.includes('--devices')) process.exit(failDevices());
if (given.includes('--faults')) process.exit(findFaults() > 0 ? 1 : 0);
if (given.includes('--bugs')) process.exit(findBugs() > 0 ? 1 : 0);
process.exit(run(flags, { stdio: 'inherit' }).status ?? 1);
