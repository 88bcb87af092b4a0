/** Means and standard deviations of the image's own samples inside and outside a ring, whatever the model saw. */
import type { Samples } from '../image/samples.js';
import { pause } from '../worker/pause.js';

export interface BandStatistics {
  readonly pixels: number;
  readonly mean: number;
  readonly deviation: number;
}

export interface RegionStatistics {
  /** One a band. */
  readonly inside: readonly BandStatistics[];
  readonly outside: readonly BandStatistics[];
}

/** Milliseconds between two pauses. */
const SLICE = 8;

/** `inside(row)` gives the runs [from, to) of the region on that row, as pairs; pixels without data are left out. */
export async function regionStatistics(
  samples: Samples,
  inside: (row: number) => readonly number[],
): Promise<RegionStatistics> {
  const { width, height, bands, data, missing } = samples;
  // n, Σ(v − first), Σ(v − first)² of each region and band: shifting keeps the squares small.
  const sums = new Float64Array(2 * bands * 3);
  const first = Array.from({ length: bands }, (_, band) => (Number.isFinite(data[band]) ? data[band]! : 0));
  let breathed = performance.now();
  const add = (row: number, from: number, to: number, region: number): void => {
    for (let band = 0; band < bands; band++) {
      const shift = first[band]!;
      const at = (region * bands + band) * 3;
      let n = sums[at]!;
      let s = sums[at + 1]!;
      let q = sums[at + 2]!;
      for (let pixel = row * width + from; pixel < row * width + to; pixel++) {
        if (missing !== undefined && missing[pixel] !== 0) continue;
        const v = data[pixel * bands + band]! - shift;
        n++;
        s += v;
        q += v * v;
      }
      sums[at] = n;
      sums[at + 1] = s;
      sums[at + 2] = q;
    }
  };
  for (let row = 0; row < height; row++) {
    let column = 0;
    const runs = inside(row);
    for (let i = 0; i < runs.length; i += 2) {
      add(row, column, runs[i]!, 1);
      add(row, runs[i]!, runs[i + 1]!, 0);
      column = runs[i + 1]!;
    }
    add(row, column, width, 1);
    if (performance.now() - breathed > SLICE) {
      await pause();
      breathed = performance.now();
    }
  }
  const statistics = (region: number): readonly BandStatistics[] =>
    first.map((shift, band) => {
      const at = (region * bands + band) * 3;
      const pixels = sums[at]!;
      const mean = sums[at + 1]! / pixels;
      return { pixels, mean: mean + shift, deviation: Math.sqrt(Math.max(0, sums[at + 2]! / pixels - mean * mean)) };
    });
  return { inside: statistics(0), outside: statistics(1) };
}

/** The runs of a closed ring on a row of the lattice: pixel centres inside, from left to right (ALGORITHMS A.2). */
export function ringRuns(ring: readonly number[], width: number): (row: number) => readonly number[] {
  const nodes = ring.length / 2;
  const byRow = new Map<number, number[]>();
  for (let i = 0; i < nodes; i++) {
    const j = (i + 1) % nodes;
    const down = ring[2 * i + 1]! < ring[2 * j + 1]!;
    const [a, b] = down ? [i, j] : [j, i];
    const [x0, y0, x1, y1] = [ring[2 * a]!, ring[2 * a + 1]!, ring[2 * b]!, ring[2 * b + 1]!];
    const dy = y1 - y0;
    for (let row = y0; row < y1; row++) {
      const k = Math.ceil((2 * x0 * dy + (x1 - x0) * (2 * (row - y0) + 1) - dy) / (2 * dy));
      const line = byRow.get(row);
      const column = Math.min(Math.max(k, 0), width);
      if (line) line.push(column);
      else byRow.set(row, [column]);
    }
  }
  for (const line of byRow.values()) line.sort((p, q) => p - q);
  return (row) => byRow.get(row) ?? [];
}
