/** Images in memory and requests whose waiting time is measured. */
import type { EngineRequest } from '../../src/engine.js';
import type { ImageSpec } from '../../src/image/image-spec.js';
import { Random } from '../../test/support/random.js';

export interface Case {
  readonly spec: ImageSpec;
  readonly request: EngineRequest;
  /** Runs after the first. */
  readonly repeats: number;
  /** The request of a later run, from 1 on, where one that is repeated would be answered from what is kept. */
  readonly next?: (run: number) => EngineRequest;
}

/** Normal values, to be drawn from at random: 65,536 of them are enough, and cost no logarithm each. */
const normals = (random: Random): Float32Array =>
  Float32Array.from({ length: 2 ** 16 }, () => {
    const radius = Math.sqrt(-2 * Math.log((random.word() + 1) / 2 ** 32));
    return radius * Math.cos((2 * Math.PI * random.word()) / 2 ** 32);
  });

/** A star in white noise (SNR 1). */
const star = (width: number, height: number, bands: 1 | 3, bits: 8 | 16): Extract<ImageSpec, { kind: 'samples' }> => {
  const data = bits === 8 ? new Uint8Array(width * height * bands) : new Uint16Array(width * height * bands);
  const random = new Random(7);
  const noise = normals(random);
  const [outside, step, deviation, most] = bits === 8 ? [110, 20, 20, 255] : [9000, 2000, 2000, 65535];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [((x + 0.5) / width) * 2 - 1, ((y + 0.5) / height) * 2 - 1];
      const inside = Math.hypot(u, v) < 0.5 + 0.12 * Math.cos(5 * Math.atan2(v, u));
      for (let band = 0; band < bands; band++, at++) {
        const value = outside + (inside ? step : 0) + 5 * band + deviation * noise[random.word() >>> 16]!;
        data[at] = Math.min(most, Math.max(0, value));
      }
    }
  }
  return { kind: 'samples', width, height, bands, data };
};

/** A grid of bright lines. */
const lines = (side: number): Extract<ImageSpec, { kind: 'samples' }> => {
  const data = new Uint8Array(side * side);
  const random = new Random(5);
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) {
      const across = Math.abs(((x + 24 * Math.sin(y / 40)) % 97) - 48) < 2;
      const along = Math.abs((y % 131) - 60) < 2;
      data[at] = 90 + (across || along ? 60 : 0) + (random.word() >>> 27);
    }
  }
  return { kind: 'samples', width: side, height: side, bands: 1, data };
};

const linesOf = (side: number): [string, () => Case] => [
  `lines, ${side} × ${side}`,
  () => ({
    spec: lines(side),
    request: {
      algorithm: 'linear-features',
      init: 'auto',
      domain: { x: 0, y: 0, width: side, height: side },
      level: 0,
    },
    repeats: 2,
  }),
];

const paper = {
  model: 'gaussian',
  boxPrior: 0,
  lengthCost: 0,
  starts: 1,
  prune: false,
  minimumLength: 32,
  channel: 'luminance',
  confine: false,
} as const;

/** A box of two thirds of the image, round its middle. */
const boxIn = (width: number, height: number) => ({
  x: 0.17 * width,
  y: 0.17 * height,
  width: 0.66 * width,
  height: 0.66 * height,
});

const whole = (width: number, height: number): EngineRequest => ({
  init: boxIn(width, height),
  domain: { x: 0, y: 0, width, height },
  level: 0,
  pixelBudget: 2 ** 28,
});

const large = (name: string, width: number, height: number): [string, () => Case][] => [
  [
    `snake, ${name}, paper’s settings`,
    () => ({ spec: star(width, height, 1, 16), request: { ...whole(width, height), ...paper }, repeats: 4 }),
  ],
  [
    `snake, ${name}, level 0 whole`,
    () => ({ spec: star(width, height, 1, 16), request: whole(width, height), repeats: 3 }),
  ],
  [
    `snake, ${name}, defaults`,
    () => ({ spec: star(width, height, 1, 16), request: { init: boxIn(width, height) }, repeats: 4 }),
  ],
];

/** Each by its name, made when it is wanted; all but the largest where `only` is not given. */
export const casesOf = (
  only: readonly string[] = ['nucleus', '2048', '15', 'lines', 'volume'],
  volume?: Blob,
): [string, () => Case][] => {
  const groups: Record<string, [string, () => Case][]> = {
    nucleus: [
      [
        'snake, nucleus of 50 × 50, RGB',
        () => ({ spec: star(75, 75, 3, 8), request: { init: { x: 12, y: 12, width: 50, height: 50 } }, repeats: 40 }),
      ],
    ],
    2048: [1, 3].map((bands) => [
      `snake, 2048 × 2048, ${bands === 1 ? 'grey' : 'RGB'}`,
      () => ({ spec: star(2048, 2048, bands === 1 ? 1 : 3, 8), request: { init: boxIn(2048, 2048) }, repeats: 6 }),
    ]),
    15: large('15 Mpx', 4302, 3486),
    100: large('100 Mpx', 10000, 10000),
    150: large('150 Mpx', 12247, 12247),
    lines: [1024, 4096].map(linesOf),
    10000: [linesOf(10_000)],
    volume: volume
      ? [
          [
            'level set, volume',
            () => {
              const ball = (radius: number): EngineRequest => ({
                algorithm: 'level-set',
                init: { x: 90, y: 115 },
                speed: 'chan-vese',
                radius,
              });
              const spec = { kind: 'blob', blob: volume, name: 'volume.nii.gz' } as const;
              return { spec, request: ball(20), repeats: 4, next: (run) => ball(20 + run) };
            },
          ],
        ]
      : [],
  };
  return only.flatMap((name) => groups[name] ?? []);
};
