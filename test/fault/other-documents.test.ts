/** The component where there is no browser: in the documents of test runners, and on a server. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** Output of a process of its own; the test fails where it crashes or leaves a rejection unhandled. */
const played = (host: string): unknown => {
  const args = ['--import', './scripts/modules/loader.mjs', '--import', 'tsx', 'test/support/documents.ts', host];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
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
