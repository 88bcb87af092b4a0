/** A channel transform as plain data: made once from a domain, applied to any samples of the same image. */
import type { SampleArray } from '../samples.js';

/** One plane: `clamp(round((Σ weights[c]·v[c] − offset)·scale), 0, 2^bits − 1)`, summed in the order of the bands. */
export interface AffinePlane {
  readonly weights: readonly number[];
  readonly offset: number;
  readonly scale: number;
}

/** A transform by weighted sums of the bands, one a plane. */
export interface Affine {
  readonly kind: 'affine';
  readonly bits: 8 | 16;
  readonly planes: readonly AffinePlane[];
}

/** The transform from stored bands to planes. */
export type Transform =
  /** The bands as they are stored, counted from 0. */
  | { readonly kind: 'bands'; readonly bands: readonly number[] }
  /** Rec. 601 luma of the first three bands, in fixed point: `(19595 R + 38470 G + 7471 B + 32768) >> 16`. */
  | { readonly kind: 'luma' }
  | Affine
  /**
   * `clamp(round((ln v[band] − ln v[over] − offset)·scale), 0, 65535)`, without the second term where `over` is not
   * given. Pixels where a value is not above 0 are missing.
   */
  | {
      readonly kind: 'logarithm';
      readonly band: number;
      readonly over?: number;
      readonly offset: number;
      readonly scale: number;
    }
  /**
   * `clamp(round((Σ weights[c]·d[c] − offset)·scale), 0, 65535)` over the first three bands, with the absorbance
   * `d = −ln((v + 1)/(white + 1))`.
   */
  | {
      readonly kind: 'absorbance';
      readonly weights: readonly [number, number, number];
      readonly white: number;
      readonly offset: number;
      readonly scale: number;
    }
  /** Code of the nearest centre, the lowest on ties, after `axes` has given up to three 8-bit coordinates. */
  | { readonly kind: 'palette'; readonly axes: Affine; readonly centres: readonly (readonly number[])[] }
  /** Code = how many of the ascending thresholds are at or below the value of the band. */
  | { readonly kind: 'quantiles'; readonly band: number; readonly thresholds: readonly number[] };

/** The input of the algorithms: one or more planes of integers, row by row, `planes[k].length === width * height`. */
export interface ChannelPlanes {
  /** Pixels in a row, as many as the samples have. */
  readonly width: number;
  readonly height: number;
  /** `codes` are categories `0 … codes − 1`: no order, no distance. */
  readonly kind: 'intensity' | 'codes';
  /** Bits of a value, by which the arrays are of bytes or of 16 bits. */
  readonly bits: 8 | 16;
  /** One a plane: `width * height` values. */
  readonly planes: readonly (Uint8Array | Uint16Array)[];
  /** The number of categories, where the planes are codes. */
  readonly codes?: number;
  /** 1 where a pixel is outside the domain. */
  readonly missing?: Uint8Array;
  /** The transform, exactly enough to repeat it: `transformOf(record)` gives it back. */
  readonly record: Readonly<Record<string, string>>;
}

/** The same, with rows computed on demand, so that the planes are never completely in memory in addition to the samples. */
export interface ChannelRows extends Omit<ChannelPlanes, 'planes'> {
  /** Number of planes. */
  readonly count: number;
  /**
   * The channel of `rows` rows from `first` on; with a mask wherever the whole has one.
   * @param spent an earlier result, with as many rows or more, that is no longer needed: its planes may be overwritten
   */
  rows(first: number, rows: number, spent?: ChannelPlanes): Promise<ChannelPlanes>;
}

/** Rows of planes in memory, without a copy. */
export const rowsOf = ({ planes, ...about }: ChannelPlanes): ChannelRows => ({
  ...about,
  count: planes.length,
  rows: async (first, rows) => {
    const [from, until] = [first * about.width, (first + rows) * about.width];
    const mask = about.missing === undefined ? {} : { missing: about.missing.subarray(from, until) };
    return { ...about, height: rows, planes: planes.map((plane) => plane.subarray(from, until)), ...mask };
  },
});

/** Bits of one sample. */
export const bitsOf = (data: SampleArray): 8 | 16 | 32 =>
  data instanceof Uint8Array ? 8 : data instanceof Uint16Array ? 16 : 32;

/** Record of a transform for a contour's metadata. JSON keeps every double to the last bit. */
export const recordOf = (channel: string, transform: Transform): Record<string, string> => ({
  channel,
  channelTransform: JSON.stringify(transform),
});
