import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { histogramOf } from '../../../../src/element/seeing/histogram.js';
import { bandsOf, channelsAtFirst, placesOf, ticked } from '../../../../src/element/seeing/shown-channels.js';

describe('channels that are shown', () => {
  it('keep the colours that they have at first, and others take what is left', () => {
    assert.deepEqual(bandsOf([2]), [2]);
    assert.deepEqual(bandsOf([2, 3]), [0, 2, 3]);
    assert.deepEqual(bandsOf([1, 3]), [1, 0, 3]);
    assert.deepEqual(bandsOf([1, 2, 3]), [1, 2, 3]);
    assert.deepEqual(bandsOf([2, 4]), [4, 2, 0]);
    assert.deepEqual(bandsOf([4, 5, 6]), [4, 5, 6]);
    assert.deepEqual([2, 3, 7].map(channelsAtFirst), [[1], [1, 2, 3], [1, 2, 3]]);
  });

  it('are ticked one by one: the one that was ticked last is shown, and one always is', () => {
    assert.deepEqual(ticked([1, 2, 3], 4, true), [2, 3, 4]);
    assert.deepEqual(ticked([2, 3, 4], 1, true), [1, 3, 4]);
    assert.deepEqual(ticked([1], 2, true), [1, 2]);
    assert.deepEqual(ticked([1, 3], 1, false), [3]);
    assert.deepEqual(ticked([3], 3, false), [3]);
  });

  it('are counted in their colours, and the range is that of the first of them', () => {
    const data = Uint8ClampedArray.of(0, 9, 7, 255, 0, 9, 8, 255);
    const limits = [
      [0, 1],
      [20, 30],
      [40, 50],
    ] as const;
    const picture = { width: 2, height: 1, data, limits };
    const { channels, places, limits: range, first } = histogramOf(picture, picture, placesOf(bandsOf([2, 3])));
    assert.deepEqual(places, [1, 2]);
    assert.deepEqual(
      channels.map((shares) => shares.flatMap((share, bin) => (share > 0 ? [[bin, share]] : []))),
      [
        [[9, 1]],
        [
          [7, 1],
          [8, 1],
        ],
      ],
    );
    assert.deepEqual([range, first], [limits[1], limits[1]]);
  });
});
