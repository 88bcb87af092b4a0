/** The engine of a component: what it tells of a worker that was replaced. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmenterError } from '../../../../src/core/errors.js';
import { EngineSeat } from '../../../../src/element/viewer/engine-seat.js';

test('a worker that ended is told with the code of its end, and not as a fault of the engine', () => {
  const told: unknown[] = [];
  const engine = Object.assign(new EventTarget(), { prepare: () => {} });
  const element = { backend: 'cpu', algorithm: 'snake' };
  const voice = { fail: (error: unknown) => told.push(error) };
  new EngineSeat(element as never, voice as never, () => engine as never).take();
  const error = new SegmenterError('worker-crashed', { reason: 'gone' });
  engine.dispatchEvent(new CustomEvent('restart', { detail: error.toJSON() }));
  assert.deepEqual(told, [error]);
});

test('a backend that no message can hold is given to the engine as text, so that it is refused and nothing waits', () => {
  const engine = Object.assign(new EventTarget(), { prepare: () => {} });
  for (const backend of [() => 'gpu', Symbol('gpu'), { toString: 1 }]) {
    let given: unknown;
    const create = (options: unknown) => {
      given = options;
      return engine as never;
    };
    new EngineSeat({ backend, algorithm: 'snake' } as never, {} as never, create).take();
    assert.equal(typeof structuredClone(given as { backend: unknown }).backend, 'string');
  }
});
