/** Runs of any request on small images: the same contours again, inside what was given, cancelled or not; or a coded error. */
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { pathsOf } from '../../src/contours/geometry.js';
import { SegmenterError } from '../../src/core/errors.js';
import { createEngine, type Engine } from '../../src/engine.js';
import type { SampleArray } from '../../src/image/samples.js';
import type { ContourFeature, SegmentRequest } from '../../src/worker/protocol.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
  readonly noise: number;
  readonly discs: readonly (readonly [number, number, number])[];
}

const samplesOf = ({ width, height, bands, bits, noise, discs }: Picture): SampleArray => {
  const count = width * height * bands;
  const data = bits === 8 ? new Uint8Array(count) : bits === 16 ? new Uint16Array(count) : new Float32Array(count);
  for (let k = 0; k < count; k++) {
    const pixel = Math.floor(k / bands);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const inside = discs.some(([cx, cy, r]) => (x - cx) ** 2 + (y - cy) ** 2 < r * r);
    data[k] = (inside ? 150 : 70) + ((k * 2654435761) >>> 24) * (noise / 256) + (k % bands) * 9;
  }
  return data;
};

/** Small ones leave little room for what is inside and what is outside. */
const side = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 6 }));
const picture: fc.Arbitrary<Picture> = fc.record({
  width: side,
  height: side,
  bands: fc.constantFrom(1, 1, 3, 4),
  bits: fc.constantFrom(8, 16, 32),
  noise: fc.nat(80),
  discs: fc.array(fc.tuple(fc.nat(60), fc.nat(60), fc.integer({ min: 2, max: 16 })), { maxLength: 4 }),
});
const at = fc.oneof(fc.nat(3), fc.integer({ min: -5, max: 65 }), fc.double({ min: -2, max: 62, noNaN: true }));
const size = fc.oneof(
  fc.integer({ min: 2, max: 5 }),
  fc.integer({ min: 0, max: 50 }),
  fc.double({ min: 0.1, max: 60, noNaN: true }),
);
const rect = fc.record({ x: at, y: at, width: size, height: size });
const ring = fc.array(fc.tuple(at, at), { minLength: 3, maxLength: 8 });
const init = fc.oneof(
  { weight: 4, arbitrary: rect },
  { weight: 1, arbitrary: fc.record({ x: at, y: at }) },
  { weight: 1, arbitrary: ring.map((positions) => ({ type: 'Polygon' as const, coordinates: [positions] })) },
  { weight: 3, arbitrary: fc.constant('auto' as const) },
);
const request = fc.record(
  {
    algorithm: fc.constantFrom('snake', 'snake', 'level-set', 'linear-features'),
    init,
    domain: rect,
    level: fc.constantFrom(0, 0, 1),
    model: fc.constantFrom('auto', 'gaussian', 'poisson', 'bernoulli', 'categorical'),
    channel: fc.constantFrom('auto', 'luminance', 'red', 'bands', 'band:2', 'palette:4'),
    pixelBudget: fc.constantFrom(1, 100, 1000, 2 ** 24),
  },
  { requiredKeys: ['init'] },
);

let made: Promise<Engine> | undefined;

const shape = (contours: readonly ContourFeature[]): string => JSON.stringify(contours.map(({ geometry }) => geometry));
const positions = (geometry: Geometry) => pathsOf(geometry).paths.flat();

export const requests = fuzzer(
  'requests',
  fc.record({ picture, request, cancelAt: fc.nat(6) }),
  async ({ picture: given, request: asked, cancelAt }) => {
    made ??= createEngine({ backend: 'cpu' });
    const engine = await made;
    const { width, height, bands } = given;
    const image = await engine.load({ width, height, bands, data: samplesOf(given) });
    try {
      // What the checker cannot know: parameters of one algorithm may be given to another, which refuses them.
      const whole = { ...asked, objects: undefined } satisfies SegmentRequest & Record<string, unknown>;
      let nothing = false;
      const first = await outcomeOf(() =>
        engine.segment(image, whole).outcome.catch((error: unknown) => {
          nothing = error instanceof SegmenterError && error.code === 'nothing-found';
          throw error;
        }),
      );
      const run = engine.segment(image, whole, {});
      let seen = 0;
      const watching = (async (): Promise<void> => {
        if (cancelAt === 0) run.cancel();
        for await (const _ of run) if (++seen === cancelAt) run.cancel();
      })().catch(() => {});
      const second = await outcomeOf(() => run.outcome);
      await watching;
      if (asked.algorithm === undefined || asked.algorithm === 'snake')
        must(
          // Whether anything stands out is judged at the end, to which a cancelled run does not come.
          nothing || (first === undefined) === (second === undefined) || asked.init === 'auto',
          'cancelled, it ends otherwise',
        );
      if (first && second && !second.cancelled)
        must(shape(first.contours) === shape(second.contours), 'other contours');
      for (const { geometry } of [...(first?.contours ?? []), ...(second?.contours ?? [])]) {
        const all = positions(geometry);
        must(all.length > 1 && all.flat().every(Number.isFinite), 'coordinates that are none');
        must(
          all.every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height),
          'outside the image',
        );
        const { domain } = asked;
        if (!domain || asked.init !== 'auto' || (asked.algorithm ?? 'snake') !== 'snake') continue;
        // To the pixel of the level on which it was found.
        const slack = 2 ** (asked.level ?? 0);
        const [left, right] = [
          Math.min(domain.x, domain.x + domain.width),
          Math.max(domain.x, domain.x + domain.width),
        ];
        const [top, bottom] = [
          Math.min(domain.y, domain.y + domain.height),
          Math.max(domain.y, domain.y + domain.height),
        ];
        const inside = ([x, y]: readonly [number, number]): boolean =>
          x > left - slack && x < right + slack && y > top - slack && y < bottom + slack;
        must(all.every(inside), 'outside the domain');
      }
    } finally {
      engine.close(image);
    }
    must(engine.stats().bytes === 0, `${engine.stats().bytes} bytes are held`);
  },
  async () => {
    (await made)?.dispose();
    made = undefined;
  },
);
