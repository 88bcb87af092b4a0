/**
 * Runs browser tests in Firefox and WebKit. No part of `npm test`, since it takes about ten minutes.
 *
 *   npm run test:engines                                       the tests of `FILES`, in both
 *   npm run test:engines -- webkit test/browser/element.test.ts   some
 */
import { spawnSync } from 'node:child_process';
import { ensureEngine } from './machine/engines.mjs';

const FILES = [
  'test/browser/engine/engines.test.ts',
  'test/browser/engine/worker.test.ts',
  'test/browser/engine/image.test.ts',
  'test/browser/element.test.ts',
  'test/browser/page/files.test.ts',
  'test/browser/tools/input.test.ts',
  'test/browser/tools/brush.test.ts',
  'test/browser/runs/algorithm.test.ts',
  'test/browser/overlay/view.test.ts',
  'test/browser/viewer/opening.test.ts',
];

/** WebKit's driver moves no pointer out of the window, as these tests do. */
const WITHOUT = { firefox: [], webkit: ['test/browser/tools/input.test.ts'] };

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
        ...(files.length > 0 ? files : FILES.filter((file) => !WITHOUT[engine].includes(file))),
        ...flags,
      ],
    ],
    { stdio: 'inherit', env: { ...process.env, ENGINES: engine } },
  );
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
