/** Runs with a person's marks on small images: each mark on its side of the contour, the same contour out of its own record; or a coded error. */
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { pathsOf } from '../../src/contours/geometry.js';
import { requestOf } from '../../src/worker/feature.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { ofPicture, onImage, stop } from './on-image.js';
import { at, init, picture } from './pictures.js';

type XY = readonly [number, number];

/** Half pixels are where people click; other places may lie beside the image. */
const half = fc.integer({ min: 0, max: 59 }).map((pixel) => pixel + 0.5);
const mark: fc.Arbitrary<XY> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(half, half) },
  { weight: 1, arbitrary: fc.tuple(at, at) },
);
const marks = fc.array(mark, { maxLength: 4 });

const request = fc.record(
  {
    algorithm: fc.constantFrom('snake', 'snake', 'level-set'),
    init: init.filter((start) => start !== 'auto'),
    level: fc.constantFrom(0, 1),
    pixelBudget: fc.constantFrom(100, 1000),
  },
  { requiredKeys: ['init'] },
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

const within = (at: number, side: number): number => Math.min(Math.max(at, 0.5), side - 0.5);

export const hinted = fuzzer(
  'hints',
  fc.record({ picture, request, inside: marks, outside: marks }),
  async ({ picture: given, request: asked, inside, outside }) => {
    const { width, height } = given;
    await onImage(ofPicture(given), async (engine, image) => {
      const found = await outcomeOf(() => engine.segment(image, { ...asked, hints: { inside, outside } }).result);
      if (found === undefined) return;
      for (const [side, its] of [
        ['inside', inside],
        ['outside', outside],
      ] as const)
        for (const [x, y] of its) {
          // A mark at the image's border is one in the middle of its pixel.
          const [px, py] = [within(x, width), within(y, height)];
          const seen = sideOf(found.geometry, [px, py]);
          // The level set's outlines run between pixels, and so may a mark be: it is that of one of them.
          const between = asked.algorithm === 'level-set' && seen === 'on';
          must(seen === side || between, `a mark ${side} at ${px}, ${py} lies ${seen}`);
        }
      const again = requestOf(found);
      must(again !== undefined, 'no request in the record');
      const { geometry } = await engine.segment(image, again!).result;
      must(JSON.stringify(geometry) === JSON.stringify(found.geometry), 'another contour out of its record');
    });
  },
  stop,
);
