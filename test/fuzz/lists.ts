/** Lists of starts on small images: each contour is that of its start alone, kept apart none shares a pixel; and searches by examples. */
import fc from 'fast-check';
import { areaIn, common, geometryOfArea } from '../../src/algorithm/shapes/clip.js';
import type { ContourFeature, SegmentRequest } from '../../src/worker/protocol.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { ofPicture, onImage, stop } from './on-image.js';
import { init, picture, rect } from './pictures.js';

const start = init.filter((each) => each !== 'auto');

const request = fc.record(
  {
    algorithm: fc.constantFrom('snake', 'snake', 'level-set'),
    level: fc.constantFrom(0, 1),
    pixelBudget: fc.constantFrom(100, 1000),
  },
  { requiredKeys: [] },
);

const example = rect.map(({ x, y, width, height }): ContourFeature['geometry'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ],
}));

const shape = ({ geometry, properties }: ContourFeature): string => JSON.stringify([geometry, properties.measurements]);

export const lists = fuzzer(
  'lists',
  fc.record({ picture, request, starts: fc.array(start, { minLength: 1, maxLength: 5 }) }),
  async ({ picture: given, request: asked, starts }) => {
    await onImage(ofPicture(given), async (engine, image) => {
      const alone: string[] = [];
      for (const each of starts) {
        const found = await outcomeOf(() => engine.segment(image, { ...asked, init: each } as SegmentRequest).result);
        if (found) alone.push(shape(found));
      }
      const list = { ...asked, init: starts } as SegmentRequest;
      const together = await outcomeOf(() => engine.segment(image, list).outcome);
      // A start beside the image spoils the whole list, as no run could begin with it.
      if (together === undefined) return;
      must(JSON.stringify(together.contours.map(shape)) === JSON.stringify(alone), 'not as each is alone');
      const apart = await outcomeOf(() => engine.segment(image, { ...list, exclusive: true }).outcome);
      must(apart !== undefined, 'kept apart it is refused');
      const areas = apart!.contours.map(({ geometry }) => areaIn(geometry));
      for (const [k, area] of areas.entries())
        for (const other of areas.slice(k + 1))
          must(geometryOfArea(common(area, other)) === undefined, 'two that are kept apart share pixels');
    });
  },
  stop,
);

export const searches = fuzzer(
  'searches',
  fc.record({
    picture,
    like: fc.array(example, { minLength: 1, maxLength: 4 }),
    unlike: fc.array(example, { maxLength: 2 }),
    domain: fc.option(rect, { nil: undefined }),
    exclusive: fc.boolean(),
  }),
  async ({ picture: given, like, unlike, domain, exclusive }) => {
    const { width, height } = given;
    const feature = (geometry: ContourFeature['geometry']) => ({ type: 'Feature' as const, properties: {}, geometry });
    const examples = { like: like.map(feature), unlike: unlike.map(feature) };
    const asked = { init: 'auto', ...examples, ...(domain && { domain }), exclusive } as unknown as SegmentRequest;
    await onImage(ofPicture(given), async (engine, image) => {
      const [first, second] = [
        await outcomeOf(() => engine.segment(image, asked).outcome),
        await outcomeOf(() => engine.segment(image, asked).outcome),
      ];
      must((first === undefined) === (second === undefined), 'once it is refused');
      if (first === undefined || second === undefined) return;
      must(JSON.stringify(first.contours.map(shape)) === JSON.stringify(second.contours.map(shape)), 'other contours');
      for (const { geometry, properties } of first.contours) {
        const { Probability: probability } = properties.measurements;
        must(probability === undefined || (probability >= 0 && probability <= 1), `a probability of ${probability}`);
        if (geometry.type !== 'Polygon') continue;
        must(
          geometry.coordinates.flat().every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height),
          'outside the image',
        );
      }
    });
  },
  stop,
);
