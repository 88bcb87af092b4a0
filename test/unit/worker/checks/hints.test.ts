import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hintsOf, pixelsOf, sided } from '../../../../src/algorithm/hints.js';
import { SegmenterError } from '../../../../src/core/errors.js';
import { checkHints, MOST_MARKED } from '../../../../src/worker/checks/hints.js';

const bounds = { x: 0, y: 0, width: 40, height: 30 };

describe('hints that are taken', () => {
  it('are positions, one position, and GeoJSON points and lines', () => {
    const lines = [
      [
        [1, 1],
        [4, 1],
      ],
    ];
    const wanted = { inside: [[[1, 2]]], outside: [] };
    for (const inside of [
      [[1, 2]],
      [1, 2],
      { type: 'Point', coordinates: [1, 2] },
      [{ type: 'Point', coordinates: [1, 2] }],
    ]) {
      assert.deepEqual(checkHints({ inside }, bounds), wanted);
    }
    const points = {
      type: 'MultiPoint',
      coordinates: [
        [3, 4],
        [5, 6],
      ],
    };
    assert.deepEqual(checkHints({ outside: points }, bounds), { inside: [], outside: [[[3, 4]], [[5, 6]]] });
    assert.deepEqual(checkHints({ outside: { type: 'LineString', coordinates: lines[0] } }, bounds)?.outside, lines);
    assert.deepEqual(checkHints({ inside: [{ type: 'MultiLineString', coordinates: lines }] }, bounds)?.inside, lines);
  });

  it('come back the same from the form in which metadata keep them', () => {
    const marks = checkHints(
      {
        inside: [
          [1, 2],
          {
            type: 'LineString',
            coordinates: [
              [3, 3],
              [9, 5],
            ],
          },
        ],
        outside: [[20, 20]],
      },
      bounds,
    );
    assert.ok(marks);
    assert.deepEqual(checkHints(JSON.parse(JSON.stringify(hintsOf(marks))), bounds), marks);
  });

  it('keep the order in which they were made', () => {
    const line = [
      [3, 3],
      [9, 5],
    ];
    const hints = {
      inside: [[1, 2], { type: 'LineString', coordinates: line }],
      outside: [[20, 20]],
      order: ['inside', 'outside', 'inside'],
    };
    const marks = checkHints(hints, bounds);
    assert.ok(marks);
    assert.deepEqual(
      sided(marks).map(({ stroke, inside }) => [inside, stroke.length]),
      [
        [true, 1],
        [false, 1],
        [true, 2],
      ],
    );
    assert.deepEqual(checkHints(JSON.parse(JSON.stringify(hintsOf(marks))), bounds), marks);
    const unordered = checkHints({ ...hints, order: undefined }, bounds);
    assert.deepEqual(
      sided(unordered!).map(({ inside }) => inside),
      [true, true, false],
    );
  });

  it('lie in the middle of a pixel of the border where they are nearer to it', () => {
    assert.deepEqual(checkHints({ inside: [[0, 29.8]] }, bounds)?.inside, [[[0.5, 29.5]]]);
    assert.deepEqual(checkHints({ inside: [[40, 30]] }, bounds)?.inside, [[[39.5, 29.5]]]);
  });

  it('are none where there is no mark', () => {
    for (const none of [undefined, null, {}, { inside: [] }, { inside: [], outside: [] }]) {
      assert.equal(checkHints(none, bounds), undefined);
    }
  });
});

describe('hints that are refused', () => {
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ['a list', [[1, 2]], /inside, outside/],
    ['an unknown side', { in: [[1, 2]] }, /in is not known/],
    ['an order that is no list', { inside: [[1, 2]], order: 'inside' }, /order must be a list/],
    ['an order with another side', { inside: [[1, 2]], order: ['within'] }, /order must be a list/],
    [
      'an order of fewer marks',
      { inside: [[1, 2]], outside: [[9, 9]], order: ['inside'] },
      /1 marks? inside and 0 outside/,
    ],
    ['an order of no marks', { order: ['outside'] }, /0 marks inside and 1 outside/],
    [
      'a mark outside the image',
      {
        inside: [
          [3, 3],
          [41, 2],
        ],
      },
      /inside 1 lies outside x from 0 to 40/,
    ],
    ['a mark that is no number', { outside: [[Number.NaN, 2]] }, /outside 0 is not two finite numbers/],
    ['an empty line', { inside: [{ type: 'LineString', coordinates: [] }] }, /has no position/],
    ['a polygon', { inside: { type: 'Polygon', coordinates: [] } }, /is a Polygon/],
    [
      'marks of both sides in one pixel',
      { inside: [[7.2, 7.9]], outside: [[7.8, 7.1]] },
      /at pixel \(7, 7\).*both|inside and outside/,
    ],
    [
      'a click on a stroke of the other side',
      {
        inside: [
          {
            type: 'LineString',
            coordinates: [
              [2, 2.5],
              [12, 2.5],
            ],
          },
        ],
        outside: [[8, 2]],
      },
      /inside and outside/,
    ],
  ];
  for (const [name, hints, reason] of cases) {
    it(`are ${name}, by a coded error that says why`, () => {
      assert.throws(
        () => checkHints(hints, bounds),
        (error) => error instanceof SegmenterError && error.code === 'bad-hints' && reason.test(error.message),
      );
    });
  }

  it('are more marks than can be heeded', () => {
    const many = Array.from({ length: MOST_MARKED + 1 }, (_, i) => [i % 40, 3]);
    assert.throws(() => checkHints({ inside: many }, bounds), { code: 'bad-hints' });
  });
});

describe('the pixels of a stroke', () => {
  it('leave no gap', () => {
    const pixels = pixelsOf([
      [0.5, 0.5],
      [9.5, 4.5],
      [2.5, 8.5],
    ]);
    assert.deepEqual(pixels.slice(0, 2), [0, 0]);
    assert.deepEqual(pixels.slice(-2), [2, 8]);
    for (let i = 2; i < pixels.length; i += 2) {
      const step = Math.max(Math.abs(pixels[i]! - pixels[i - 2]!), Math.abs(pixels[i + 1]! - pixels[i - 1]!));
      assert.equal(step, 1);
    }
  });
});

describe('marks in a volume', () => {
  it('lie on the slice that a third coordinate names, and come back so', () => {
    const hints = {
      inside: [
        [3, 4, 2],
        [5, 6],
      ],
      outside: {
        type: 'LineString',
        coordinates: [
          [3, 4, 1],
          [6, 4, 1],
        ],
      },
    };
    const marks = checkHints(hints, bounds, 5);
    assert.ok(marks);
    assert.deepEqual(marks.slices, { inside: [2, undefined], outside: [1] });
    assert.deepEqual(checkHints(JSON.parse(JSON.stringify(hintsOf(marks))), bounds, 5), marks);
    assert.equal(checkHints({ inside: hints.inside }, bounds)?.slices, undefined, 'an image has none');
  });

  it('are refused on slices that there are not, and where a line crosses slices', () => {
    for (const inside of [
      [[3, 4, 5]],
      [[3, 4, 1.5]],
      [[3, 4, -1]],
      {
        type: 'LineString',
        coordinates: [
          [3, 4, 1],
          [6, 4, 2],
        ],
      },
    ]) {
      assert.throws(() => checkHints({ inside }, bounds, 5), { code: 'bad-hints' });
    }
  });

  it('may be of different sides at one place of two slices, not of one', () => {
    assert.ok(checkHints({ inside: [[3, 4, 1]], outside: [[3, 4, 2]] }, bounds, 5));
    assert.throws(() => checkHints({ inside: [[3, 4, 1]], outside: [[3, 4, 1]] }, bounds, 5), { code: 'bad-hints' });
  });
});
