import wgsl from '../wgsl/strided_prefixes.wgsl';
import type { Kernel } from '../worker/recording.js';
import { G } from './layout.js';
import { sampleReader } from './sample_reader.js';

const two32 = 4294967296;

/** Rows of a workgroup, a lane each. */
export const prefixRows = 32;
/** Words that the shader reads at once: its rows are padded to a multiple of them. */
export const quadWords = 4;

/**
 * Row prefixes at every `stride`-th column (ALGORITHMS D.2): entry j of a row holds the sums over the columns left of
 * j·stride. Group (x, plane): rows 32x to 32x + 31 of a stored plane, `planes + masked` of them for intensities. A lane
 * walks along its row, so that nothing has to be shared: each line of memory is read by one lane, and read whole.
 *
 * Words of an entry: 8 bits: Σz, Σz²; 16 bits: Σz, Σz² low, Σz² high; codes: B counts of 16 bits, two a word.
 * Σz < 2³² for widths up to 65,537 at 16 bits; a count is at most 65,535.
 */
export const stridedPrefixes: Kernel = {
  name: 'strided_prefixes',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
  ],
  twin: ({ geometry, samples, prefixes }) => {
    const width = geometry![G.width]!;
    const rows = geometry![G.rows]!;
    const stride = 1 << geometry![G.strideShift]!;
    const entries = geometry![G.entries]!;
    const entryWords = geometry![G.entryWords]!;
    const codes = geometry![G.codes]!;
    const { values, pitch } = sampleReader(geometry!, samples!);
    const counts = new Uint32Array(codes);
    const oneRow = (row: number, plane: number): void => {
      const from = (plane * rows + row) * pitch;
      let at = (plane * rows + row) * entries * entryWords;
      if (codes > 0) {
        counts.fill(0);
        for (let entry = 0; entry < entries; entry++, at += entryWords) {
          for (let b = 0; b < codes; b += 2) prefixes![at + (b >> 1)] = counts[b]! | (counts[b + 1]! << 16);
          const end = Math.min(width, (entry + 1) * stride);
          for (let c = entry * stride; c < end; c++) {
            const code = values[from + c]!;
            if (code < codes) counts[code]!++;
          }
        }
        return;
      }
      let s = 0;
      let q = 0;
      for (let entry = 0; entry < entries; entry++, at += entryWords) {
        prefixes![at] = s;
        if (entryWords === 2) prefixes![at + 1] = q;
        else {
          const high = Math.floor(q / two32);
          prefixes![at + 1] = q - high * two32;
          prefixes![at + 2] = high;
        }
        const end = from + Math.min(width, (entry + 1) * stride);
        for (let c = from + entry * stride; c < end; c++) {
          const z = values[c]!;
          s += z;
          q += z * z;
        }
      }
    };
    return (x, plane) => {
      for (let row = x * prefixRows; row < Math.min(rows, (x + 1) * prefixRows); row++) oneRow(row, plane);
    };
  },
};
