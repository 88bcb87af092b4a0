import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSetApart } from '../../../../src/element/contours/set-apart.js';
import { square } from '../../../support/contours.js';

const nats = { Criterion: 5000, 'Description length': 5100 };

/** A contour of 1,600 pixels in a domain of 4,000. */
const contour = (measurements: Record<string, number>, metadata: Record<string, string> = {}) => {
  const { geometry, properties } = square(1, 0, 0, 40);
  const domain = JSON.stringify({ x: 0, y: 0, width: 80, height: 50 });
  return { geometry, properties: { ...properties, measurements, metadata: { domain, ...metadata } } };
};

const band = (name: string, inside: readonly [number, number], outside: readonly [number, number]) => ({
  [`Inside mean${name}`]: inside[0],
  [`Inside std dev${name}`]: inside[1],
  [`Outside mean${name}`]: outside[0],
  [`Outside std dev${name}`]: outside[1],
});

describe('whether a contour is set apart from its surroundings', () => {
  it('is by its mean, or by its variance alone', () => {
    assert.equal(isSetApart(contour({ ...nats, ...band('', [110, 20], [100, 20]) })), true);
    assert.equal(isSetApart(contour({ ...nats, ...band('', [100, 30], [100, 20]) })), true);
  });

  it('is not where two regions save less than half of what the outline takes to write down', () => {
    assert.equal(isSetApart(contour({ ...nats, ...band('', [102, 20], [100, 20]) })), false);
    assert.equal(isSetApart(contour({ ...nats, ...band('', [100, 0], [100, 0]) })), false);
    const long = { Criterion: 5000, 'Description length': 6000 };
    assert.equal(isSetApart(contour({ ...long, ...band('', [110, 20], [100, 20]) })), false);
  });

  it('goes by the band that tells the two apart best', () => {
    const [same, other] = [band(' band 1', [100, 20], [100, 20]), band(' band 2', [150, 0], [100, 0])];
    assert.equal(isSetApart(contour({ ...nats, ...same })), false);
    assert.equal(isSetApart(contour({ ...nats, ...same, ...other })), true);
  });

  it('is not known without the measurements of a run and its domain', () => {
    const known = band('', [100, 20], [100, 20]);
    assert.equal(isSetApart(contour(known)), undefined);
    assert.equal(isSetApart(contour(nats)), undefined);
    for (const domain of ['', '{', '[]', 'null', '{"width":"80","height":50}'])
      assert.equal(isSetApart(contour({ ...nats, ...known }, { domain })), undefined, domain);
  });
});
