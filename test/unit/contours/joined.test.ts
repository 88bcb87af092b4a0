/** Pieces of an object, which become one contour. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContourFeature } from '../../../src/algorithm/contour-feature.js';
import { areaOf } from '../../../src/contours/geometry.js';
import { joinedOf } from '../../../src/contours/seams/joined.js';
import { withGeometry } from '../../support/contours.js';

const box = (id: number, x: number, y: number, width: number, height: number): ContourFeature => {
  const ring = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ] as const;
  const piece = withGeometry(id, { type: 'Polygon', coordinates: [ring] });
  const metadata = { request: '{}', region: '{}', domain: '{}', statisticsLevel: '0', algorithm: 'snake' };
  const classification = { name: `class ${id}`, color: [1, 2, 3] as const };
  const measurements = { 'Area px^2': width * height, Nodes: 4, Probability: 0.75 };
  return { ...piece, properties: { ...piece.properties, classification, probability: 0.75, measurements, metadata } };
};

const join = (pieces: readonly ContourFeature[]): ContourFeature | undefined =>
  joinedOf(pieces, { idOf: (id) => `of ${id}`, measured: (geometry) => ({ 'Area px^2': areaOf(geometry) }) });

describe('the contour of several pieces', () => {
  it('is their union, measured anew, with what the largest has that holds for all of the object', () => {
    const [small, large] = [box(1, 0, 0, 10, 10), box(2, 8, 0, 30, 10)];
    const joined = join([small, large])!;
    assert.equal(joined.id, `of ${large.id}`);
    assert.equal(areaOf(joined.geometry), 380);
    assert.deepEqual(joined.properties, {
      objectType: large.properties.objectType,
      classification: { name: 'class 2', color: [1, 2, 3] },
      probability: 0.75,
      measurements: { 'Area px^2': 380, Probability: 0.75 },
      metadata: { algorithm: 'snake', joined: '2' },
    });
  });

  it('has a hole where pieces surround what none of them holds', () => {
    const sides = [box(1, 0, 0, 30, 10), box(2, 0, 20, 30, 10), box(3, 0, 0, 10, 30), box(4, 20, 0, 10, 30)];
    const { geometry, properties } = join(sides)!;
    assert.equal(geometry.type, 'Polygon');
    assert.equal(geometry.coordinates.length, 2);
    assert.equal(areaOf(geometry), 800);
    assert.equal(properties.metadata.joined, '4');
  });

  it('is not there where no piece has an area', () => {
    assert.equal(join([box(1, 0, 0, 10, 0), box(2, 5, 0, 10, 0)]), undefined);
  });
});
