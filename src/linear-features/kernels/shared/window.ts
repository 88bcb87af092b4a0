/** Directional windows (ALGORITHMS C.1) as the words that every kernel of this folder reads first. */
import type { Constants } from '../../../compute/recording.js';

/** Words of the uniform `Window` of `wgsl/shared/line_window.wgsl`. */
export const W = {
  width: 0,
  height: 1,
  bits: 2,
  shift: 3,
  threshold: 4,
  ratio: 5,
  secondThreshold: 6,
  secondRatio: 7,
  offsets: 8,
  words: 8 + 256,
} as const;

/** Pixels of a workgroup's side. */
export const SIDE = 32;
/** Places for the steps of an orientation: at most 15 of a half window, and one for the strip beside a line. */
const PLACES = 16;

/** Steps in x and y, in pixels. */
export type Offset = readonly [number, number];

/**
 * Steps t = 1..h along the angle πk/K + `turn`, one pixel a step along the longer axis, the other coordinate rounded
 * half away from zero, so that the other half window is the mirror image.
 */
export const stepsOf = (k: number, orientations: number, h: number, turn = 0): Offset[] => {
  const angle = (Math.PI * k) / orientations + turn;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const longest = Math.max(Math.abs(x), Math.abs(y));
  return Array.from({ length: h }, (_, i) => [rounded(((i + 1) * x) / longest), rounded(((i + 1) * y) / longest)]);
};

/** The pixel nearest to the point at Euclidean distance `d` along orientation k. */
const pointAt = (k: number, orientations: number, d: number): Offset => {
  const angle = (Math.PI * k) / orientations;
  return [rounded(d * Math.cos(angle)), rounded(d * Math.sin(angle))];
};

/** 1e-9 lets 0.5 − ulp and 0.5 fall alike, whatever the last bit of the cosine. */
const rounded = (value: number): number => Math.sign(value) * Math.floor(Math.abs(value) + 0.5 + 1e-9);

/** The options of the four steps. Thresholds are in steps of the stored samples. */
export interface MaximaOptions {
  /** K, 1 to 16. */
  readonly orientations: number;
  /** h1, 1 to 15: pixels on either side. */
  readonly primary: number;
  /** h2, 1 to h1. */
  readonly secondary: number;
  /** T ≥ 0, kept in sixteenths: the least contrast to either side. */
  readonly threshold: number;
  /** ρ in [0, 1], kept in sixty-fourths: the least ratio of the two contrasts. */
  readonly ratio: number;
}

/** Size and bits of a plane of samples. */
export interface PlaneShape {
  readonly width: number;
  readonly height: number;
  /** Bits of a stored sample. */
  readonly bits: 8 | 16;
}

const header = ({ width, height, bits }: PlaneShape): Uint32Array => {
  const words = new Uint32Array(W.words);
  words[W.width] = width;
  words[W.height] = height;
  words[W.bits] = bits;
  return words;
};

/** Words of the six kernels that look for maxima; the second thresholds are half the first (C.1, step 4). */
export const maximaWindow = (plane: PlaneShape, options: MaximaOptions): Uint32Array => {
  const { orientations, primary } = options;
  const words = header(plane);
  words[W.threshold] = Math.round(16 * options.threshold);
  words[W.ratio] = Math.round(64 * options.ratio);
  words[W.secondThreshold] = words[W.threshold]! >> 1;
  words[W.secondRatio] = words[W.ratio]! >> 1;
  const stride = SIDE + 2 * primary;
  for (let k = 0; k < orientations; k++) {
    stepsOf(k, orientations, primary).forEach(([x, y], t) => {
      words[W.offsets + PLACES * k + t] = y * stride + x;
    });
  }
  return words;
};

/** Overrides of those six kernels: their loops and tiles are compiled for them. */
export const MAXIMA_CONSTANTS = ['orientations', 'h1', 'h2', 'halo'] as const;
/** Values of those overrides. */
export type MaximaConstants = Constants<(typeof MAXIMA_CONSTANTS)[number]>;

/** The overrides for the options. */
export const maximaConstants = ({ orientations, primary, secondary }: MaximaOptions): MaximaConstants => ({
  orientations,
  h1: primary,
  h2: secondary,
  halo: primary,
});

/** Bits dropped from 16-bit samples: twice a strip's sum then stays below 2^15, so that sums of two pixels share a word. */
const strengthShift = (reach: number): number => 34 - Math.clz32(2 * reach);

/** Options of `line_response`. */
export interface StrengthOptions {
  readonly orientations: number;
  /** Pixels of the strip along the line on either side of its centre, 0 to 7. */
  readonly reach: number;
  /** Distance from the centre line to the strips beside it, 1 to 8 pixels. */
  readonly distance: number;
}

/** Words of `line_response`: the steps along the line at t = 1..reach, the strip beside it at t = 16. */
export const strengthWindow = (plane: PlaneShape, options: StrengthOptions): Uint32Array => {
  const { orientations, reach, distance } = options;
  const words = header(plane);
  words[W.shift] = strengthShift(reach);
  const stride = SIDE + 2 * (reach + distance);
  for (let k = 0; k < orientations; k++) {
    const at = W.offsets + PLACES * k;
    stepsOf(k, orientations, reach, Math.PI / 2).forEach(([x, y], t) => {
      words[at + t] = y * stride + x;
    });
    const [x, y] = pointAt(k, orientations, distance);
    words[at + PLACES - 1] = y * stride + x;
  }
  return words;
};

/** Overrides of `line_response`. */
export const STRENGTH_CONSTANTS = ['orientations', 'reach', 'halo'] as const;
/** Values of the overrides of `line_response`. */
export type StrengthConstants = Constants<(typeof STRENGTH_CONSTANTS)[number]>;

/** The overrides of `line_response` for the options. */
export const strengthConstants = ({ orientations, reach, distance }: StrengthOptions): StrengthConstants => ({
  orientations,
  reach,
  halo: reach + distance,
});

/** Words of the kernels that need the size alone, and the gain of `smooth_samples`. */
export const sizeWindow = (plane: PlaneShape, gain: number): Uint32Array => {
  const words = header(plane);
  words[W.shift] = gain;
  return words;
};

/** Words that hold `pixels` samples of 8 or 16 bits. */
export const sampleWords = (pixels: number, bits: 8 | 16): number => Math.ceil((pixels * bits) / 32);
