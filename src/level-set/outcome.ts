/** The conversion of a mask to an outcome for the engine. */
import type { Outcome } from '../algorithm/algorithm.js';
import type { Position, Ring } from '../core/geometry/ring.js';
import { closedPositionsOf, twiceArea } from '../core/geometry/ring.js';
import type { Part } from '../core/geometry/trace.js';
import type { Field, Grid } from './bits/grid.js';
import { dataPlanes } from './bits/grid.js';
import { bandSums, type MomentWords } from './speed/moments.js';
import { fillRings } from './start.js';

/** The transform from cells to full-resolution pixels. */
export interface CellFrame {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Frame of cells that are full-resolution pixels of the whole image. */
export const asItIs: CellFrame = { x: 0, y: 0, scaleX: 1, scaleY: 1 };

/** Converts a ring from cells of a frame to full-resolution pixels. */
export const ringIn = ({ x, y, scaleX, scaleY }: CellFrame, ring: Ring): Ring =>
  ring.map((value, k) => (k % 2 === 0 ? (value + x) * scaleX : (value + y) * scaleY));

const polygon = (frame: CellFrame, { outer, holes }: Part): Position[][] =>
  [outer, ...holes].map((ring) => closedPositionsOf(ringIn(frame, ring)));

/** One geometry of all parts. */
export const geometryOf = (frame: CellFrame, parts: readonly Part[]): Outcome['contours'][number]['geometry'] =>
  parts.length === 1
    ? { type: 'Polygon', coordinates: polygon(frame, parts[0]!) }
    : { type: 'MultiPolygon', coordinates: parts.map((part) => polygon(frame, part)) };

/** The parts without those, and without holes, that have fewer than `least` cells. */
export const withoutSmall = (parts: readonly Part[], least: number): Part[] =>
  parts
    .filter(({ area }) => area >= least)
    .map((part) => ({ ...part, holes: part.holes.filter((hole) => cellsWithin(hole) >= least) }));

/** Slice `z` of a mask, one byte a cell, redrawn: 1 within the parts, traced on this grid, and 0 in their holes and elsewhere. */
export const drawParts = (grid: Grid, parts: readonly Part[], z: number, mask: Uint8Array): void => {
  const cells = grid.width * grid.height;
  mask.fill(0, z * cells, (z + 1) * cells);
  for (const part of parts) fillRings(grid, polygon(asItIs, part), z, mask);
};

const cellsWithin = (ring: Ring): number => Math.abs(twiceArea(ring)) / 2;

/** Sample value = code · scale + offset. */
export interface Decoding {
  readonly scale: number;
  readonly offset: number;
}

const asTheyAre: Decoding = { scale: 1, offset: 0 };

/** Mean and standard deviation of every band inside and outside: of the codes that the level set used, or of decoded values with one decoding per band. */
export const statisticsOf = (
  field: Field,
  moments: MomentWords,
  values: readonly Decoding[] = [],
): Record<string, number> => {
  const bands = field.planes.length;
  const result: Record<string, number> = {};
  const data = dataPlanes(field);
  for (let band = 0; band < data; band++) {
    const { scale, offset } = values[band] ?? asTheyAre;
    const suffix = data > 1 ? ` band ${band + 1}` : '';
    const { inside, outside } = bandSums(moments, band, bands);
    for (const [name, { n, s, q }] of [
      ['Inside', inside],
      ['Outside', outside],
    ] as const) {
      if (n === 0) continue;
      result[`${name} mean${suffix}`] = (s / n) * scale + offset;
      result[`${name} std dev${suffix}`] = Math.abs(scale) * Math.sqrt(Math.max(0, q / n - (s / n) ** 2));
    }
  }
  return result;
};
