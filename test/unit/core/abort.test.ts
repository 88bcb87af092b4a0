import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { abortable, whenAborted } from '../../../src/core/abort.js';
import { SegmenterError } from '../../../src/core/errors.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
const never = (): Promise<never> => new Promise(() => {});

test('however many wait for a signal it has one listener, and all of them reject when it aborts', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const all = Array.from({ length: 50 }, () => abortable(never(), signal));
  assert.equal(listeners(signal), 1);
  controller.abort();
  for (const { status } of await Promise.allSettled(all)) assert.equal(status, 'rejected');
  await assert.rejects(all[49]!, { name: 'AbortError' });
});

test('a signal for which nobody waits any more has no listener, and gets one for who waits next', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  await Promise.all([abortable(Promise.resolve(1), signal), abortable(Promise.resolve(2), signal)]);
  await Promise.resolve();
  assert.equal(listeners(signal), 0);
  const later = abortable(never(), signal);
  assert.equal(listeners(signal), 1);
  controller.abort(new SegmenterError('no-image'));
  await assert.rejects(later, { code: 'no-image' });
});

test('the same call waits as often as it was given, and leaves once for each', () => {
  const controller = new AbortController();
  let calls = 0;
  const call = (): void => void calls++;
  const [first] = [whenAborted(controller.signal, call), whenAborted(controller.signal, call)];
  first();
  first();
  assert.equal(listeners(controller.signal), 1);
  controller.abort();
  assert.equal(calls, 1);
  assert.equal(listeners(controller.signal), 0);
});

test('a call that was left while others were made is not made', () => {
  const controller = new AbortController();
  const made: string[] = [];
  let leave = (): void => {};
  whenAborted(controller.signal, () => {
    made.push('first');
    leave();
  });
  leave = whenAborted(controller.signal, () => void made.push('second'));
  controller.abort();
  assert.deepEqual(made, ['first']);
});
