import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from '../../../../src/core/pause.js';
import { Turns } from '../../../../src/snake/levels/turns.js';

/** Names in the order in which they had their turns. */
const asked = (turns: Turns, names: readonly string[]): string[] => {
  const had: string[] = [];
  for (const name of names) void turns.mine(name).then(() => had.push(name));
  return had;
};

/** As long as several works take to have their turns one by one. */
const pauses = async (): Promise<void> => {
  for (let k = 0; k < 20; k++) await pause();
};

test('work that nobody waits for has its turn when the thread has time, one by one in the order in which it came', async () => {
  const turns = new Turns();
  const had = asked(turns, ['a', 'b', 'c']);
  await pauses();
  assert.equal(had.length, 0);
  turns.proceed();
  assert.equal(had.length, 0, 'not before what waits to be heard');
  await pauses();
  assert.deepEqual(had, ['a', 'b', 'c']);
  had.push(...(await Promise.all(['d', 'e'].map((name) => turns.mine(name).then(() => name)))));
  assert.deepEqual(had, ['a', 'b', 'c', 'd', 'e'], 'what comes later has its turn, too');
});

test('work that is hurried has its turn at once, also where it asks later, and the others wait again', async () => {
  const turns = new Turns();
  const had = asked(turns, ['a', 'b', 'c']);
  turns.proceed();
  turns.hurry(['c', 'later']);
  await pauses();
  assert.deepEqual(had, ['c']);
  await turns.mine('later');
  assert.deepEqual(had, ['c']);
  turns.proceed();
  await pauses();
  assert.deepEqual(had, ['c', 'a', 'b']);
});

test('after the end nobody waits', async () => {
  const turns = new Turns();
  const had = asked(turns, ['a', 'b']);
  turns.end();
  await turns.mine('c');
  await pauses();
  assert.deepEqual(had, ['a', 'b']);
});
