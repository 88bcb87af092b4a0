import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { TimeSlice, yielding } from '../../../src/core/yielding.js';

test('parts are disjoint, in order, and all of it', async () => {
  const parts: (readonly [number, number])[] = [];
  for await (const part of yielding(10, undefined, 4)) parts.push(part);
  assert.deepEqual(parts, [
    [0, 4],
    [4, 8],
    [8, 10],
  ]);
});

test('a slice is spent after its time, and messages come in when it is renewed', async () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const slice = new TimeSlice();
    now = 12;
    assert.equal(slice.spent, false);
    now = 12.5;
    assert.equal(slice.spent, true);
    let heard = false;
    setImmediate(() => {
      heard = true;
    });
    await slice.renew();
    assert.deepEqual([heard, slice.spent], [true, false]);
  } finally {
    clock.mock.restore();
  }
});

test('several that wait for a slice have one in common', async () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const slice = new TimeSlice(4);
    now = 10;
    /** Of each work of 3 ms, how many messages had come in before it. */
    const found: number[] = [];
    let messages = 0;
    const count = (): void => {
      messages++;
      if (found.length < 5) setImmediate(count);
    };
    setImmediate(count);
    const work = async (): Promise<void> => {
      while (slice.spent) await slice.renew();
      found.push(messages);
      now += 3;
    };
    await Promise.all(Array.from({ length: 5 }, work));
    assert.deepEqual(
      found.map((at) => found.indexOf(at)),
      [0, 0, 2, 2, 4],
    );
  } finally {
    clock.mock.restore();
  }
});

test('an aborted signal ends the work where messages come in', async () => {
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(new TimeSlice().renew(controller.signal), { name: 'AbortError' });
  await assert.rejects(yielding(1, controller.signal).next(), { name: 'AbortError' });
});
