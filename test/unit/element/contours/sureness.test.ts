import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { objectsIn } from '../../../../src/element/contours/objects.js';
import { bySureness, surenessOf } from '../../../../src/element/contours/sureness.js';
import { square } from '../../../support/contours.js';

const measured = (n: number, measurements: Record<string, number>, probability?: number) => {
  const contour = square(n);
  const known = probability === undefined ? {} : { probability };
  return { ...contour, properties: { ...contour.properties, ...known, measurements } };
};

const grey = (inside: number, outside: number, deviation = 2) => ({
  'Inside mean': inside,
  'Outside mean': outside,
  'Inside std dev': deviation,
  'Outside std dev': deviation,
});

describe('how sure a contour is', () => {
  it('is its probability, else by how many standard deviations inside and outside lie apart', () => {
    assert.deepEqual(surenessOf(measured(1, grey(10, 20), 0.7)), { measure: 'probability', value: 0.7 });
    assert.deepEqual(surenessOf(measured(1, grey(10, 20))), { measure: 'separation', value: 5 });
    assert.deepEqual(surenessOf(measured(1, grey(10, 10, 0))), { measure: 'separation', value: 0 });
    assert.equal(surenessOf(measured(1, { 'Area px^2': 5 })), undefined);
    assert.equal(surenessOf(measured(1, { 'Inside mean': 5 })), undefined);
  });

  it('is that of the band that tells the two apart best', () => {
    const bands = Object.fromEntries(
      [grey(10, 12), grey(10, 30), grey(10, 11)].flatMap((band, k) =>
        Object.entries(band).map(([name, value]) => [`${name} band ${k + 1}`, value]),
      ),
    );
    assert.deepEqual(surenessOf(measured(1, bands)), { measure: 'separation', value: 10 });
  });

  it('gives the order in which to look: probabilities first, the least sure first', () => {
    const contours = [
      measured(1, grey(10, 90)),
      measured(2, grey(10, 20), 0.9),
      measured(3, { 'Area px^2': 5 }),
      measured(4, grey(10, 14)),
      measured(5, grey(10, 20), 0.4),
    ];
    const order = bySureness(objectsIn(contours), undefined).map(({ object }) => object.number);
    assert.deepEqual(order, [5, 2, 4, 1]);
  });
});
