/** Turns stored values into the samples that the engine sees: palettes, inversion, opacity, no-data. */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { splitAlpha } from '../../codecs/alpha.js';
import { fromCmyk } from '../../codecs/ycbcr.js';
import { FLOAT_LIMIT, type NumberArray, type SampleArray, type Samples } from '../../samples.js';
import type { Directory } from './directory.js';
import { type Layout, WHITE_IS_ZERO } from './layout.js';
import { tags } from './tags.js';

const PALETTE = 3;
const CMYK = 5;
const CIE_LAB = 8;

/** Bands and bits of the samples, before any tile is read. */
export const kindOf = (layout: Layout): { readonly bands: number; readonly bits: 8 | 16 | 32 } => {
  const { photometric, stored, bits, format } = layout;
  if (photometric === PALETTE && stored === 1) return { bands: 3, bits: 8 };
  if (photometric === CMYK && stored === 4 && bits === 8) return { bands: 3, bits: 8 };
  const depth = format !== 'unsigned' || bits > 16 ? 32 : bits > 8 ? 16 : 8;
  return { bands: layout.alpha ? stored - 1 : stored, bits: depth };
};

/** The type of the stored numbers, as NumPy names it; integers of more bits than a 32-bit float keeps count as of 32. */
export const typeOf = ({ format, bits }: Layout): string => {
  if (format === 'float') return `float${bits}`;
  return `${format === 'signed' ? 'int' : 'uint'}${bits > MOST_EXACT ? 32 : bits}`;
};

/** Bits of an integer that a 32-bit float keeps. */
const MOST_EXACT = 24;

/**
 * 8- and 16-bit unsigned integers stay what they are; signed, 32-bit and floating values become `Float32Array`,
 * which holds whole numbers to 2^24 exactly. WhiteIsZero is inverted, so that more is brighter.
 */
export const converter = async (
  directory: Directory,
  layout: Layout,
  signal?: AbortSignal,
): Promise<(raw: NumberArray, width: number, height: number) => Samples> => {
  const { photometric, stored, bits, noData } = layout;
  if (photometric === CIE_LAB)
    throw new SegmenterError('unsupported', {
      what: because('what-of')`${'CIE L*a*b*'} of ${directory.file.bytes.name}`,
      reason: because('save-as-rgb')`save it as RGB or grey`,
    });
  const kind = kindOf(layout);
  const palette =
    photometric === PALETTE && stored === 1
      ? paletteOf(await directory.numbers(tags.ColorMap, signal), bits)
      : undefined;
  return (raw, width, height) => {
    const missing = absent(raw, stored, noData, layout.alpha);
    const mask = missing === undefined ? {} : { missing };
    if (palette !== undefined) return { width, height, bands: 3, data: palette(raw), ...mask };
    if (photometric === CMYK && kind.bands === 3 && stored === 4)
      return { width, height, bands: 3, data: fromCmyk(Uint8Array.from(raw), false), ...mask };
    const data = stored8to32(raw, kind.bits);
    if (photometric === WHITE_IS_ZERO && layout.format === 'unsigned' && bits <= 16) {
      const top = 2 ** bits - 1;
      for (let i = 0; i < data.length; i++) data[i] = top - data[i]!;
    }
    const samples: Samples = { width, height, bands: stored, data };
    if (!layout.alpha) return { ...samples, ...mask };
    const split = splitAlpha(samples);
    return missing === undefined ? split : { ...split, missing: either(missing, split.missing) };
  };
};

const stored8to32 = (raw: NumberArray, bits: 8 | 16 | 32): SampleArray => {
  if (bits === 8) return raw instanceof Uint8Array ? raw : Uint8Array.from(raw);
  if (bits === 16) return raw instanceof Uint16Array ? raw : Uint16Array.from(raw);
  return raw instanceof Float32Array ? raw : Float32Array.from(raw);
};

/** Flags of the pixels without data: those whose bands all have the no-data value, or of which one has a number that is not finite in 32 bits. */
const absent = (
  raw: NumberArray,
  stored: number,
  noData: number | undefined,
  alpha: boolean,
): Uint8Array | undefined => {
  const float = raw instanceof Float32Array || raw instanceof Float64Array;
  if (noData === undefined && !float) return undefined;
  const bands = alpha ? stored - 1 : stored;
  const value = raw instanceof Float32Array && noData !== undefined ? Math.fround(noData) : noData;
  const missing = new Uint8Array(raw.length / stored);
  let found = false;
  for (let i = 0; i < missing.length; i++) {
    let same = value !== undefined;
    let finite = true;
    for (let at = i * stored, end = at + bands; at < end; at++) {
      same &&= raw[at] === value;
      finite &&= Math.abs(raw[at]!) <= FLOAT_LIMIT;
    }
    if (!same && finite) continue;
    missing[i] = 1;
    found = true;
  }
  return found ? missing : undefined;
};

const either = (a: Uint8Array, b: Uint8Array | undefined): Uint8Array =>
  b === undefined ? a : a.map((flag, i) => flag | b[i]!);

/** A colour map of 16-bit entries; some writers left theirs at 8 bits. */
const paletteOf = (map: readonly number[], bits: number): ((raw: NumberArray) => Uint8Array) => {
  const count = 2 ** bits;
  const wide = map.some((entry) => entry > 255);
  const colours = Uint8Array.from({ length: count * 3 }, (_, at) => {
    const entry = map[(at % 3) * count + Math.floor(at / 3)] ?? 0;
    return wide ? entry >> 8 : entry;
  });
  return (raw) => {
    const data = new Uint8Array(raw.length * 3);
    for (let i = 0; i < raw.length; i++) for (let c = 0; c < 3; c++) data[i * 3 + c] = colours[raw[i]! * 3 + c]!;
    return data;
  };
};
