import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SegmenterError } from '../../../../src/core/errors.js';
import { checkPins, MOST_PINS } from '../../../../src/worker/checks/pins.js';

const bounds = { x: 10, y: 20, width: 100, height: 50 };

describe('checkPins', () => {
  it('takes positions in the bounds, their border included', () => {
    const pinned = [
      [10, 20],
      [110, 70],
      [50.25, 40],
    ] as const;
    assert.deepEqual(checkPins(pinned, bounds), pinned);
    for (const none of [undefined, null, []]) assert.equal(checkPins(none, bounds), undefined);
  });

  it('refuses all else and says what would do', () => {
    const many = Array.from({ length: MOST_PINS + 1 }, (_, i) => [10 + i / 10, 30]);
    for (const [pinned, reason] of [
      [7, /list of \[x, y\]/],
      [[[1]], /list of \[x, y\]/],
      [[[Number.NaN, 30]], /list of \[x, y\]/],
      [['a'], /list of \[x, y\]/],
      [[[9, 30]], /outside x from 10 to 110, y from 20 to 70/],
      [[[50, 71]], /outside/],
      [
        [
          [50, 30],
          [50, 30],
        ],
        /twice/,
      ],
      [many, /257 of them.*256 at most/],
    ] as const) {
      assert.throws(
        () => checkPins(pinned, bounds),
        (error) => error instanceof SegmenterError && error.code === 'bad-pins' && reason.test(error.message),
        JSON.stringify(pinned).slice(0, 60),
      );
    }
  });
});
