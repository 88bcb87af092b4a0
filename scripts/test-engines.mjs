/**
 * Runs browser tests in Firefox and WebKit. No part of `npm test`, since it takes more than half an hour.
 *
 *   npm run test:engines                                       the tests of `FILES`, in both
 *   npm run test:engines -- webkit test/browser/element.test.ts   some
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globSync } from './glob.mjs';
import { ensureEngine, hasVulkan } from './machine/engines.mjs';

const all = globSync('test/browser', (path) => path.endsWith('.test.ts'));

/** Tests of the GPU itself. */
const ON_GPU = [
  'gpu.test',
  'gpu.long.test',
  'gpu-faults.long.test',
  'level-set.long.test',
  'linear-features.long.test',
].map((name) => `test/browser/engine/${name}.ts`);

/** Why an engine cannot run the tests of the GPU; undefined where it can. */
const withoutGpu = {
  firefox: () => (hasVulkan() ? undefined : 'there is no driver of Vulkan, which Debian has in mesa-vulkan-drivers'),
  webkit: () => 'WebKitGTK has no navigator.gpu',
};

/**
 * Most files that one process of an engine runs. WebKitGTK keeps the memory of pages that are gone: after 31 files it had 5.7 GB, and hardly went on.
 */
const MOST_FILES = { firefox: Number.POSITIVE_INFINITY, webkit: 15 };

const args = process.argv.slice(2);
const named = ['firefox', 'webkit'].filter((name) => args.includes(name));
const engines = named.length > 0 ? named : ['firefox', 'webkit'];
const asked = args.filter((argument) => argument.endsWith('.ts'));
const flags = args.filter((argument) => argument.startsWith('--'));
const counts = { passed: 0, failed: 0, skipped: 0 };
let failed = false;

/** Runs files in one process of an engine, and adds what it counts. */
const run = (engine, files) => {
  const report = join(tmpdir(), `snake-engines-${process.pid}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@web/test-runner/dist/bin.js',
      ...['--config', 'web-test-runner.engines.config.js', '--files', ...files, ...flags],
    ],
    { stdio: 'inherit', env: { ...process.env, ENGINES: engine, TEST_COUNTS: report } },
  );
  failed ||= status !== 0;
  try {
    for (const [name, count] of Object.entries(JSON.parse(readFileSync(report, 'utf8'))))
      if (name in counts) counts[name] += count;
  } catch {
    failed = true;
  }
  rmSync(report, { force: true });
};

for (const engine of engines) {
  try {
    ensureEngine(engine);
  } catch (error) {
    console.error(error.message);
    failed = true;
    continue;
  }
  const why = withoutGpu[engine]();
  const files = asked.length > 0 ? asked : all.filter((path) => why === undefined || !ON_GPU.includes(path));
  if (files.length < all.length && asked.length === 0)
    console.log(`${engine}: ${files.length} of ${all.length} files; ${ON_GPU.length} test the GPU, and ${why}.`);
  for (let at = 0; at < files.length; at += MOST_FILES[engine]) run(engine, files.slice(at, at + MOST_FILES[engine]));
}

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (the reasons are above)`);
process.exit(failed ? 1 : 0);
