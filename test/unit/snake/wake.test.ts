/** The work that wakes a device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmenterError } from '../../../src/core/errors.js';
import { snake } from '../../../src/snake/algorithm.js';
import { wake } from '../../../src/snake/wake.js';
import { LossyExecutor } from '../../support/devices/lossy.js';

/** A device that counts submits, and those under way. */
const counting = () => {
  const executor = new LossyExecutor('a card');
  const submit = executor.submit.bind(executor);
  const counts = { submits: 0, underWay: 0, most: 0 };
  executor.submit = async (...asked) => {
    counts.submits++;
    counts.most = Math.max(counts.most, ++counts.underWay);
    try {
      return await submit(...asked);
    } finally {
      counts.underWay--;
    }
  };
  return { executor, counts };
};

test('three submits are under way until nobody wants any, and nothing is left behind', async () => {
  const { executor, counts } = counting();
  await wake(executor, () => counts.submits < 20);
  assert.deepEqual([counts.most, counts.underWay, executor.stats().buffers], [3, 0, 0]);
  assert.ok(counts.submits >= 20 && counts.submits < 24, `${counts.submits}`);
});

test('a submit has as many rows as take a millisecond', async (t) => {
  const { executor, counts } = counting();
  const dispatches = (): number => executor.stats().dispatches;
  let slow = 1;
  // A row takes a twentieth of a millisecond, and a hundred times as long later on.
  t.mock.method(performance, 'now', () => (slow * dispatches()) / 20);
  await wake(executor, () => counts.submits < 30);
  const fast = dispatches() / counts.submits;
  assert.ok(fast > 4 && fast < 32, `${fast} rows a submit`);
  slow = 100;
  const [before, at] = [dispatches(), counts.submits];
  await wake(executor, () => counts.submits < at + 10);
  assert.ok((dispatches() - before) / (counts.submits - at) < 3);
});

test('a device that is lost meanwhile ends it, and its buffers are freed', async () => {
  const { executor, counts } = counting();
  const wanted = (): boolean => {
    if (counts.submits > 6) executor.lose();
    return true;
  };
  await assert.rejects(
    wake(executor, wanted),
    (error) => error instanceof SegmenterError && error.code === 'device-lost',
  );
  assert.equal(executor.stats().buffers, 0);
});

test('the snake has it', async () => {
  const { executor, counts } = counting();
  await snake.wake!(executor, () => counts.submits < 5);
  assert.ok(counts.submits >= 5);
});
