/** Writes the codes of pixels: of a palette, or of quantiles. */
import { fastSamples, MOST_COMPARED } from '../kernels/simd/instance.js';
import type { Samples } from '../samples.js';
import { cellsIn } from './cells.js';
import { PaletteCodes } from './palette.js';
import type { Transform } from './transform.js';

/** Samples of a plane. */
export type PlaneSamples = Uint8Array | Uint16Array;

/** Writes the values of the pixels `from` to `to` to `out`, which begins with `first`. */
export type Fill = (out: PlaneSamples, from: number, to: number, first: number) => void;

/** The code of each pixel is that of the nearest centre. */
export const paletteFill = (samples: Samples, { axes, centres }: Extract<Transform, { kind: 'palette' }>): Fill => {
  const codes = new PaletteCodes(centres);
  const cells = cellsIn(samples, axes);
  return (out, from, to, first) => codes.write(cells(from, to), out, from - first);
};

/** The code of each pixel is how many thresholds are at or below its value. */
export const quantileFill = (
  { data, bands }: Samples,
  { band, thresholds }: Extract<Transform, { kind: 'quantiles' }>,
): Fill => {
  if (data instanceof Float32Array)
    return (out, from, to, first) => {
      for (let i = from - first, at = from * bands + band; i < to - first; i++, at += bands) {
        let code = 0;
        while (code < thresholds.length && thresholds[code]! <= data[at]!) code++;
        out[i] = code;
      }
    };
  const most = data instanceof Uint8Array ? 255 : 65535;
  const reached = thresholds.map((threshold) => Math.max(0, Math.ceil(threshold))).filter((value) => value <= most);
  const fast = bands === 1 && isCompared(reached) ? fastSamples() : undefined;
  if (fast) return (out, from, to, first) => fast.write(data.subarray(from, to), reached, out.subarray(from - first));
  const codes = new Uint8Array(most + 1);
  for (const [k, threshold] of thresholds.entries()) codes.fill(k + 1, Math.max(0, Math.ceil(threshold)));
  return (out, from, to, first) => lookUp(data, from * bands + band, bands, codes, out, from - first, to - first);
};

/** Whether values may be compared with thresholds one by one. */
const isCompared = (thresholds: readonly number[]): boolean =>
  thresholds.length <= MOST_COMPARED && thresholds.every((value, k) => k === 0 || value >= thresholds[k - 1]!);

/** Gets all values as arguments, because variables of a closure would be looked up for each pixel. */
const lookUp = (
  data: PlaneSamples,
  start: number,
  step: number,
  codes: Uint8Array,
  out: PlaneSamples,
  first: number,
  end: number,
): void => {
  for (let i = first, at = start; i < end; i++, at += step) out[i] = codes[data[at]!]!;
};
