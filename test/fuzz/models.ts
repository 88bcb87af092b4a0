/** Models of objects, as files hold them, with lies in them: a search ends with contours or is refused, and no number makes it endless. */
import fc from 'fast-check';
import { createEngine, type Engine, type ImageSource } from '../../src/engine.js';
import type { SegmentRequest } from '../../src/worker/protocol.js';
import { fuzzer, must, outcomeOf } from './fuzzer.js';
import { type Lie, liedTo, lies } from './lies.js';

const SIDE = 90;
const DISCS = [20, 45, 70].flatMap((y) => [20, 45, 70].map((x) => [x, y] as const));
const RADIUS = 8;

const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  const inside = DISCS.some(([cx, cy]) => (x - cx) ** 2 + (y - cy) ** 2 < RADIUS ** 2);
  return (inside ? 150 : 70) + ((i * 7919) % 23);
});

const [[cx, cy]] = DISCS as [readonly [number, number]];
const example = {
  type: 'Feature' as const,
  properties: {},
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [cx - 6, cy - 6],
        [cx + 6, cy - 6],
        [cx + 6, cy + 6],
        [cx - 6, cy + 6],
        [cx - 6, cy - 6],
      ] as const,
    ],
  },
};

interface Learnt {
  readonly engine: Engine;
  readonly image: ImageSource;
  readonly model: Readonly<Record<string, unknown>>;
}

const learn = async (): Promise<Learnt> => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: SIDE, height: SIDE, data });
  const model = (await engine.learn(image, { like: [example] })) as Learnt['model'];
  // Few trees, so that lies hit more than leaves.
  return { engine, image, model: { ...model, trees: (model.trees as unknown[]).slice(0, 2) } };
};
let made: Promise<Learnt> | undefined;

/** Numbers in place of one member; members of what it holds are lied to by `lies`. */
const number = fc.oneof(
  fc.constantFrom(0, -1, 1e-300, 1e-9, 0.5, 1e3, 1e6, 1e9, 2 ** 53, 1e300),
  fc.double({ noNaN: true }),
);
const plain = fc.record({ radius: number, scale: number, areas: fc.tuple(number, number) }, { requiredKeys: [] });

export const models = fuzzer(
  'models',
  fc.oneof(
    fc.record({ plain, all: fc.constant<readonly Lie[]>([]) }),
    fc.record({ plain: fc.constant({}), all: lies }),
    fc.record({ plain, all: lies }),
  ),
  async ({ plain: members, all }) => {
    made ??= learn();
    const { engine, image, model } = await made;
    const like = liedTo({ ...model, ...members }, all);
    const asked = { init: 'auto', like, objects: 20 } as unknown as SegmentRequest;
    const found = await outcomeOf(() => engine.segment(image, asked).outcome);
    for (const { properties } of found?.contours ?? []) {
      const { Probability: probability } = properties.measurements;
      must(probability === undefined || (probability >= 0 && probability <= 1), `a probability of ${probability}`);
    }
    must(engine.stats().bytes < 2 ** 24, `${engine.stats().bytes} bytes are held`);
  },
  async () => {
    const learnt = await made;
    learnt?.engine.close(learnt.image);
    learnt?.engine.dispose();
    made = undefined;
  },
);
