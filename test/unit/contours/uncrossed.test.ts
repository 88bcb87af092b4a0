/** Outlines that cross themselves are repaired as the tools draw them; all others keep every vertex. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Geometry } from '../../../src/algorithm/algorithm.js';
import { geometryOfArea, outlined } from '../../../src/algorithm/shapes/clip.js';
import { readContours } from '../../../src/contours/formats/index.js';
import { areaOf } from '../../../src/contours/geometry.js';
import { isPacked } from '../../../src/contours/packed-geometry.js';
import { uncrossed } from '../../../src/contours/shapes/uncrossed.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { squareRing } from '../../support/contours.js';

const bowTie: Position[] = [
  [100, 100],
  [160, 160],
  [160, 100],
  [100, 160],
  [100, 100],
];
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
const read = (geometry: Geometry): Geometry => readContours(geometry).contours[0]!.geometry;

describe('an outline that crosses itself', () => {
  it('has the parts and the area that the freehand tool gives it', () => {
    const repaired = uncrossed(polygon(bowTie));
    assert.equal(areaOf(polygon(bowTie)), 0);
    assert.equal(repaired.type, 'MultiPolygon');
    assert.equal(areaOf(repaired), 1800);
    const drawn = outlined(bowTie.slice(0, -1).map(([x, y]) => ({ x, y })));
    assert.deepEqual(repaired, geometryOfArea(drawn));
    assert.deepEqual(uncrossed(read(polygon(bowTie))), repaired);
    assert.equal(uncrossed(repaired), repaired);
  });

  it('is repaired where it crosses in a vertex of its own, and where it runs over itself', () => {
    const [a, b, c, d] = bowTie as [Position, Position, Position, Position];
    const centre: Position = [130, 130];
    assert.equal(areaOf(uncrossed(polygon([a, centre, b, c, centre, d, a]))), 1800);
    const loop = polygon([...squareRing(0, 0, 40).slice(0, -1), ...squareRing(0, 0, 20)]);
    assert.equal(areaOf(uncrossed(loop)), 40 * 40 - 20 * 20);
  });

  it('keeps its slice, and the other polygons as they are', () => {
    const other = squareRing(0.123456, 0, 10);
    const plane = { c: -1, z: 3, t: 0 } as const;
    const repaired = uncrossed({ type: 'MultiPolygon', coordinates: [[other], [bowTie]], plane });
    assert.deepEqual(repaired.plane, plane);
    assert.deepEqual(repaired.coordinates[0], [other]);
    assert.equal(repaired.coordinates.length, 3);
  });

  it('may be a hole', () => {
    const repaired = uncrossed(polygon(squareRing(50, 50, 200), bowTie));
    assert.equal(areaOf(repaired), 200 * 200 - 1800);
  });
});

describe('an outline that does not cross itself', () => {
  it('is the same object, and its positions stay packed', () => {
    const corners: Position[] = [
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
    const round = Array.from(
      { length: 500 },
      (_, k): Position => [
        300 + (100 + 20 * Math.sin(k / 3)) * Math.cos((k * Math.PI) / 250),
        300 + (100 + 20 * Math.sin(k / 3)) * Math.sin((k * Math.PI) / 250),
      ],
    );
    for (const geometry of [
      polygon(corners),
      polygon([...round, round[0]!]),
      polygon(squareRing(0, 0, 90), squareRing(0.1, 10, 20)),
      { type: 'LineString', coordinates: bowTie } as Geometry,
    ]) {
      assert.equal(uncrossed(geometry), geometry);
      const packed = read(geometry);
      assert.equal(uncrossed(packed), packed);
      if (geometry.type !== 'Polygon' || geometry.coordinates[0] !== corners) assert.ok(isPacked(packed));
    }
  });

  it('is found to be none in combs of many teeth, along either axis', () => {
    const comb = Array.from({ length: 20_000 }, (_, k): Position => [k, k % 2 === 0 ? 0 : 10_000]);
    const ring = [...comb, [19_999, -10] as Position, [0, -10] as Position, comb[0]!];
    const turned = ring.map(([x, y]): Position => [y, x]);
    for (const geometry of [polygon(ring), polygon(turned)]) assert.equal(uncrossed(geometry), geometry);
  });
});
