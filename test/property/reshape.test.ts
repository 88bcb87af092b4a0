/** Outlines of fewer vertices, and smoother ones: near what they were, of one size, and never crossing themselves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ramerDouglasPeucker } from 'clipper2-ts';
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { areaIn, geometryOfArea, grown, outlined, sizeOf, without } from '../../src/algorithm/shapes/clip.js';
import { douglasPeucker } from '../../src/algorithm/shapes/douglas-peucker.js';
import { simplifiedBy, smoothedBy } from '../../src/algorithm/shapes/reshape.js';
import { areaOf, pathsOf } from '../../src/contours/geometry.js';

const verticesOf = (geometry: Geometry): number =>
  pathsOf(geometry).paths.reduce((sum, path) => sum + path.length - 1, 0);

/** Star-shaped outlines of radii 30 ± noise. */
const stars = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 24, maxLength: 120 }).map(
  (noise) =>
    geometryOfArea(
      outlined(
        noise.map((by, k) => {
          const angle = (2 * Math.PI * k) / noise.length;
          return { x: 50 + (30 + by) * Math.cos(angle), y: 50 + (30 + by) * Math.sin(angle) };
        }),
      ),
    )!,
);

describe('an outline of fewer vertices', () => {
  it('has those that Clipper2 keeps, also where a line comes back to where it was', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 40 }), y: fc.integer({ min: 0, max: 40 }) });
    const lines = fc.array(point, { maxLength: 60 }).map((line) => [...line, ...line.slice(0, 1)]);
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 12 }), (line, tolerance) => {
        assert.deepEqual(douglasPeucker(line, tolerance), ramerDouglasPeucker(line, tolerance));
      }),
    );
  });

  it('stays within the tolerance of the one before', () => {
    fc.assert(
      fc.property(stars, fc.double({ min: 0.1, max: 4, noNaN: true }), (star, tolerance) => {
        const simple = simplifiedBy(star, tolerance);
        assert.ok(simple && verticesOf(simple) <= verticesOf(star));
        // Round corners of the margin are polygons within a tenth of a pixel of arcs.
        const [before, after] = [areaIn(star), areaIn(simple)];
        assert.equal(sizeOf(without(after, grown(before, tolerance + 0.15))), 0);
        assert.equal(sizeOf(without(before, grown(after, tolerance + 0.15))), 0);
      }),
    );
  });

  it('keeps the corners of a square, however many vertices its sides have', () => {
    const side = Array.from({ length: 40 }, (_, k) => k);
    const square = outlined([
      ...side.map((k) => ({ x: k, y: 0 })),
      ...side.map((k) => ({ x: 40, y: k })),
      ...side.map((k) => ({ x: 40 - k, y: 40 })),
      ...side.map((k) => ({ x: 0, y: 40 - k })),
    ]);
    const simple = simplifiedBy(geometryOfArea(square)!, 0.5)!;
    assert.equal(verticesOf(simple), 4);
    assert.equal(areaOf(simple), 1600);
  });
});

describe('a smoother outline', () => {
  it('is shorter, of about the same size, and of rings that hold an area', () => {
    fc.assert(
      fc.property(stars, fc.double({ min: 0.5, max: 6, noNaN: true }), (star, length) => {
        const smooth = smoothedBy(star, length);
        assert.ok(smooth);
        assert.ok(Math.abs(areaOf(smooth) - areaOf(star)) < 0.1 * areaOf(star));
        assert.ok(sizeOf(areaIn(smooth)) > 0);
      }),
      { numRuns: 40 },
    );
  });

  it('takes the teeth off a circle and leaves its radius', () => {
    const teeth = Array.from({ length: 360 }, (_, k) => {
      const angle = (Math.PI * k) / 180;
      const radius = 40 + (k % 2);
      return { x: 60 + radius * Math.cos(angle), y: 60 + radius * Math.sin(angle) };
    });
    const smooth = smoothedBy(geometryOfArea(outlined(teeth))!, 4)!;
    for (const path of pathsOf(smooth).paths) {
      for (const [x, y] of path) assert.ok(Math.abs(Math.hypot(x - 60, y - 60) - 40.5) < 0.3);
    }
  });

  it('keeps a hole, and gives nothing of lines', () => {
    const holed = without(outlined(circle(30)), outlined(circle(12)));
    const smooth = smoothedBy(geometryOfArea(holed)!, 3)!;
    assert.equal(pathsOf(smooth).paths.length, 2);
    assert.equal(
      smoothedBy(
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [9, 9],
          ],
        },
        3,
      ),
      undefined,
    );
  });
});

const circle = (radius: number) =>
  Array.from({ length: 90 }, (_, k) => ({
    x: 50 + radius * Math.cos((k * Math.PI) / 45),
    y: 50 + radius * Math.sin((k * Math.PI) / 45),
  }));
