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
