/**
 * Runs browser tests in Firefox and WebKit. No part of `npm test`, since it takes about half an hour.
 *
 *   npm run test:engines                                       the tests of `FILES`, in both
 *   npm run test:engines -- webkit test/browser/element.test.ts   some
 */
import { spawnSync } from 'node:child_process';
import { globSync } from './glob.mjs';
import { ensureEngine } from './machine/engines.mjs';

const all = globSync('test/browser', (path) => path.endsWith('.test.ts'));
const inBrowser = (names) => names.map((name) => `test/browser/${name}.test.ts`);

/** Firefox has no GPU on Linux, and its driver sets no media features and gives no keys to what a script has focused. */
const NOT_IN_FIREFOX = inBrowser([
  'engine/gpu',
  'engine/gpu-faults',
  'engine/level-set',
  'engine/linear-features',
  'overlay/look',
  'page/axe',
  'page/fields',
  'page/host',
  'page/images',
  'page/objects',
  'page/sizes',
  'tools/placing',
  'whole-way',
]);
/** Each test takes several times Chromium's time, and the driver moves no pointer out of the window, as `tools/input` does. */
const IN_WEBKIT = inBrowser([
  'engine/engines',
  'engine/worker',
  'engine/image',
  'element',
  'page/files',
  'tools/brush',
  'runs/algorithm',
  'overlay/view',
  'viewer/opening',
]);
const FILES = { firefox: all.filter((path) => !NOT_IN_FIREFOX.includes(path)), webkit: IN_WEBKIT };

const args = process.argv.slice(2);
const named = ['firefox', 'webkit'].filter((name) => args.includes(name));
const engines = named.length > 0 ? named : ['firefox', 'webkit'];
const files = args.filter((argument) => argument.endsWith('.ts'));
const flags = args.filter((argument) => argument.startsWith('--'));
let failed = false;
for (const engine of engines) {
  try {
    ensureEngine(engine);
  } catch (error) {
    console.error(error.message);
    failed = true;
    continue;
  }
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@web/test-runner/dist/bin.js',
      ...[
        '--config',
        'web-test-runner.engines.config.js',
        '--files',
        ...(files.length > 0 ? files : FILES[engine]),
        ...flags,
      ],
    ],
    { stdio: 'inherit', env: { ...process.env, ENGINES: engine } },
  );
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
