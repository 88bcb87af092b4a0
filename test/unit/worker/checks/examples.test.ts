/** Examples and counter-examples of a request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Position } from '../../../../src/core/geometry/ring.js';
import { checkContours, checkExamples } from '../../../../src/worker/checks/examples.js';
import { squareRing } from '../../../support/contours.js';
import { coded } from '../../../support/errors.js';

const image = { x: 0, y: 0, width: 200, height: 150 };
const polygon = (...coordinates: (readonly Position[])[]) => ({ type: 'Polygon', coordinates });
const bowTie: Position[] = [
  [20, 20],
  [60, 60],
  [60, 20],
  [20, 60],
  [20, 20],
];
/** One of the two parts is larger, so that the ring has a signed area. */
const lopsided: Position[] = [
  [20, 20],
  [60, 60],
  [60, 20],
  [30, 50],
  [20, 20],
];

describe('an example whose outline crosses itself', () => {
  it('is refused by its place in the list, since its size would be wrong', () => {
    for (const ring of [bowTie, lopsided])
      assert.throws(
        () => checkExamples([polygon(squareRing(80, 80, 20)), polygon(ring)], undefined, image),
        coded('bad-parameter', 'like[1]', 'the polygon crosses or touches itself near (40, 40)'),
      );
    assert.throws(
      () => checkExamples([polygon(squareRing(10, 10, 80), bowTie)], undefined, image),
      coded('bad-parameter', 'like[0]', 'hole 1 crosses or touches itself near (40, 40)'),
    );
  });

  it('may touch itself at a corner, as contours of objects that were parted do', () => {
    const corner: Position[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
      [10, 10],
      [0, 10],
      [0, 0],
    ];
    assert.doesNotThrow(() => checkExamples([polygon(corner)], undefined, image));
  });

  it('is filled as a counter-example, and where contours are rated', () => {
    const ring = [...bowTie];
    const likeness = checkExamples([polygon(squareRing(80, 80, 20))], [polygon(bowTie)], image);
    assert.ok(likeness && 'examples' in likeness);
    assert.deepEqual(likeness.examples.unlike, [{ rings: [ring] }]);
    assert.deepEqual(checkContours([polygon(bowTie)], image), [{ rings: [ring] }]);
  });
});
