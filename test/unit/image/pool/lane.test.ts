/** What a worker of a pool keeps in memory once it has ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lane } from '../../../../src/image/pool/lane.js';
import type { PoolWorker } from '../../../../src/image/pool/pool-worker.js';
import { isCollected } from '../../../support/collected.js';

/** A worker that never answers. */
class Silent extends EventTarget implements PoolWorker {
  postMessage(): void {}
  terminate(): void {}
}

/** A tile that a call holds which its worker never answered before it ended. */
const heldByCall = async (): Promise<WeakRef<object>> => {
  const tile = new Uint8Array(1000);
  const lane = new Lane<{ decode(): Promise<void> }>(new Silent(), 1000, { ready: () => {}, died: () => {} });
  const call = lane.call((role) => role.decode().then(() => assert.ok(tile)));
  lane.end();
  await assert.rejects(call);
  return new WeakRef(tile);
};

test('a worker that ends without an answer leaves no tile in memory', async () => {
  assert.ok(await isCollected(await heldByCall()));
});
