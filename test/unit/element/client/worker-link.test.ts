/** What a worker that was ended keeps in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmenterError } from '../../../../src/core/errors.js';
import type { WorkerLike } from '../../../../src/element/client/sure-worker.js';
import { WorkerLink } from '../../../../src/element/client/worker-link.js';
import { isCollected } from '../../../support/collected.js';

/** A worker that never answers. */
class Silent extends EventTarget implements WorkerLike {
  postMessage(): void {}
  terminate(): void {}
}

/** An object that a call holds which its worker never answered, and whose link was closed. */
const heldByCall = async (): Promise<WeakRef<object>> => {
  const held = { samples: new Uint8Array(1000) };
  const link = new WorkerLink<{ open(): Promise<void> }>(
    new Silent(),
    'worker.js',
    1000,
    () => {},
    async () => {},
  );
  const call = link.call('open', (session) => session.open().then(() => assert.ok(held)));
  link.close(new SegmenterError('detached'));
  await assert.rejects(call, { code: 'detached' });
  return new WeakRef(held);
};

test('a worker that ends without an answer leaves nothing of its calls in memory', async () => {
  assert.ok(await isCollected(await heldByCall()));
});
