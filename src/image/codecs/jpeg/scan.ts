/** Entropy-coded scans, baseline and progressive (ITU-T T.81, annexes F and G). */
import { because, Damage } from '../../../core/reasons.js';
import { yielding } from '../../../core/yielding.js';
import type { BitReader, HuffmanTable } from './huffman.js';

/** A component of a frame: its sampling and its blocks. */
export interface Component {
  readonly id: number;
  readonly h: number;
  readonly v: number;
  readonly quantisation: number;
  /** Blocks that hold the picture, across and down: those of a scan of its own. */
  readonly across: number;
  readonly down: number;
  /** Blocks kept a row, padded to whole minimum coded units. */
  readonly stride: number;
  /** 64 a block, natural order; of all rows, or of one minimum coded unit. */
  readonly coefficients: Int16Array;
  /** Flags of a progressive picture: 1 for a block in which any coefficient but the first is known. */
  readonly known: Uint8Array;
}

/** A component in a scan, with its Huffman tables. */
export interface ScanPart {
  readonly component: Component;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/** The header of a scan: its components and the coefficients that it holds. */
export interface Scan {
  readonly parts: readonly ScanPart[];
  readonly progressive: boolean;
  readonly start: number;
  readonly end: number;
  /** Successive approximation: bit positions before and now. */
  readonly high: number;
  readonly low: number;
  /** Minimum coded units between restarts; 0 for none. */
  readonly restart: number;
  readonly unitsAcross: number;
  readonly unitsDown: number;
}

/** Natural position of the k-th coefficient; the tail catches runs beyond the block. */
export const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
]);

interface State {
  /** Last DC value by part. */
  readonly last: Int32Array;
  /** Blocks still to skip in a run of ended blocks. */
  run: number;
}

type BlockDecoder = (bits: BitReader, part: ScanPart, at: number, state: State, index: number) => void;

/**
 * Decodes a scan. `onRow`, where given, is called after each row of minimum coded units (of blocks, in a scan of one component),
 * and coefficients are of one such row.
 * @throws RangeError where the stream ends early or holds an impossible code
 */
export const decodeScan = async (
  bits: BitReader,
  scan: Scan,
  nextRestart: () => void,
  signal?: AbortSignal,
  onRow?: (row: number) => void,
): Promise<void> => {
  const decode = decoderOf(scan);
  const state: State = { last: new Int32Array(scan.parts.length), run: 0 };
  const [only] = scan.parts;
  const alone = scan.parts.length === 1;
  const across = alone ? only!.component.across : scan.unitsAcross;
  const down = alone ? only!.component.down : scan.unitsDown;
  const skips = scan.progressive && scan.start > 0 && scan.high === 0;
  let units = 0;
  for await (const [row] of yielding(down, signal, 1)) {
    const stored = onRow ? 0 : row;
    if (onRow) for (const { component } of scan.parts) component.coefficients.fill(0);
    for (let column = 0; column < across; column++) {
      if (scan.restart > 0 && units > 0 && units % scan.restart === 0) {
        bits.align();
        nextRestart();
        state.last.fill(0);
        state.run = 0;
      }
      if (skips && state.run > 0) {
        // Empty blocks are skipped: a few bytes may stand for millions of them.
        const toRestart = scan.restart > 0 ? scan.restart - (units % scan.restart) : across;
        const count = Math.min(state.run, across - column, toRestart);
        state.run -= count;
        units += count;
        column += count - 1;
        continue;
      }
      units++;
      if (alone) {
        decode(bits, only!, (stored * only!.component.stride + column) * 64, state, 0);
        continue;
      }
      for (let k = 0; k < scan.parts.length; k++) {
        const part = scan.parts[k]!;
        const { h, v, stride } = part.component;
        for (let y = 0; y < v; y++)
          for (let x = 0; x < h; x++) decode(bits, part, ((stored * v + y) * stride + column * h + x) * 64, state, k);
      }
    }
    onRow?.(row);
  }
  bits.align();
};

const decoderOf = (scan: Scan): BlockDecoder => {
  if (!scan.progressive) return baseline;
  if (scan.start === 0) return scan.high === 0 ? firstDc(scan) : refineDc(scan);
  return scan.high === 0 ? firstAc(scan) : refineAc(scan);
};

const tableOf = (table: HuffmanTable | undefined): HuffmanTable => {
  if (table === undefined) throw new Damage(because('jpeg-no-huffman')`a Huffman table is missing`);
  return table;
};

const differenceOf = (bits: BitReader, part: ScanPart): number => {
  const size = bits.code(tableOf(part.dc));
  if (size > 16) throw new Damage(because('jpeg-difference')`a DC difference is impossible`);
  return bits.signed(size);
};

const baseline: BlockDecoder = (bits, part, at, state, index) => {
  const { coefficients } = part.component;
  state.last[index]! += differenceOf(bits, part);
  coefficients[at] = state.last[index]!;
  const ac = tableOf(part.ac);
  for (let k = 1; k < 64; k++) {
    const symbol = bits.code(ac);
    const size = symbol & 15;
    const zeros = symbol >> 4;
    if (size === 0) {
      if (zeros !== 15) return;
      k += 15;
      continue;
    }
    k += zeros;
    coefficients[at + zigzag[k]!] = bits.signed(size);
  }
};

const firstDc =
  ({ low }: Scan): BlockDecoder =>
  (bits, part, at, state, index) => {
    state.last[index]! += differenceOf(bits, part);
    part.component.coefficients[at] = state.last[index]! << low;
  };

const refineDc =
  ({ low }: Scan): BlockDecoder =>
  (bits, part, at) => {
    if (bits.take(1) === 1) part.component.coefficients[at]! |= 1 << low;
  };

const firstAc =
  ({ start, end, low }: Scan): BlockDecoder =>
  (bits, part, at, state) => {
    const { coefficients, known } = part.component;
    const ac = tableOf(part.ac);
    for (let k = start; k <= end; k++) {
      const symbol = bits.code(ac);
      const size = symbol & 15;
      const zeros = symbol >> 4;
      if (size === 0) {
        if (zeros < 15) {
          state.run = (1 << zeros) - 1 + bits.take(zeros);
          return;
        }
        k += 15;
        continue;
      }
      k += zeros;
      coefficients[at + zigzag[k]!] = bits.signed(size) << low;
      known[at >> 6] = 1;
    }
  };

const refineAc =
  ({ start, end, low }: Scan): BlockDecoder =>
  (bits, part, at, state) => {
    const { coefficients, known } = part.component;
    if (state.run > 0 && known[at >> 6] === 0) {
      state.run--;
      return;
    }
    const unit = 1 << low;
    /** One more bit for a coefficient that is already known. */
    const refine = (where: number): void => {
      const value = coefficients[where]!;
      if (bits.take(1) === 1 && (value & unit) === 0) coefficients[where] = value + (value >= 0 ? unit : -unit);
    };
    let k = start;
    if (state.run === 0) {
      const ac = tableOf(part.ac);
      for (; k <= end; k++) {
        const symbol = bits.code(ac);
        let zeros = symbol >> 4;
        let fresh = 0;
        if ((symbol & 15) !== 0) fresh = bits.take(1) === 1 ? unit : -unit;
        else if (zeros < 15) {
          state.run = (1 << zeros) + bits.take(zeros);
          break;
        }
        for (; k <= end; k++) {
          const where = at + zigzag[k]!;
          if (coefficients[where] !== 0) refine(where);
          else if (--zeros < 0) break;
        }
        if (fresh !== 0 && k <= end) {
          coefficients[at + zigzag[k]!] = fresh;
          known[at >> 6] = 1;
        }
      }
    }
    if (state.run > 0) {
      for (; k <= end; k++) {
        const where = at + zigzag[k]!;
        if (coefficients[where] !== 0) refine(where);
      }
      state.run--;
    }
  };
