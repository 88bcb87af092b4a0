/** Node's threads whose code does not come, or that get a message that they cannot read: their owner hears why. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
// @ts-expect-error a build script, plain JavaScript
import { esbuildModules } from '../../scripts/modules/modules.mjs';
import { DECODER, EVOLVER } from '../../src/core/worker-names.js';
import { Thread } from '../../src/node/thread.js';

const folder = resolve(`.build/test/${process.pid}/threads`);
const script = (name: string): URL => pathToFileURL(join(folder, name));

before(async () => {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: ['src/node/engine-thread.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [esbuildModules()],
  });
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The first that is heard of a thread, but for `ready` where an error is waited for. A thread alone keeps no process alive. */
const heard = async (role: string, name: string, what: 'error' | 'anything'): Promise<string> => {
  const thread = new Thread(role, script(name));
  const alive = setInterval(() => {}, 1000);
  try {
    return await new Promise((tell) => {
      if (what === 'anything') thread.addEventListener('message', () => tell('ready'));
      thread.addEventListener('error', (event) => tell(String(Reflect.get(event, 'message'))));
    });
  } finally {
    clearInterval(alive);
    thread.terminate();
  }
};

test('a thread that cannot read a message is no more', async () => {
  writeFileSync(
    join(folder, 'deaf.mjs'),
    `import { parentPort } from 'node:worker_threads';
     await import('./engine-thread.mjs');
     parentPort.emit('messageerror', new TypeError('unable to deserialize'));`,
  );
  assert.equal(await heard(DECODER, 'deaf.mjs', 'error'), 'a message could not be read');
});

for (const [role, part] of [
  [DECODER, 'decoder'],
  [EVOLVER, 'evolver'],
] as const)
  test(`a thread whose ${part} is missing says so, with the name of the file`, async () => {
    assert.equal(await heard(role, 'engine-thread.mjs', 'anything'), 'ready');
    const missing = readdirSync(folder).filter((file) => file.startsWith(`${part}-`));
    assert.ok(missing.length > 0);
    for (const file of missing) rmSync(join(folder, file));
    const said = await heard(role, 'engine-thread.mjs', 'error');
    assert.ok(said.startsWith('A part of the component could not be loaded ('), said);
    assert.ok(
      missing.some((file) => said.includes(file)),
      said,
    );
  });
