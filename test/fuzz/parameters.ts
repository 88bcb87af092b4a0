/** Every parameter of every algorithm at any value that its schema takes, on small images and volumes: a contour within the image, or a coded error. */
import fc from 'fast-check';
import type { ParameterSchema } from '../../src/algorithm/algorithm.js';
import { builtIn } from '../../src/algorithms.js';
import { pathsOf } from '../../src/contours/geometry.js';
import type { ImageSource } from '../../src/engine.js';
import type { SegmentRequest } from '../../src/worker/protocol.js';
import { niftiFile } from '../support/images/nifti-file.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { ofPicture, onImage, stop } from './on-image.js';
import { picture } from './pictures.js';

/** Values at the ends of a range, its default, and some between. */
const numbers = (schema: ParameterSchema, whole: boolean): fc.Arbitrary<number> => {
  const { minimum, exclusiveMinimum, maximum, multipleOf = 1, default: usual } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + (whole ? 1 : 1e-9));
  const most = maximum ?? Math.max(least, 1000);
  const ends = fc.constantFrom(least, most, ...(typeof usual === 'number' ? [usual] : []));
  const between = whole
    ? fc.integer({ min: Math.ceil(least), max: Math.floor(most) })
    : fc.double({ min: least, max: most, noNaN: true });
  return fc.oneof(ends, between).map((value) => (multipleOf > 1 ? value - (value % multipleOf) : value));
};

const anyOf = (schema: ParameterSchema): fc.Arbitrary<unknown> => {
  const { type, enum: choices, automatic, items, minItems = 0, maxItems = 3 } = schema;
  const plain = (): fc.Arbitrary<unknown> => {
    if (choices) return fc.constantFrom(...choices);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return fc.constantFrom('auto', 'luminance', 'principal', 'band:1', 'bands', 'red');
    if (type === 'array')
      return fc.array(numbers(schema, items?.type === 'integer'), { minLength: minItems, maxLength: maxItems });
    return numbers(schema, type === 'integer');
  };
  return automatic ? fc.oneof(plain(), fc.constant('auto')) : plain();
};

const settings = fc.constantFrom(...builtIn).chain(({ id, schema }) =>
  fc.record({
    algorithm: fc.constant(id),
    parameters: fc.record(
      Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, anyOf(each)])),
      { requiredKeys: [] },
    ),
  }),
);

/** A start within the image, in shares of its sides. */
const share = fc.double({ min: 0, max: 1, noNaN: true });
const start = fc.record({
  kind: fc.constantFrom('box', 'box', 'box', 'point', 'auto'),
  x: share,
  y: share,
  across: share,
  down: share,
});
const startIn = (
  { kind, x, y, across, down }: { kind: string; x: number; y: number; across: number; down: number },
  { width, height }: Pick<ImageSource, 'width' | 'height'>,
): unknown => {
  if (kind === 'auto') return 'auto';
  if (kind === 'point') return { x: x * width, y: y * height };
  const [wide, high] = [4 + across * Math.max(0, width - 4), 4 + down * Math.max(0, height - 4)];
  return { x: x * Math.max(0, width - wide), y: y * Math.max(0, height - high), width: wide, height: high };
};

const sized = fc.tuple(picture, fc.integer({ min: 16, max: 60 }), fc.integer({ min: 16, max: 60 }));

const volume: Parameters<typeof onImage>[0] = (engine) =>
  engine.open({ kind: 'blob', blob: new Blob([niftiFile()]), name: 'volume.nii' });

export const parameters = fuzzer(
  'parameters',
  fc.record({ sized, settings, start, isVolume: fc.nat(3).map((k) => k === 0), slice: fc.nat(5) }),
  async ({ sized: [given, width, height], settings: { algorithm, parameters: asked }, start, isVolume, slice }) => {
    await onImage(isVolume ? volume : ofPicture({ ...given, width, height }), async (engine, image) => {
      const request = {
        ...asked,
        algorithm,
        init: startIn(start, image),
        ...(isVolume && { slice }),
      } as unknown as SegmentRequest;
      const found = await outcomeOf(() => engine.segment(image, request).outcome);
      for (const { geometry, properties } of found?.contours ?? []) {
        const all = pathsOf(geometry).paths.flat();
        must(
          all.every(([x, y]) => x >= 0 && y >= 0 && x <= image.width && y <= image.height),
          'outside the image',
        );
        const odd = Object.entries(properties.measurements).find(([, value]) => !Number.isFinite(value));
        must(odd === undefined, `${odd?.[0]} is ${odd?.[1]}`);
      }
    });
  },
  stop,
);
