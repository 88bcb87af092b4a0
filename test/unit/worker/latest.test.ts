import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Latest } from '../../../src/worker/latest.js';

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

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
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let sent = 0;
    const latest = new Latest<number>(async () => void sent++);
    for (let k = 0; k < 10; k++) {
      latest.offer(k);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
    assert.equal(sent, 1);
    t.mock.timers.tick(17);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    assert.equal(sent, 2);
    t.mock.timers.tick(17);
    await latest.end();
    assert.equal(sent, 2);
  });

  it('waits for the receiver, then sends the newest', async () => {
    const sent: number[] = [];
    let received = (): void => {};
    const latest = new Latest<number>((value) => {
      sent.push(value);
      return new Promise((resolve) => {
        received = resolve;
      });
    });
    for (let value = 0; value < 5; value++) latest.offer(value);
    await later(40);
    assert.deepEqual(sent, [0]);
    received();
    await later(40);
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
