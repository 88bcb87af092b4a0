/** Seeded images and starts for the snake: every model, several bands, codes, masks, odd widths. */
import type { ChannelPlanes } from '../../../src/image/channels/transform.js';
import { latticeOf, type RingStart } from '../../../src/snake/starts.js';
import type { Problem } from '../../../src/snake/steps/optimiser.js';
import { Random } from '../random.js';

export interface Case {
  readonly name: string;
  readonly channel: ChannelPlanes;
  readonly problem: Problem;
  readonly stride: number;
}

const models = ['gaussian', 'poisson', 'gamma', 'rayleigh', 'bernoulli', 'categorical', 'common'] as const;

/** Is (x, y) in the wobbly disc that the images show? */
const inside = (x: number, y: number, width: number, height: number, lobes: number): boolean => {
  const dx = (x + 0.5) / width - 0.52;
  const dy = (y + 0.5) / height - 0.47;
  return Math.hypot(dx, dy) < 0.28 * (1 + 0.35 * Math.cos(lobes * Math.atan2(dy, dx)));
};

/** About normal: the sum of four uniform values, with deviation `sigma`. */
const noise = (random: Random, sigma: number): number => {
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += random.between(0, 65535) / 65535 - 0.5;
  return sum * sigma * Math.sqrt(3);
};

const planeOf = (
  random: Random,
  model: (typeof models)[number],
  bits: 8 | 16,
  width: number,
  height: number,
  codes: number,
): Uint8Array | Uint16Array => {
  const plane = bits === 16 ? new Uint16Array(width * height) : new Uint8Array(width * height);
  const top = 2 ** bits - 1;
  const lobes = random.between(2, 6);
  const [low, high] = random.between(0, 5) === 0 ? [0.5, 0.5] : [0.35, 0.6];
  const sigma = random.between(2, 25) / 100;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const mean = inside(x, y, width, height, lobes) ? high! : low!;
      const value = mean + noise(random, sigma);
      const at = y * width + x;
      if (model === 'bernoulli') plane[at] = value > 0.5 ? 1 : 0;
      else if (model === 'categorical') plane[at] = Math.min(codes - 1, Math.max(0, Math.floor(value * codes)));
      else plane[at] = Math.min(top, Math.max(0, Math.round(value * top)));
    }
  }
  return plane;
};

const startIn = (random: Random, width: number, height: number): RingStart => {
  const left = random.between(0, width >> 2);
  const top = random.between(0, height >> 2);
  const right = random.between(width >> 1, width);
  const bottom = random.between(height >> 1, height);
  const box = random.between(0, 2) === 0 ? { x0: left, y0: top, x1: right, y1: bottom } : latticeOf({ width, height });
  const middle = [(left + right) >> 1, (top + bottom) >> 1] as const;
  switch (random.between(0, 2)) {
    case 0:
      return { ring: [left, top, right, top, right, bottom, left, bottom], box };
    case 1:
      return { ring: [left, top, right, top + 1, middle[0], bottom], box };
    default:
      return { ring: [middle[0], top, right, middle[1], middle[0], bottom, left, middle[1]], box };
  }
};

/** The case of a seed: small, so that a software adapter runs it in a second or two. */
export const caseOf = (seed: number, most = 40): Case => {
  const random = new Random(seed);
  const model = models[seed % models.length]!;
  const bits = model === 'bernoulli' || model === 'categorical' || random.between(0, 1) === 0 ? 8 : 16;
  const width = random.between(12, most);
  const height = random.between(12, most);
  const codes = model === 'categorical' ? 16 * random.between(1, 2) : 0;
  const bands = model === 'categorical' ? 1 : random.between(1, 3);
  const planes = Array.from({ length: bands }, () => planeOf(random, model, bits, width, height, codes));
  const masked = random.between(0, 4) === 0;
  const missing = masked
    ? Uint8Array.from({ length: width * height }, () => Number(random.between(0, 15) === 0))
    : undefined;
  const contours = random.between(1, 3);
  const kind = codes > 0 ? 'codes' : 'intensity';
  return {
    name: `${seed}: ${model}, ${width} × ${height} × ${bands}, ${bits} bits${masked ? ', masked' : ''}`,
    channel: { width, height, kind, bits, planes, codes: codes || undefined, missing, record: {} },
    stride: 32 >> random.between(0, 2),
    problem: {
      starts: Array.from({ length: contours }, () => startIn(random, width, height)),
      model,
      order: random.between(1, 5),
      distance: 2 ** random.between(1, 3),
      minimumLength: random.between(2, 8),
      prune: random.between(0, 3) > 0,
      polarity: random.between(0, 3) === 0 ? (random.between(0, 1) === 0 ? 'brighter' : 'darker') : 'any',
      contourWeight: random.between(0, 2),
      lengthCost: random.between(0, 2) === 0 ? 0.25 : 0,
      crews: 2 ** random.between(0, 8),
      capacity: 64,
      filter: false,
    },
  };
};

/** The same with every other vertex of the starts pinned. */
export const pinnedCase = (seed: number, most?: number): Case => {
  const { problem, ...found } = caseOf(seed, most);
  const starts = problem.starts.map((start) => ({ ...start, pinned: start.ring.filter((_, i) => i % 4 < 2) }));
  return { ...found, name: `${found.name}, pinned`, problem: { ...problem, starts } };
};
