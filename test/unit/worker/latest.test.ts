import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Latest } from '../../../src/worker/latest.js';
import { turns } from '../../support/until.js';

/** A clock for the timers and `performance.now` of a test, and what moves it. */
const playedClock = (t: TestContext) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    t.mock.timers.tick(milliseconds);
    await turns();
  };
};

describe('Latest', () => {
  it('sends the first at once and the last always, and skips what was overtaken', async () => {
    const sent: number[] = [];
    const latest = new Latest<number>(async (value) => {
      sent.push(value);
    });
    for (let value = 0; value < 1000; value++) latest.offer(value);
    assert.deepEqual(sent, [0]);
    await latest.end();
    assert.deepEqual(sent, [0, 999]);
  });

  it('sends at most 60 a second', async (t) => {
    const pass = playedClock(t);
    let sent = 0;
    const latest = new Latest<number>(async () => void sent++);
    for (let k = 0; k < 10; k++) {
      latest.offer(k);
      await turns();
    }
    assert.equal(sent, 1);
    await pass(16);
    assert.equal(sent, 1);
    await pass(1);
    assert.equal(sent, 2);
    await pass(17);
    await latest.end();
    assert.equal(sent, 2);
  });

  it('waits for the receiver, then sends the newest', async (t) => {
    const pass = playedClock(t);
    const sent: number[] = [];
    let received = (): void => {};
    const latest = new Latest<number>((value) => {
      sent.push(value);
      return new Promise((resolve) => {
        received = resolve;
      });
    });
    for (let value = 0; value < 5; value++) latest.offer(value);
    await pass(40);
    assert.deepEqual(sent, [0]);
    received();
    await turns();
    assert.deepEqual(sent, [0, 4]);
    const ended = latest.end();
    received();
    await ended;
  });

  it('goes on when the receiver throws', async () => {
    const sent: number[] = [];
    const latest = new Latest<number>(async (value) => {
      sent.push(value);
      throw new Error('not today');
    });
    latest.offer(1);
    latest.offer(2);
    await latest.end();
    assert.deepEqual(sent, [1, 2]);
  });
});
