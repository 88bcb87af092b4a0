/** Runs with a person's marks on small images: each mark on its side of the contour, the same contour out of its own record; or a coded error. */
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { pathsOf } from '../../src/contours/geometry.js';
import { requestOf } from '../../src/worker/feature.js';
import type { SegmentRequest } from '../../src/worker/protocol.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { ofPicture, onImage, stop } from './on-image.js';
import { at, init, type Picture, picture } from './pictures.js';

type XY = readonly [number, number];

/** Drawn as a whole number: half of all doubles between 0 and 1 that fast-check draws are tiny. */
const share = fc.nat(2 ** 16 - 1).map((part) => part / 2 ** 16);
const shares = fc.tuple(share, share);
/** The middle of a pixel, where people click, as shares of the sides; now and then any place, which may lie beside the image. */
const mark = fc.oneof(
  { weight: 20, arbitrary: fc.record({ shares }) },
  { weight: 1, arbitrary: fc.record({ place: fc.tuple(at, at) }) },
);
type Told = { readonly shares: XY } | { readonly place: XY };
const placed = (told: Told, { width, height }: Picture): XY =>
  'place' in told ? told.place : [Math.floor(told.shares[0] * width) + 0.5, Math.floor(told.shares[1] * height) + 0.5];
const marks = fc.array(mark, { maxLength: 4 });

/** A box, a click or a triangle as shares of the sides; now and then any start. */
const start = fc.oneof(
  { weight: 6, arbitrary: fc.record({ box: fc.tuple(shares, shares) }) },
  { weight: 3, arbitrary: fc.record({ click: shares }) },
  { weight: 3, arbitrary: fc.record({ drawn: fc.tuple(shares, shares, shares) }) },
  { weight: 1, arbitrary: fc.record({ any: init.filter((its) => its !== 'auto') }) },
);
type Start = typeof start extends fc.Arbitrary<infer S> ? S : never;
const begun = (told: Start, { width, height }: Picture): SegmentRequest['init'] => {
  const on = ([x, y]: XY): [number, number] => [x * width, y * height];
  if ('any' in told) return told.any;
  if ('click' in told) {
    const [x, y] = on(told.click);
    return { x, y };
  }
  if ('drawn' in told) return { type: 'Polygon', coordinates: [told.drawn.map(on)] };
  const [[xa, ya], [xb, yb]] = [on(told.box[0]), on(told.box[1])];
  return { x: Math.min(xa, xb), y: Math.min(ya, yb), width: Math.abs(xa - xb), height: Math.abs(ya - yb) };
};

const request = fc.record(
  {
    algorithm: fc.constantFrom('snake', 'snake', 'level-set'),
    level: fc.constantFrom(0, 0, 0, 0, 1),
    pixelBudget: fc.constantFrom(100, 1000),
  },
  { requiredKeys: [] },
);

/** Whether a place lies in the area of a geometry's rings, by the even-odd rule; `on` where it lies on one of them. */
const sideOf = (geometry: Geometry, [x, y]: XY): 'inside' | 'outside' | 'on' => {
  let inside = false;
  for (const ring of pathsOf(geometry).paths)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!];
      const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      if (cross === 0 && (x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0) return 'on';
      if (ay <= y !== by <= y && cross > 0 === by > ay) inside = !inside;
    }
  return inside ? 'inside' : 'outside';
};

const nearest = (at: number, side: number): number => Math.min(Math.max(at, 0.5), side - 0.5);

export const hinted = fuzzer(
  'hints',
  fc.record({ picture, start, request, within: marks, beyond: marks, ordered: fc.boolean() }),
  async ({ picture: given, start: from, request: its, within: inner, beyond, ordered }) => {
    const { width, height } = given;
    const asked = { ...its, init: begun(from, given) };
    const [inside, outside] = [inner, beyond].map((told) => told.map((mark) => placed(mark, given))) as [XY[], XY[]];
    await onImage(ofPicture(given), async (engine, image) => {
      // The marks outside first: without an order, those inside are.
      const order = [...outside.map(() => 'outside' as const), ...inside.map(() => 'inside' as const)];
      const hints = { inside, outside, ...(ordered ? { order } : {}) };
      const found = await outcomeOf(() => engine.segment(image, { ...asked, hints }).result);
      if (found === undefined) return;
      for (const [side, its] of [
        ['inside', inside],
        ['outside', outside],
      ] as const)
        for (const [x, y] of its) {
          // A mark at the image's border is one in the middle of its pixel.
          const [px, py] = [nearest(x, width), nearest(y, height)];
          const seen = sideOf(found.geometry, [px, py]);
          // The level set's outlines run between pixels, and so may a mark be: it is that of one of them.
          const between = asked.algorithm === 'level-set' && seen === 'on';
          must(seen === side || between, `a mark ${side} at ${px}, ${py} lies ${seen}`);
        }
      const again = requestOf(found);
      must(again !== undefined, 'no request in the record');
      // What the first run left in the memory of its image, another opening of it has not.
      const fresh = await ofPicture(given)(engine);
      for (const on of [image, fresh]) {
        const { geometry } = await engine.segment(on, again!).result;
        must(JSON.stringify(geometry) === JSON.stringify(found.geometry), 'another contour out of its record');
      }
      engine.close(fresh);
    });
  },
  stop,
);
