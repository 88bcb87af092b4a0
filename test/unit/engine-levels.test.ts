import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levelsOf } from '../../src/image/rect.js';
import { chooseLevel, levelRect } from '../../src/worker/levels.js';

const levels = levelsOf([
  { width: 8192, height: 4096 },
  { width: 4096, height: 2048 },
  { width: 2048, height: 1024 },
]);
const all = { x: 0, y: 0, width: 8192, height: 4096 };

describe('chooseLevel', () => {
  it('takes the finest level within the budget', () => {
    assert.equal(chooseLevel(all, levels, 2 ** 25), 0);
    assert.equal(chooseLevel(all, levels, 2 ** 25 - 1), 1);
    assert.equal(chooseLevel(all, levels, 2 ** 21), 2);
    assert.equal(chooseLevel({ x: 0, y: 0, width: 100, height: 100 }, levels, 2 ** 21), 0);
  });

  it('takes the coarsest where none is small enough', () => {
    assert.equal(chooseLevel(all, levels, 1000), 2);
  });
});

describe('levelRect', () => {
  it('grows outwards to whole pixels', () => {
    assert.deepEqual(levelRect({ x: 3, y: 4, width: 2, height: 4 }, levels[1]!), { x: 1, y: 2, width: 2, height: 2 });
    assert.deepEqual(levelRect({ x: 0.5, y: 0.5, width: 1, height: 1 }, levels[0]!), {
      x: 0,
      y: 0,
      width: 2,
      height: 2,
    });
  });

  it('stays inside the level and never is empty', () => {
    assert.deepEqual(levelRect({ x: 8191.5, y: -5, width: 100, height: 10 }, levels[2]!), {
      x: 2047,
      y: 0,
      width: 1,
      height: 2,
    });
    assert.deepEqual(levelRect({ x: 8192, y: 4096, width: 0, height: 0 }, levels[0]!), {
      x: 8191,
      y: 4095,
      width: 1,
      height: 1,
    });
  });
});
