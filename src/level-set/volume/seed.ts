/** The start of a run on a volume, in its voxels. */

import { SegmenterError, show } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { because, type Told } from '../../core/reasons.js';
import type { Grid } from '../bits/grid.js';
import { type CellPoint, fillBall, fillBox, fillLattice, fillRings } from '../start.js';
import type { Block } from './volume-part.js';

/** A start in voxels, corner origin: voxel i covers [i, i + 1]. */
export type Seed =
  | { readonly kind: 'sphere'; readonly centre: readonly [number, number, number]; readonly radius: number }
  | {
      readonly kind: 'box';
      readonly from: readonly [number, number, number];
      readonly to: readonly [number, number, number];
    }
  /** The rings of a contour, holes after their outer ring, on the slices [first, last]. */
  | {
      readonly kind: 'contour';
      readonly rings: readonly (readonly Position[])[];
      readonly first: number;
      readonly last: number;
    }
  /** A lattice of balls in the whole volume. */
  | { readonly kind: 'lattice' };

/** The initial mask on the grid of a block; `seed` is in voxels of the whole volume. */
export const seedMask = (grid: Grid, seed: Seed, { x, y, first }: Block): Uint8Array => {
  const refuse = (reason: Told): never => {
    throw new SegmenterError('bad-init', { init: show(seed), reason });
  };
  const finite = (values: readonly number[]): boolean => values.every(Number.isFinite);
  const here = (point: readonly [number, number, number]): CellPoint => [point[0] - x, point[1] - y, point[2] - first];
  switch (seed.kind) {
    case 'sphere':
      if (!finite([...seed.centre, seed.radius]) || seed.radius <= 0)
        refuse(because('centre-radius')`it needs a centre and a radius above 0`);
      return fillBall(grid, here(seed.centre), seed.radius);
    case 'box':
      if (!finite([...seed.from, ...seed.to])) refuse(because('corners-finite')`its corners must be finite numbers`);
      return fillBox(grid, here(seed.from), here(seed.to));
    case 'contour': {
      if (!seed.rings.every((ring) => ring.length >= 3 && ring.every((p) => p.length >= 2 && finite(p)))) {
        refuse(because('ring-positions')`each ring needs 3 finite positions or more`);
      }
      if (!Number.isInteger(seed.first) || !Number.isInteger(seed.last))
        refuse(because('slices-whole')`its slices must be whole numbers`);
      const mask = new Uint8Array(grid.width * grid.height * grid.depth);
      const rings = seed.rings.map((ring) => ring.map(([px, py]): Position => [px - x, py - y]));
      for (let z = Math.max(0, seed.first - first); z <= Math.min(grid.depth - 1, seed.last - first); z++) {
        fillRings(grid, rings, z, mask);
      }
      return mask;
    }
    case 'lattice':
      return fillLattice(grid);
  }
};
