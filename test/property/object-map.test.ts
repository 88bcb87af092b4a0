/** The pieces that objects are found by, against their definitions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { positionsOf } from '../../src/core/geometry/ring.js';
import { ringSpans } from '../../src/core/geometry/scanline.js';
import { squaredDistances } from '../../src/snake/find/map/distance.js';
import { squaredDepths } from '../../src/snake/find/map/evidence/depths.js';
import { Surroundings } from '../../src/snake/find/map/evidence/surroundings.js';
import { filled, near, opened } from '../../src/snake/find/map/mask.js';
import { outline, partsOf } from '../../src/snake/find/map/parts.js';
import { runsOf } from '../../src/snake/find/map/runs.js';
import { watershed } from '../../src/snake/find/map/watershed.js';
import { isSimple } from '../../src/snake/kernels/shared/legality.js';

const masks = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }))
  .chain(([width, height]) =>
    fc
      .array(fc.integer({ min: 0, max: 1 }), { minLength: width * height, maxLength: width * height })
      .map((bits) => ({ width, height, mask: Uint8Array.from(bits) })),
  );

test('a squared distance is that to the nearest pixel outside the mask', () => {
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      const outside = Array.from(mask.keys()).filter((pixel) => mask[pixel] === 0);
      const squared = squaredDistances(mask, { width, height });
      for (const pixel of mask.keys()) {
        const [x, y] = [pixel % width, Math.floor(pixel / width)];
        const nearest = outside.reduce(
          (least, other) => Math.min(least, (x - (other % width)) ** 2 + (y - Math.floor(other / width)) ** 2),
          2 ** 40,
        );
        assert.equal(squared[pixel], nearest);
      }
    }),
  );
});

/** Maps of parts that touch each other, the edges and the ground, and need not be connected. */
const maps = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }))
  .chain(([width, height]) =>
    fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: width * height, maxLength: width * height })
      .map((labels) => ({ width, height, labels: Int32Array.from(labels) })),
  );

const maskOf = (labels: Int32Array, label: number): Uint8Array =>
  Uint8Array.from(labels, (each) => (each === label ? 1 : 0));

test('a part is as deep as its deepest pixel is in a mask of the part alone', () => {
  fc.assert(
    fc.property(maps, ({ labels, ...size }) => {
      const depths = squaredDepths(labels, size);
      for (const { label } of partsOf(labels, size)) {
        assert.equal(depths[label], Math.max(...squaredDistances(maskOf(labels, label), size)));
      }
    }),
  );
});

test('sums inside and round a part are those over its pixels, and over the pixels near them', () => {
  fc.assert(
    fc.property(maps, fc.double({ min: 1, max: 5, noNaN: true }), ({ labels, ...size }, radius) => {
      const values = Uint16Array.from(labels, (_, i) => (i * 7919) % 65521);
      const votes = Uint8Array.from(labels, (_, i) => (i * 31) % 251);
      const around = new Surroundings({ ...size, votes, values }, labels, radius);
      for (const part of partsOf(labels, size)) {
        const mask = maskOf(labels, part.label);
        const ringOf = near(mask, size, radius, 1);
        const sum = (of: ArrayLike<number>, flag: (i: number) => boolean): number =>
          Array.from(of).reduce((all, one, i) => all + (flag(i) ? one : 0), 0);
        const [isInside, isRing] = [(i: number) => mask[i] === 1, (i: number) => ringOf[i] === 1 && mask[i] === 0];
        const { inside, ring } = around.sumsOf(part);
        assert.deepEqual([inside.votes, inside.values], [sum(votes, isInside), sum(values, isInside)]);
        assert.deepEqual([ring.votes, ring.values], [sum(votes, isRing), sum(values, isRing)]);
        assert.equal(ring.count, sum(new Uint8Array(mask.length).fill(1), isRing));
        const reach = Math.floor(radius);
        const [left, top] = [Math.max(0, part.x - reach), Math.max(0, part.y - reach)];
        const xs = Array.from(mask, (_, i) => (i % size.width) - left);
        const ys = Array.from(mask, (_, i) => Math.floor(i / size.width) - top);
        const moments = [xs, ys, xs.map((x) => x * x), ys.map((y) => y * y), xs.map((x, i) => x * ys[i]!)];
        assert.deepEqual(
          inside.moments,
          moments.map((each) => sum(each, isInside)),
        );
      }
    }),
  );
});

test('what is near has a flag within the radius, in rows of several words and for discs wider than a word', () => {
  const wide = fc.record({
    width: fc.integer({ min: 1, max: 100 }),
    height: fc.integer({ min: 1, max: 9 }),
    radius: fc.double({ min: 1, max: 90, noNaN: true }),
    flag: fc.constantFrom(0 as const, 1 as const),
    places: fc.array(fc.nat(899), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(wide, ({ width, height, radius, flag, places }) => {
      const flags = new Uint8Array(width * height).fill(1 - flag);
      for (const place of places) if (place < flags.length) flags[place] = flag;
      const squared = squaredDistances(
        flags.map((each) => (each === flag ? 0 : 1)),
        { width, height },
      );
      const expected = Array.from(squared, (distance) => (distance <= radius * radius ? 1 : 0));
      assert.deepEqual([...near(flags, { width, height }, radius, flag)], expected);
    }),
  );
});

test('filling adds holes alone, opening takes pixels alone, and a second time changes nothing', () => {
  fc.assert(
    fc.property(masks, fc.integer({ min: 1, max: 3 }), ({ width, height, mask }, radius) => {
      const size = { width, height };
      const whole = filled(mask, size, width * height);
      assert.ok(mask.every((bit, i) => bit <= whole[i]!));
      assert.deepEqual(filled(whole, size, width * height), whole);
      const wide = opened(mask, size, radius);
      assert.ok(wide.every((bit, i) => bit <= mask[i]!));
      assert.deepEqual(opened(wide, size, radius), wide);
    }),
  );
});

test('an opening is what discs that lie in the mask cover, and only holes of fewer pixels that no edge meets are filled', () => {
  fc.assert(
    fc.property(
      masks,
      fc.double({ min: 1, max: 4, noNaN: true }),
      fc.nat(12),
      ({ width, height, mask }, radius, most) => {
        const size = { width, height };
        const pixels = Array.from(mask.keys(), (pixel) => [pixel % width, Math.floor(pixel / width)] as const);
        const within = (from: readonly number[], flag: (pixel: number) => boolean): boolean =>
          pixels.some(([x, y], i) => flag(i) && (x - from[0]!) ** 2 + (y - from[1]!) ** 2 <= radius * radius);
        const deep = pixels.map((from) => !within(from, (i) => mask[i] === 0));
        const covered = pixels.map((from) => (within(from, (i) => deep[i]!) ? 1 : 0));
        assert.deepEqual([...opened(mask, size, radius)], covered);
        const out = mask.slice();
        for (const first of mask.keys()) {
          if (mask[first] === 1) continue;
          const hole = new Set([first]);
          let open = false;
          for (const pixel of hole) {
            const [x, y] = pixels[pixel]!;
            for (const [dx, dy] of [
              [-1, 0],
              [1, 0],
              [0, -1],
              [0, 1],
            ] as const) {
              const isIn = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
              if (!isIn) open = true;
              else if (mask[pixel + dx + dy * width] === 0) hole.add(pixel + dx + dy * width);
            }
          }
          if (!open && hole.size < most) out[first] = 1;
        }
        assert.deepEqual(filled(mask, size, most), out);
      },
    ),
  );
});

test('a watershed parts the mask into connected pieces, whose outlines hold their pixels and nothing of another piece', () => {
  fc.assert(
    fc.property(masks, fc.integer({ min: 0, max: 40 }), ({ width, height, mask }, rise) => {
      const size = { width, height };
      const relief = Uint16Array.from(mask, (_, i) => (i * 37) % 101);
      const { labels, count } = watershed(relief, runsOf(mask, size, 1), size, () => rise);
      assert.ok(labels.every((label, i) => label > 0 === (mask[i] === 1)));
      const parts = partsOf(labels, size);
      assert.equal(parts.length, count);
      for (const part of parts) {
        const { top, rows } = ringSpans([positionsOf(outline(labels, size, part))], size);
        const held = new Set<number>();
        for (const [k, runs] of rows.entries()) {
          for (let i = 0; i < runs.length; i += 2) {
            for (let x = runs[i]!; x < runs[i + 1]!; x++) held.add((top + k) * width + x);
          }
        }
        // All of one piece: every pixel of the label lies within the one outer ring that begins at its first pixel.
        assert.equal([...held].filter((pixel) => labels[pixel] === part.label).length, part.area);
      }
    }),
  );
});

test('an outline touches itself exactly where it has a vertex twice', () => {
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      const size = { width, height };
      const { labels } = watershed(new Uint16Array(mask.length), runsOf(mask, size, 1), size, () => 1);
      for (const part of partsOf(labels, size)) {
        const ring = outline(labels, size, part);
        const vertices = ring.length / 2;
        const places = new Set(positionsOf(ring).map(([x, y]) => `${x}, ${y}`));
        const words = Uint32Array.from(ring);
        assert.equal(isSimple({ words, at: 0, vertices }), places.size === vertices, `${ring}`);
      }
    }),
  );
});

test('a peak that rises no higher than it must above the pass is part of the next', () => {
  const relief = Uint16Array.of(5, 9, 4, 8, 3);
  const size = { width: 5, height: 1 };
  const runs = runsOf(new Uint8Array(5).fill(1), size, 1);
  assert.equal(watershed(relief, runs, size, () => 4).count, 2);
  assert.equal(watershed(relief, runs, size, () => 5).count, 1);
});
