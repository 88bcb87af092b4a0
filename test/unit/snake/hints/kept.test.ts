/** What a memory keeps, and by which name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/algorithm/algorithm.js';
import { keyOf, Memory } from '../../../../src/snake/hints/memory.js';

test('of the outcomes of an image the last 64 are kept, one that comes again as the newest', () => {
  const memory = new Memory();
  const outcome = { contours: [] };
  for (let k = 0; k < 64; k++) memory.set(String(k), outcome);
  assert.equal(memory.get('0'), outcome);
  memory.set('0', outcome);
  memory.set('64', outcome);
  assert.deepEqual(
    ['0', '1', '2', '64'].map((key) => memory.get(key)),
    [outcome, undefined, outcome, outcome],
  );
});

test('an outcome is another one where anything that it depends on is another', () => {
  const init = { x: 1, y: 2, width: 3, height: 4 };
  const task: Task = { start: { kind: 'box', rect: init }, init, parameters: {} };
  const context = { pixelBudget: 1024 };
  const mark = { stroke: [[5, 6]], inside: true } as const;
  const keys = [
    keyOf(task, context, []),
    keyOf({ ...task, init: { ...init, x: 0 } }, context, []),
    keyOf({ ...task, pinned: [[1, 2]] }, context, []),
    keyOf({ ...task, domain: init }, context, []),
    keyOf({ ...task, level: 1 }, context, []),
    keyOf({ ...task, slice: 1 }, context, []),
    keyOf({ ...task, parameters: { model: 'poisson' } }, context, []),
    keyOf(task, { pixelBudget: 4096 }, []),
    keyOf(task, { ...context, view: 'stained' }, []),
    keyOf(task, context, [[mark]]),
    keyOf(task, context, [[{ ...mark, inside: false }]]),
    keyOf(task, context, [[mark], [mark]]),
  ];
  assert.equal(new Set(keys).size, keys.length);
});
