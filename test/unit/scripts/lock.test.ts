import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const lock = new URL('../../../scripts/lock.mjs', import.meta.url).href;

const folderFor = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** A process that takes the lock and looks twice whether another one is at work. */
const work = (folder: string): readonly string[] => [
  '--input-type=module',
  '--eval',
  `import { appendFileSync } from 'node:fs';
   import { takeLock } from ${JSON.stringify(lock)};
   takeLock(${JSON.stringify(join(folder, 'deep', 'lock'))});
   appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'begins ');
   for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
   appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'ends ');`,
];

test('processes with one lock go one after another, and leave none', async (t) => {
  const folder = folderFor(t);
  await Promise.all([1, 2, 3].map(() => run(process.execPath, work(folder))));
  assert.equal(readFileSync(join(folder, 'log'), 'utf8'), 'begins ends '.repeat(3));
  assert.equal(existsSync(join(folder, 'deep', 'lock')), false);
});

test('the lock of a process that was killed is taken', async (t) => {
  const folder = folderFor(t);
  await run(process.execPath, work(folder));
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  writeFileSync(join(folder, 'deep', 'lock'), String(pid));
  await run(process.execPath, work(folder));
  assert.equal(readFileSync(join(folder, 'log'), 'utf8'), 'begins ends '.repeat(2));
});
