import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Ring } from '../../src/core/geometry/ring.js';
import { trace } from '../../src/core/geometry/trace.js';
import { packBits } from '../../src/level-set/bits/bits.js';

/** Even-odd filling at pixel centres, by the vertical edges to the left of each. */
const fill = (rings: readonly Ring[], width: number, height: number): Uint8Array => {
  const mask = new Uint8Array(width * height);
  for (const ring of rings) {
    for (let k = 0, p = ring.length - 2; k < ring.length; p = k, k += 2) {
      if (ring[p] !== ring[k]) continue;
      const [from, to] = [Math.min(ring[p + 1]!, ring[k + 1]!), Math.max(ring[p + 1]!, ring[k + 1]!)];
      for (let y = from; y < to; y++) for (let x = ring[k]!; x < width; x++) mask[y * width + x]! ^= 1;
    }
  }
  return mask;
};

const area = (ring: Ring): number => {
  let twice = 0;
  for (let k = 0, p = ring.length - 2; k < ring.length; p = k, k += 2) {
    twice += ring[p]! * ring[k + 1]! - ring[k]! * ring[p + 1]!;
  }
  return twice / 2;
};

/** More than any mask is wide. */
const STRIDE = 2 ** 16;

const assertSimple = (ring: Ring, what: string): void => {
  const n = ring.length / 2;
  assert.ok(n >= 4, what);
  const vertices = new Set<number>();
  for (let k = 0; k < n; k++) {
    const [x, y] = [ring[2 * k]!, ring[2 * k + 1]!];
    const [u, v] = [ring[(2 * k + 2) % (2 * n)]!, ring[(2 * k + 3) % (2 * n)]!];
    const s = ring[(2 * k + 4) % (2 * n)]!;
    // Words for a failure alone: there are hundreds of thousands of vertices.
    if ((x === u) === (y === v)) assert.fail(`${what}: vertex ${k} does not lead along an edge`);
    if ((x === u) === (u === s)) assert.fail(`${what}: vertex ${k + 1} (${u}, ${v}) lies on a line`);
    // All points of the edge but its end: none may come twice.
    for (let px = x, py = y; px !== u || py !== v; px += Math.sign(u - px), py += Math.sign(v - py)) {
      if (vertices.has(py * STRIDE + px)) assert.fail(`${what} touches itself at (${px}, ${py})`);
      vertices.add(py * STRIDE + px);
    }
  }
};

const check = (mask: Uint8Array, width: number, height: number, what: string): number => {
  const parts = trace(packBits({ width, height, depth: 1 }, mask), width, height);
  const rings = parts.flatMap((part) => [part.outer, ...part.holes]);
  assert.deepEqual(fill(rings, width, height), mask, what);
  for (const { outer, holes, area: cells } of parts) {
    for (const ring of [outer, ...holes]) assertSimple(ring, what);
    assert.ok(area(outer) > 0, what);
    assert.ok(
      holes.every((hole) => area(hole) < 0),
      what,
    );
    assert.equal(
      holes.reduce((sum, hole) => sum + area(hole), area(outer)),
      cells,
      what,
    );
  }
  return rings.length;
};

/** A mask whose cells, of which a share of `share` tenths is set, shrink one by one to none. */
const masks = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 10 }))
  .chain(([width, height, share]) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: width * height, maxLength: width * height, size: 'max' })
      .map((cells) => ({ width, height, mask: Uint8Array.from(cells, (cell) => (cell > 9 - share ? 1 : 0)) })),
  );

test('filling the traced rings gives the mask back, and every ring is simple', () => {
  let rings = 0;
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      rings += check(mask, width, height, `${width} × ${height}`);
    }),
    { numRuns: 2000, seed: 11 },
  );
  assert.ok(rings > 20000, `only ${rings} rings`);
});

test('every mask of 4 × 4 cells', () => {
  for (let code = 0; code < 65536; code++) {
    const mask = Uint8Array.from({ length: 16 }, (_, cell) => (code >>> cell) & 1);
    check(mask, 4, 4, `mask ${code}`);
  }
});
