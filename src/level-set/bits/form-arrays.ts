/** The arrays of a run on bits. Element k of most arrays describes word k of the mask (`bits.ts`). */

import { FREE, type Simd, simdWith } from '../kernels/simd/instance.js';
import { Listed } from '../kernels/simd/places.js';
import { rowsOf, rowWords } from './bits.js';
import type { GaussianFilter } from './gaussian-filter.js';
import type { Field } from './grid.js';
import { cellsOf, valuesOf } from './grid.js';

/** Sums of 16 bits in a vector. */
export const LANES = 8;
/** Bytes between arrays: WebAssembly may read four bytes before and sixteen bytes behind each array. */
const MARGIN = 16;

interface Kind<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

/** Whether a row of the filter fits a vector of sums. */
export const fitsVector = ({ size, total }: GaussianFilter): boolean => size <= LANES && total < 65536;

/** The types and lengths of a run's arrays. */
const shapesOf = (field: Field, filter: GaussianFilter, smooth: boolean, copied: boolean) => {
  const { grid, planes } = field;
  const words = rowWords(grid) * rowsOf(grid);
  const cells = cellsOf(grid);
  const bits = [Uint32Array, words] as const;
  const list = [Int32Array, words] as const;
  const flags = [Uint8Array, words] as const;
  const bytes = copied ? planes.length * cells * planes[0]!.BYTES_PER_ELEMENT : 0;
  const fast = copied && smooth && fitsVector(filter);
  return {
    mask: bits,
    /** M1 during an iteration, equal to the mask between two. */
    half: bits,
    domain: bits,
    /** `Beside` of each word. */
    beside: flags,
    /** The first cell of each word. */
    first: list,
    /** Words that the current iteration may change, and their cells of L_in with F < 0. */
    moving: list,
    retreat: bits,
    /** 1 where the front crosses a word, as last seen by an iteration of cycle one. A multiple of 16. */
    crossed: [Uint8Array, 16 * Math.ceil(words / 16)],
    /** Words that changed since the last call of `changes`. */
    touched: list,
    isTouched: flags,
    /** The lists of `NearWords`, for either cycle. */
    changedData: list,
    isChangedData: flags,
    nearData: list,
    changedFilter: list,
    isChangedFilter: flags,
    nearFilter: list,
    counts: [Int32Array, Object.keys(Listed).length],
    /** Change of the inside's moments by an iteration: cells, then of each band samples and squares; whole, below 2⁵³. */
    moments: [Float64Array, 1 + 2 * planes.length],
    tables: [Int32Array, planes.length * valuesOf(field)],
    /** The filtered inside of each cell, 0 … total, and the mask that was filtered. */
    sums: [filter.total < 65536 ? Uint16Array : Uint32Array, smooth ? cells : 0],
    summed: [Uint32Array, smooth ? words : 0],
    /** For WebAssembly: the bytes of all planes; of each distance of a filter's rows their number and offsets in bytes, and its vectors. */
    samples: [Uint8Array, bytes],
    rows: [Int32Array, fast ? filter.rowClass.length + classesOf(filter) : 0],
    patterns: [Int16Array, fast ? LANES * classesOf(filter) * 2 ** (LANES + 1 - filter.size) : 0],
  } as const satisfies Record<string, readonly [Kind<unknown>, number]>;
};

/** Distances of a filter's rows from its middle. */
export const classesOf = ({ rowSums, size }: GaussianFilter): number => rowSums.length >>> size;

type Shapes = ReturnType<typeof shapesOf>;
/** The arrays by their names. */
export type FormArrays = { readonly [Name in keyof Shapes]: InstanceType<Shapes[Name][0]> };

/** The arrays, and the module in whose memory they lie. */
export interface Room {
  readonly arrays: FormArrays;
  readonly simd: Simd | undefined;
}

/** Makes all arrays, filled with 0: side by side in WebAssembly's memory if there is one, otherwise separate. */
export const roomFor = (
  field: Field,
  filter: GaussianFilter,
  smooth: boolean,
  instantiate: (bytes: number) => Simd | undefined = simdWith,
): Room => {
  const together = shapesOf(field, filter, smooth, true);
  const simd = instantiate(Object.values(together).reduce((sum, shape) => sum + room(shape), 0));
  let at = FREE;
  const make = ([kind, length]: Shape): ArrayBufferView => {
    if (simd === undefined) return new kind(new ArrayBuffer(length * kind.BYTES_PER_ELEMENT), 0, length);
    const from = at + MARGIN;
    at += room([kind, length]);
    return new kind(simd.memory.buffer, from, length);
  };
  const shapes = simd === undefined ? shapesOf(field, filter, smooth, false) : together;
  const arrays = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, make(shape)]));
  return { arrays: arrays as FormArrays, simd };
};

type Shape = readonly [Kind<ArrayBufferView>, number];

const room = ([kind, length]: Shape): number =>
  MARGIN + 16 * Math.ceil((length * kind.BYTES_PER_ELEMENT + MARGIN) / 16);
