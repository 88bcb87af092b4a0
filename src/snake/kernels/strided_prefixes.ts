import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { store64 } from '../../core/numbers/wide.js';
import { G } from './shared/layout.js';
import { sampleReader } from './shared/sample-reader.js';
import { boundToTables } from './simd/instance.js';

/**
 * Row prefixes at every `stride`-th column (ALGORITHMS D.2): entry j of a row holds the sums over the columns left of
 * j·stride. A workgroup does one row of one stored plane: group (row, plane), `planes + masked` of them for intensities.
 *
 * Words of an entry: 8 bits: Σz, Σz²; 16 bits: Σz, Σz² low, Σz² high; codes: B counts of 16 bits, two a word.
 * Σz < 2³² for widths up to 65,537 at 16 bits; a count is at most 65,535.
 */
export const stridedPrefixes = defineKernel({
  name: 'strided_prefixes',
  wgsl: () => import('../../wgsl/snake/strided_prefixes.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
  ],
  cpu: (words) => simdForm(words) ?? stridedPrefixesPlain(words),
});

type TableWords = Words<'geometry' | 'samples' | 'prefixes'>;

/** Samples that SIMD processes at once: no stride is shorter there. */
const LANES = 8;
/** Maximum number of codes that SIMD counts. */
const MOST_CODES = 16;

const simdForm = (words: TableWords): GroupFunction | undefined => {
  const { geometry } = words;
  const codes = geometry[G.codes]!;
  if (codes > MOST_CODES || (codes === 0 && 1 << geometry[G.strideShift]! < LANES)) return undefined;
  const simd = boundToTables(words);
  return simd && ((row, plane) => simd.prefixRow(row, plane));
};

/** The CPU kernel without SIMD. */
const stridedPrefixesPlain = ({ geometry, samples, prefixes }: TableWords): GroupFunction => {
  const width = geometry[G.width]!;
  const rows = geometry[G.rows]!;
  const stride = 1 << geometry[G.strideShift]!;
  const entries = geometry[G.entries]!;
  const entryWords = geometry[G.entryWords]!;
  const codes = geometry[G.codes]!;
  const { values, pitch } = sampleReader(geometry, samples);
  const counts = new Uint32Array(codes);
  // Away from a ring, long runs of pixels are outside the domain: whole words of them are skipped.
  const outside = codes * 0x01010101;
  const hasNone = (first: number, count: number): boolean => {
    if (count < stride || stride % 4 !== 0) return false;
    for (let word = first >>> 2, end = (first + count) >>> 2; word < end; word++)
      if (samples[word] !== outside) return false;
    return true;
  };
  return (row, plane) => {
    const from = (plane * rows + row) * pitch;
    let at = (plane * rows + row) * entries * entryWords;
    if (codes > 0) {
      counts.fill(0);
      for (let entry = 0; entry < entries; entry++, at += entryWords) {
        for (let b = 0; b < codes; b += 2) prefixes[at + (b >> 1)] = counts[b]! | (counts[b + 1]! << 16);
        const begin = entry * stride;
        const end = Math.min(width, begin + stride);
        if (hasNone(from + begin, end - begin)) continue;
        for (let c = begin; c < end; c++) {
          const code = values[from + c]!;
          if (code < codes) counts[code]!++;
        }
      }
      return;
    }
    if (entryWords === 2) narrow(values, from, width, stride, prefixes, at, entries);
    else wide(values, from, width, stride, prefixes, at, entries);
  };
};

/** 8 bits: every sum is below 2³², so that arithmetic modulo 2³² is exact. */
const narrow = (
  values: Uint8Array | Uint16Array,
  from: number,
  width: number,
  stride: number,
  prefixes: Uint32Array,
  first: number,
  entries: number,
): void => {
  let s = 0;
  let q = 0;
  let at = first;
  let c = from;
  for (let end = from; at < first + 2 * entries; at += 2) {
    prefixes[at] = s;
    prefixes[at + 1] = q;
    end = Math.min(from + width, end + stride);
    for (; c < end; c++) {
      const z = values[c]!;
      s = (s + z) | 0;
      q = (q + Math.imul(z, z)) | 0;
    }
  }
};

/** 16 bits: Σz² < 2⁵³. */
const wide = (
  values: Uint8Array | Uint16Array,
  from: number,
  width: number,
  stride: number,
  prefixes: Uint32Array,
  first: number,
  entries: number,
): void => {
  let s = 0;
  let q = 0;
  let at = first;
  let c = from;
  for (let end = from; at < first + 3 * entries; at += 3) {
    prefixes[at] = s;
    store64(prefixes, at + 1, q);
    end = Math.min(from + width, end + stride);
    for (; c < end; c++) {
      const z = values[c]!;
      s = (s + z) | 0;
      q += z * z;
    }
  }
};
