/**
 * Ablations of the defaults: each part off, one at a time, on the public objects from their boxes and on pictures of an
 * object in strong white noise. Writes the section of `bench/RESULTS.md`.
 */
import { createEngine, type Engine, type EngineRequest } from '../src/engine.js';
import { Random } from '../test/support/random.js';
import { dataFolder, kinds, readTargets, type Target } from './support/images/dataset.js';
import { maskOfRings, overlap } from './support/images/masks.js';
import { type Shape, shapeMask, shapes } from './support/images/synthetic.js';
import { mean, table, writeSection } from './support/results.js';

type Part = Partial<Omit<EngineRequest, 'init'>>;

/** Off is what the parameter was before the part came, or what leaves it out. */
const parts: readonly (readonly [name: string, without: Part])[] = [
  ['the default', {}],
  ['the box’s prior', { boxPrior: 0 }],
  ['the cost of length', { lengthCost: 0 }],
  ['both', { boxPrior: 0, lengthCost: 0 }],
  ['the whiteness switch (prior and cost always)', { boxPrior: 0.8, lengthCost: 2 }],
  ['the choice of the noise model (common always)', { model: 'common' }],
  ['the choice of the noise model (Gaussian always)', { model: 'gaussian' }],
  ['all bands (luminance alone)', { channel: 'luminance' }],
  ['competing starts (the box alone)', { starts: 1 }],
  ['confinement to the box', { confine: false }],
  ['pruning', { prune: false }],
];

const side = 256;
const shares = [1, 1.1, 1.25] as const;

/** Gauss at SNR ½ and 1, of the variance alone, and speckle of one look. */
const laws: Readonly<Record<string, (random: Random, inside: boolean) => number>> = {
  'SNR ½': (random, inside) => 9000 + (inside ? 1000 : 0) + 2000 * normal(random),
  'SNR 1': (random, inside) => 9000 + (inside ? 2000 : 0) + 2000 * normal(random),
  'variance only': (random, inside) => 9000 + (inside ? 3000 : 1200) * normal(random),
  'speckle × 2': (random, inside) => -(inside ? 6000 : 3000) * Math.log((random.word() + 1) / 2 ** 32),
};

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log((random.word() + 1) / 2 ** 32)) * Math.cos((2 * Math.PI * random.word()) / 2 ** 32);

const ringsOf = async (engine: Engine, image: Target['image'], request: EngineRequest) => {
  const { geometry } = await engine.segment(image, request).result;
  return geometry.type === 'Polygon' ? geometry.coordinates : [];
};

const noisy = async (engine: Engine, without: Part): Promise<readonly number[]> => {
  const scores: number[] = [];
  const whole = { x: 0, y: 0, width: side, height: side };
  for (const [i, law] of Object.values(laws).entries()) {
    for (const shape of shapes) {
      const truth = shapeMask(shape, side);
      const random = new Random(i + 1);
      const sample = (is: number): number => Math.max(0, Math.min(65535, Math.round(law(random, is === 1))));
      const data = Uint16Array.from(truth.data, sample);
      const image = await engine.load({ width: side, height: side, data });
      for (const share of shares) {
        const rings = await ringsOf(engine, image, { ...without, init: boxOf(shape, share) });
        scores.push(overlap(maskOfRings(rings, side, side), truth, whole));
      }
      engine.close(image);
    }
  }
  return scores;
};

/** The bounding box of a shape, grown round its middle. */
const boxOf = (shape: Shape, share: number) => {
  const { data } = shapeMask(shape, side);
  const held = (of: (i: number) => number): readonly [number, number] => {
    const values = [...data.keys()].filter((i) => data[i] === 1).map(of);
    const [from, to] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b)) + 1];
    const more = Math.round(((share - 1) * (to - from)) / 2);
    return [from - more, to - from + 2 * more];
  };
  const [x, width] = held((i) => i % side);
  const [y, height] = held((i) => Math.floor(i / side));
  return { x, y, width, height };
};

const folder = dataFolder();
if (folder === undefined) {
  console.log('No data: set DATA to a folder with manifest.json and its images. Nothing measured.');
} else {
  const targets = await readTargets(folder);
  const engine = await createEngine({ backend: 'cpu' });
  const rows = [['without', ...kinds, 'public, mean', 'least', 'white noise, mean', 'least']];
  for (const [name, without] of parts) {
    const scores: { readonly kind: string; readonly iou: number }[] = [];
    for (const { image, box, truth, ignore, kind } of targets) {
      const rings = await ringsOf(engine, image, { ...without, init: box });
      scores.push({ kind, iou: overlap(maskOfRings(rings, image.width, image.height), truth, box, ignore) });
    }
    const noise = await noisy(engine, without);
    const all = scores.map(({ iou }) => iou);
    const of = (kind: string): string =>
      mean(scores.filter((each) => each.kind === kind).map(({ iou }) => iou)).toFixed(3);
    const both = (values: readonly number[]): string[] => [mean(values).toFixed(3), Math.min(...values).toFixed(3)];
    rows.push([name, ...kinds.map(of), ...both(all), ...both(noise)]);
    console.log(rows.at(-1)!.join('  '));
  }
  engine.dispose();
  writeSection('ablations', `## What each part of the default is worth\n\n${table(rows)}`);
}
