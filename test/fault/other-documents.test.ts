/** The component where there is no browser: in the documents of test runners, and on a server. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
// @ts-expect-error a build script, plain JavaScript
import { esbuildModules } from '../../scripts/modules/modules.mjs';

/** Bundled, the component is there at once in each process; its modules, translated one by one, take longer than the tests. */
const outdir = `.build/test/${process.pid}/documents`;
await build({
  entryPoints: ['test/support/documents.ts'],
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
  plugins: [esbuildModules()],
});
process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));

/** Output of a process of its own; the test fails where it crashes or leaves a rejection unhandled. */
const played = (host: string): unknown => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${outdir}/documents.mjs`, host], {
    encoding: 'utf8',
    // None of the folders whose coverage is told is read here.
    env: { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: undefined },
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
};

for (const host of ['happy-dom', 'jsdom'])
  test(`in ${host} the element is made, and ready says that it has no viewer`, () => {
    assert.deepEqual(played(host), { told: 'unsupported', buttons: true });
  });

test('Lit renders it on a server', () => {
  assert.deepEqual(played('ssr'), { told: true, buttons: true });
});
