import { Random } from '../random.js';

/** A plane of samples as the line kernels take them: 0 is outside. */
export interface LineImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  readonly samples: Uint8Array | Uint16Array;
}

const make = (
  name: string,
  width: number,
  height: number,
  bits: 8 | 16,
  at: (x: number, y: number) => number,
): LineImage => {
  const samples = bits === 8 ? new Uint8Array(width * height) : new Uint16Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) samples[y * width + x] = at(x, y);
  return { name, width, height, bits, samples };
};

/** Noise, heavy ties, plateaus, slopes, lines of every direction, holes, single rows and pixels. */
export const lineImages = (seed: number): LineImage[] => {
  const random = new Random(seed);
  const hole = (value: number): number => (random.between(0, 19) === 0 ? 0 : value);
  return [
    make('noise of 8 bits', 70, 41, 8, () => random.between(1, 255)),
    make('noise of 16 bits', 45, 70, 16, () => random.between(1, 65535)),
    make('ties of three values', 66, 65, 8, () => random.between(1, 3)),
    make('a constant', 40, 33, 8, () => 7),
    make('the greatest value', 34, 36, 16, () => 65535),
    make('plateaus', 64, 48, 8, (x, y) => 20 + 30 * (Math.floor(x / 7) % 3) + 10 * (Math.floor(y / 5) % 4)),
    make('a slope', 50, 40, 16, (x, y) => 1 + 100 * x + 37 * y),
    make('lines', 67, 66, 8, (x, y) => 60 + (x % 17 === 8 || y % 19 === 9 || (x + y) % 23 < 2 ? 90 : 0)),
    make('holes', 65, 40, 16, () => hole(random.between(1, 400))),
    make('nothing but holes', 33, 34, 8, () => 0),
    make('one row', 71, 1, 8, () => random.between(1, 9)),
    make('one column', 1, 40, 16, () => random.between(1, 9)),
    make('one pixel', 1, 1, 8, () => 5),
  ];
};

/** Its samples in words, as `pack` lays them out. */
export const wordsOf = ({ samples, bits }: LineImage): Uint32Array => {
  const words = new Uint32Array(Math.ceil((samples.length * bits) / 32));
  if (bits === 8) new Uint8Array(words.buffer).set(samples);
  else new Uint16Array(words.buffer).set(samples);
  return words;
};

/** Its corner, for adapters that are slow. */
export const cropped = (image: LineImage, width: number, height: number): LineImage => ({
  ...image,
  width,
  height,
  samples: cut(image, width, height),
});

const cut = (image: LineImage, width: number, height: number): Uint8Array | Uint16Array =>
  make('', width, height, image.bits, (x, y) => image.samples[y * image.width + x]!).samples;
