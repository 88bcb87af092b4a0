import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../../support/until.js';

const run = promisify(execFile);
const lock = pathToFileURL('scripts/lock.mjs').href;

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

test('a process that is killed while it waits, or while it has the lock, leaves nothing that the next one does not take away', async (t) => {
  const folder = folderFor(t);
  const deep = join(folder, 'deep');
  mkdirSync(deep);
  // The lock is this process's, so that the other one waits.
  writeFileSync(join(deep, 'lock'), String(process.pid));
  const waiting = spawn(process.execPath, work(folder));
  await until('the waiting process', () => existsSync(join(deep, `lock-${waiting.pid}`)));
  waiting.kill('SIGKILL');
  await once(waiting, 'exit');
  writeFileSync(join(deep, 'lock'), String(waiting.pid));
  await run(process.execPath, work(folder));
  assert.deepEqual(readdirSync(deep), []);
  assert.equal(readFileSync(join(folder, 'log'), 'utf8'), 'begins ends ');
});
