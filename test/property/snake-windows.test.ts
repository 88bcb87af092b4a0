/** A ring in windows: what `refine_along.ts` rests on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Rect } from '../../src/core/geometry/rect.js';
import { isSimple } from '../../src/snake/kernels/shared/legality.js';
import { Corridor, cellsAlong } from '../../src/snake/levels/corridor.js';
import { groupsOf, panesAlong } from '../../src/snake/levels/panes.js';
import {
  fromOutside,
  isInside,
  isSimpleIn,
  isSimpleRing,
  putBack,
  splitAt,
  throughWindow,
  withoutCuts,
} from '../../src/snake/levels/ring-window.js';
import { anyRings, between, seeds, starRings } from '../support/arbitraries.js';
import { Random } from '../support/random.js';
import { winding } from '../support/snake/cases.js';

/** Simple rings that begin an eighth of the size left of the lattice and above it. */
const simpleStars = (size: number): fc.Arbitrary<readonly number[]> =>
  starRings(size, size, 5, 40)
    .map((ring) => ring.map((value) => value - (size >> 3)))
    .filter(isSimpleRing);

/** Windows of 90 × 70 pixels with their cores, that see parts of a ring of 300. */
const windows = (): fc.Arbitrary<{ readonly window: Rect; readonly core: Rect }> =>
  fc.tuple(between(-80, 150), between(-80, 150)).map(([x, y]) => ({
    window: { x, y, width: 90, height: 70 },
    core: { x: x + 10, y: y + 10, width: 70, height: 50 },
  }));

const distanceTo = (ring: readonly number[], x: number, y: number): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    for (let k = 0; k <= 200; k++) {
      const t = k / 200;
      least = Math.min(least, Math.max(Math.abs(ax + t * (bx - ax) - x), Math.abs(ay + t * (by - ay) - y)));
    }
  }
  return least;
};

test('the corridor holds every pixel within reach of the ring, and little else', () =>
  fc.assert(
    fc.property(
      simpleStars(400),
      between(0, 24),
      between(-60, 100),
      between(-60, 100),
      seeds(),
      (ring, reach, left, top, seed) => {
        const side = 16;
        const corridor = new Corridor(ring, side, reach);
        const window = { x: left, y: top, width: 150, height: 130 };
        const covered = new Set<string>();
        for (const { x, y, width, height } of corridor.within(window)) {
          for (let r = y; r < y + height; r++) for (let c = x; c < x + width; c++) covered.add(`${c} ${r}`);
        }
        const random = new Random(seed);
        for (let k = 0; k < 300; k++) {
          const x = random.between(window.x, window.x + window.width - 1);
          const y = random.between(window.y, window.y + window.height - 1);
          const distance = distanceTo(ring, x + 0.5, y + 0.5);
          const read = covered.has(`${x} ${y}`);
          assert.ok(read ? distance <= reach + 2 * side : distance >= reach, `${x}, ${y} is ${distance} from the ring`);
        }
      },
    ),
    { numRuns: 20 },
  ));

test('in a window, a ring has the winding numbers that it has in the plane', () =>
  fc.assert(
    fc.property(simpleStars(300), windows(), between(5, 60), (ring, { window, core }, margin) => {
      const { ring: split } = splitAt(ring, window, core);
      const local = throughWindow(split, window, margin);
      const moved = split.map((value, i) => value - (i % 2 === 0 ? window.x : window.y));
      for (let r = 0; r < window.height; r++) {
        for (let c = 0; c < window.width; c++) {
          // Within a pixel of an edge that was cut at the border, rounding decides.
          if (winding(local, c, r) === winding(moved, c, r)) continue;
          const off = c < 10 || r < 10 || c >= 80 || r >= 60;
          assert.ok(off && distanceTo(moved, c + 0.5, r + 0.5) <= 1, `pixel ${c}, ${r}`);
        }
      }
      assert.deepEqual(putBack(split, [{ window, local }]), split);
    }),
    { numRuns: 60 },
  ));

test('edges that come into the core are cut there, and nothing else of the ring changes', () =>
  fc.assert(
    fc.property(simpleStars(300), windows(), (ring, { window, core }) => {
      const { ring: split, cuts } = splitAt(ring, window, core);
      const inner = { x: core.x + 1, y: core.y + 1, width: 68, height: 48 };
      for (let i = 0; i < split.length; i += 2) {
        const j = (i + 2) % split.length;
        const ends = [isInside(window, split[i]!, split[i + 1]!), isInside(window, split[j]!, split[j + 1]!)];
        if (ends[0] && ends[1]) continue;
        for (let k = 0; k <= 100; k++) {
          const [x, y] = [0, 1].map((axis) => split[i + axis]! + (k / 100) * (split[j + axis]! - split[i + axis]!));
          assert.ok(!isInside(inner, x!, y!), `an edge from outside comes to ${x}, ${y}`);
        }
      }
      const left = new Set(Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]} ${ring[2 * i + 1]}`));
      for (let i = 0; i < split.length; i += 2) left.delete(`${split[i]} ${split[i + 1]}`);
      assert.equal(left.size, 0, 'a vertex is gone');
      assert.equal(cuts.size, (split.length - ring.length) / 2);
      assert.equal(withoutCuts(split, cuts, window).length, ring.length, 'what was not changed is as it was');
    }),
    { numRuns: 200 },
  ));

test('changes inside a window go back between the vertices that stayed', () => {
  const ring = [-50, 10, 20, 10, 40, 12, 80, 10, 150, 10, 150, 60, 80, 60, 20, 60, -50, 60];
  const window = { x: 0, y: 0, width: 100, height: 70 };
  const local = throughWindow(ring, window, 1000);
  const changed = local.flatMap((value, i) => {
    if (i % 2 === 1 && local[i - 1] === 40 && value === 12) return [17, 60, 14];
    return [value];
  });
  assert.deepEqual(putBack(ring, [{ window, local: changed }]), [
    ...[-50, 10, 20, 10, 40, 17, 60, 14, 80, 10, 150, 10],
    ...[150, 60, 80, 60, 20, 60, -50, 60],
  ]);
});

test('the windows cover the ring, and neighbours have vertices in common', () =>
  fc.assert(
    fc.property(simpleStars(6000), (ring) => {
      const anywhere = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };
      const panes = panesAlong(ring, anywhere, { x: -1e6, y: -1e6, width: 2e6, height: 2e6 });
      for (let i = 0; i < ring.length; i += 2) {
        const inBoxes = panes.filter(
          ({ box }) => ring[i]! >= box.x0 && ring[i]! <= box.x1 && ring[i + 1]! >= box.y0 && ring[i + 1]! <= box.y1,
        );
        assert.ok(inBoxes.length > 0);
      }
      assert.equal(new Set(panes.map(({ window }) => `${window.x} ${window.y}`)).size, panes.length);
      assert.deepEqual(
        new Set(cellsAlong(ring, 512).map(({ column, row }) => `${column * 512 - 128} ${row * 512 - 128}`)),
        new Set(panes.map(({ window }) => `${window.x} ${window.y}`)),
      );
    }),
    { numRuns: 10 },
  ));

const within = (inner: Rect, outer: Rect, by: number): boolean =>
  inner.x >= outer.x + by &&
  inner.y >= outer.y + by &&
  inner.x + inner.width <= outer.x + outer.width - by &&
  inner.y + inner.height <= outer.y + outer.height - by;

test('windows end a little beyond the domain; what they see of the ring stays', () =>
  fc.assert(
    fc.property(simpleStars(1500), (ring) => {
      const xs = ring.filter((_, i) => i % 2 === 0);
      const ys = ring.filter((_, i) => i % 2 === 1);
      const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      // The ring touches the border of the domain on every side.
      const domain = { x: left, y: top, width: right - left, height: bottom - top };
      const seen = { x: left - 16, y: top - 16, width: domain.width + 32, height: domain.height + 32 };
      const confine = { x0: left, y0: top, x1: right, y1: bottom };
      const everywhere = panesAlong(ring, confine, { x: -1e6, y: -1e6, width: 2e6, height: 2e6 });
      for (const [k, { window, core, box }] of panesAlong(ring, confine, domain).entries()) {
        const open = everywhere[k]!;
        assert.ok(within(window, seen, 0));
        assert.ok(within(window, open.window, 0) && within(core, open.core, 0) && within(core, window, 8));
        assert.deepEqual(box, open.box);
        assert.deepEqual(splitAt(ring, window, core), splitAt(ring, open.window, open.core));
      }
    }),
    { numRuns: 20 },
  ));

test('a ring that touches itself is found out, in a window and as a whole', () => {
  let simple = 0;
  fc.assert(
    fc.property(anyRings(12, 12, 4, 9), (ring) => {
      const wanted = isSimple({ words: Uint32Array.from(ring), at: 0, vertices: ring.length / 2 });
      assert.equal(isSimpleRing(ring), wanted);
      assert.equal(isSimpleIn(ring, { x: -1, y: -1, width: 20, height: 20 }), wanted);
      if (wanted) simple++;
    }),
    { numRuns: 300 },
  );
  assert.ok(simple > 5, `only ${simple} simple rings`);
});

test('several windows go back into one ring, whatever the vertex that it begins with', () =>
  fc.assert(
    fc.property(simpleStars(300), between(-40, 60), between(-40, 60), between(0, 40), (ring, left, top, turn) => {
      const windows = [0, 1, 2, 3].map((k): Rect => {
        const [x, y] = [left + (k & 1) * 110, top + (k >> 1) * 90];
        return { x, y, width: 100, height: 80 };
      });
      const first = 2 * (turn % (ring.length / 2));
      let whole: readonly number[] = [...ring.slice(first), ...ring.slice(0, first)];
      for (const window of windows) {
        const { x, y } = window;
        whole = splitAt(whole, window, { x: x + 10, y: y + 10, width: 80, height: 60 }).ring;
      }
      const changes = windows.map((window) => ({
        window,
        local: throughWindow(fromOutside(whole, window), window, 1000),
      }));
      const turned = (its: readonly number[]): readonly number[] => {
        const at = its.findIndex((value, i) => i % 2 === 0 && value === whole[0] && its[i + 1] === whole[1]);
        return [...its.slice(at), ...its.slice(0, at)];
      };
      assert.deepEqual(turned(putBack(whole, changes)), whole);
      // A vertex more in each stretch, behind its first.
      const more = changes.map(({ window, local }) => ({
        window,
        local: local.flatMap((value, i) => {
          if (i % 2 === 0) return [value];
          const [before, x] = [local.at(i - 3)!, local[i - 1]!];
          const inside = (at: number): boolean => at > 0 && at < window.width;
          const enters = !inside(before) && inside(x) && value > 0 && value < window.height;
          return enters && x + 1 < window.width ? [value, x + 1, value] : [value];
        }),
      }));
      const added = more.reduce((sum, { local }, k) => sum + local.length - changes[k]!.local.length, 0);
      assert.equal(putBack(whole, more).length, whole.length + added);
    }),
    { numRuns: 100 },
  ));

test('windows of one group do not overlap, and each pane is in one group', () =>
  fc.assert(
    fc.property(simpleStars(8000), between(0, 24), (ring, budget) => {
      const anywhere = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };
      const panes = panesAlong(ring, anywhere, { x: -1e6, y: -1e6, width: 2e6, height: 2e6 });
      const groups = groupsOf(panes, 2 ** budget);
      assert.equal(groups.flat().length, panes.length);
      assert.equal(new Set(groups.flat()).size, panes.length);
      for (const group of groups) {
        const pixels = group.reduce((sum, { window }) => sum + window.width * window.height, 0);
        assert.ok(group.length === 1 || (group.length <= 32 && pixels <= 2 ** budget));
        for (const [k, { window }] of group.entries()) {
          for (const other of group.slice(0, k)) {
            const apart = Math.max(Math.abs(window.x - other.window.x), Math.abs(window.y - other.window.y));
            assert.ok(apart >= Math.max(window.width, window.height));
          }
        }
      }
    }),
    { numRuns: 10 },
  ));
