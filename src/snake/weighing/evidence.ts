/** Finds the noise model that describes the samples best, given the two regions of a contour (ALGORITHMS D.11). */
import { blocksOf } from '../../algorithm/evidence/whiteness.js';
import type { Ring } from '../../core/geometry/ring.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { ringSpans, runsOn } from '../../core/geometry/scanline.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { eachRun } from '../../image/missing.js';
import { type Described, describeGaussians, describePlane, type Histograms } from './noise-models.js';

/** The noise models compared on the samples of a contour, by description length. */
export interface Evidence {
  readonly best: Described;
  /** The next best. */
  readonly second: Described;
  /** All, the shortest description first. */
  readonly all: readonly Described[];
}

/**
 * @param channel planes of intensities, without a prior. For one plane all noise models are compared, for several the Gaussian ones,
 *   since principal axes and colours are neither counts nor intensities
 * @param codes number of codes of the palette for the categorical model, which is left out when not given
 */
export const evidenceFor = async (channel: ChannelRows, ring: Ring, codes?: number): Promise<Evidence> => {
  const planes = await histogramsIn(channel, ring);
  const found = planes.length === 1 ? describePlane(planes[0]!, codes) : describeGaussians(planes);
  // A stable sort: the first of equals stays first.
  const all = found.toSorted((a, b) => a.nats - b.nats);
  return { best: all[0]!, second: all[1]!, all };
};

const histogramsIn = async (channel: ChannelRows, ring: Ring): Promise<readonly Histograms[]> => {
  const blocks = blocksOf(channel);
  const spans = ringSpans([positionsOf(ring)], channel, blocks);
  const values = 2 ** channel.bits;
  const planes = Array.from(
    { length: channel.count },
    () => [new Uint32Array(values), new Uint32Array(values)] as const,
  );
  for (const { firstRow, rows } of blocks) {
    const part = await channel.rows(firstRow, rows);
    for (const [k, z] of part.planes.entries()) {
      for (let y = 0; y < rows; y++) {
        const line = y * part.width;
        let x = 0;
        for (const [run, end] of [...runsOn(spans, firstRow + y), part.width].entries()) {
          const counts = planes[k]![run % 2 === 0 ? 0 : 1];
          eachRun(part.missing, line + x, line + end, (from, until) => count(counts, z, from, until));
          x = Math.max(x, end);
        }
      }
    }
  }
  return planes;
};

const count = (counts: Uint32Array, values: Uint8Array | Uint16Array, from: number, until: number): void => {
  for (let i = from; i < until; i++) counts[values[i]!]!++;
};
