/** Work that tells how far it is, and is held meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { neverLess, shareOf, type Tell, told } from '../../../src/core/told.js';

test('parts of a work that tell at the same time all go on', async () => {
  const part = async (tell: Tell, turns: number): Promise<number> => {
    for (let turn = 0; turn < turns; turn++) await tell(turn / turns);
    return turns;
  };
  const states = told(
    (tell) => Promise.all([part(tell, 5), part(tell, 3), part(tell, 4)]),
    (done) => done,
  );
  let heard = 0;
  for (;;) {
    const next = await states.next();
    if (next.done) {
      assert.deepEqual(next.value, [5, 3, 4]);
      break;
    }
    heard++;
  }
  assert.ok(heard >= 5, `heard ${heard} times`);
});

test('a work is held while nobody asks for its next state', async () => {
  let turns = 0;
  const states = told(
    async (tell) => {
      for (; turns < 3; turns++) await tell();
    },
    () => turns,
  );
  assert.deepEqual(await states.next(), { done: false, value: 0 });
  await sleep(5);
  assert.equal(turns, 0);
  assert.deepEqual(await states.next(), { done: false, value: 1 });
});

test('a work whose states nobody wants any more does not wait for ever', async () => {
  const ended: number[] = [];
  const states = told(
    (tell) =>
      Promise.all(
        [1, 2].map(async (part) => {
          for (let turn = 0; turn < 3; turn++) await tell();
          ended.push(part);
        }),
      ),
    () => 0,
  );
  await states.next();
  await states.return([]);
  await sleep(5);
  assert.deepEqual(ended.sort(), [1, 2]);
});

test('a part of a work tells its share of the whole, and what it does not know stays unknown', async () => {
  const heard: (number | undefined)[] = [];
  const tell = shareOf(async (done) => void heard.push(done), 0.25, 0.75);
  for (const done of [0, undefined, 0.5, 1]) await tell(done);
  assert.deepEqual(heard, [0.25, undefined, 0.5, 0.75]);
});

test('where a part of a work knows less than what was told before, that is told again', async () => {
  const heard: (number | undefined)[] = [];
  const tell = neverLess(async (done) => void heard.push(done));
  for (const done of [undefined, 0.25, undefined, 0.125, 0.5]) await tell(done);
  assert.deepEqual(heard, [undefined, 0.25, 0.25, 0.25, 0.5]);
});
