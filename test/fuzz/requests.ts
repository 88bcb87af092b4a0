/** Runs of any request on small images: the same contours again, inside what was given, cancelled or not; or a coded error. */
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { pathsOf } from '../../src/contours/geometry.js';
import { SegmenterError } from '../../src/core/errors.js';
import type { ContourFeature, SegmentRequest } from '../../src/worker/protocol.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { ofPicture, onImage, stop } from './on-image.js';
import { init, picture, rect } from './pictures.js';

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

const shape = (contours: readonly ContourFeature[]): string => JSON.stringify(contours.map(({ geometry }) => geometry));
const positions = (geometry: Geometry) => pathsOf(geometry).paths.flat();

export const requests = fuzzer(
  'requests',
  fc.record({ picture, request, cancelAt: fc.nat(6) }),
  async ({ picture: given, request: asked, cancelAt }) => {
    const { width, height } = given;
    await onImage(ofPicture(given), async (engine, image) => {
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
    });
  },
  stop,
);
