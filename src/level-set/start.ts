/** The initial inside: converts what the user drew to a mask. Cells whose centre lies within are inside. */

import type { Start } from '../algorithm/start.js';
import { SegmenterError, show } from '../core/errors.js';
import type { Position } from '../core/geometry/ring.js';
import { fillSpans, ringSpans } from '../core/geometry/scanline.js';
import { because, type Told } from '../core/reasons.js';
import type { Grid } from './bits/grid.js';
import { cellsOf } from './bits/grid.js';

/** Share of its size by which a box or a polygon is grown on every side for its background. */
export const DOMAIN_SHARE = 0.5;

/** A point x, y (, z) in cells, corner origin. */
export type CellPoint = readonly number[];

/** Cells of slice `z` inside rings in cells, corner origin; even-odd, so later rings are holes. */
export const fillRings = (
  grid: Grid,
  rings: readonly (readonly Position[])[],
  z = 0,
  mask = empty(grid),
): Uint8Array => {
  const { width, height } = grid;
  fillSpans(mask, width, ringSpans(rings, grid), 1, z * width * height);
  return mask;
};

/** Cells whose centre lies in [x, x + width) × … */
export const fillBox = (grid: Grid, from: CellPoint, to: CellPoint, mask = empty(grid)): Uint8Array => {
  const first = (v: number, size: number): number => Math.min(Math.max(Math.ceil(v - 0.5), 0), size);
  const [x0, x1] = [first(from[0]!, grid.width), first(to[0]!, grid.width)];
  const [y0, y1] = [first(from[1]!, grid.height), first(to[1]!, grid.height)];
  const [z0, z1] = [first(from[2] ?? 0, grid.depth), first(to[2] ?? grid.depth, grid.depth)];
  for (let z = z0; z < z1; z++) {
    for (let y = y0; y < y1; y++) {
      if (x0 < x1) mask.fill(1, (z * grid.height + y) * grid.width + x0, (z * grid.height + y) * grid.width + x1);
    }
  }
  return mask;
};

/** Cells whose centre is at most `radius` from a point; a disc in an image. The radius may differ by axis. */
export const fillBall = (grid: Grid, centre: CellPoint, radius: number | CellPoint, mask = empty(grid)): Uint8Array => {
  const { width, height, depth } = grid;
  const radii = typeof radius === 'number' ? [radius, radius, radius] : radius;
  const square = (at: number, axis: number): number => ((at + 0.5 - centre[axis]!) / radii[axis]!) ** 2;
  const reach = (axis: number, size: number): [number, number] => [
    Math.max(0, Math.floor(centre[axis]! - radii[axis]!)),
    Math.min(size - 1, Math.ceil(centre[axis]! + radii[axis]!)),
  ];
  const [z0, z1] = depth > 1 ? reach(2, depth) : [0, 0];
  const [y0, y1] = reach(1, height);
  const [x0, x1] = reach(0, width);
  for (let z = z0; z <= z1; z++) {
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const far = square(x, 0) + square(y, 1) + (depth > 1 ? square(z, 2) : 0);
        if (far <= 1) mask[(z * height + y) * width + x] = 1;
      }
    }
  }
  return mask;
};

/** The start where none is given: a lattice of discs, or of balls in a volume, eight along the longest side. */
export const fillLattice = (grid: Grid): Uint8Array => {
  const spacing = Math.max(4, Math.max(grid.width, grid.height, grid.depth) / 8);
  const mask = empty(grid);
  for (let z = Math.min(spacing, grid.depth) / 2; z < grid.depth; z += spacing) {
    for (let y = spacing / 2; y < grid.height; y += spacing) {
      for (let x = spacing / 2; x < grid.width; x += spacing) fillBall(grid, [x, y, z], spacing / 4, mask);
    }
  }
  return mask;
};

/** Throws for a start with no cell inside, or none outside. `where` is its position, for the message. */
export const checkStart = (mask: Uint8Array, missing: Uint8Array | undefined, where: unknown): Uint8Array => {
  /** Whether a cell with data has this value. */
  const has = (value: 0 | 1): boolean => {
    let cell = mask.indexOf(value);
    while (cell >= 0 && missing?.[cell]) cell = mask.indexOf(value, cell + 1);
    return cell >= 0;
  };
  const refuse = (reason: Told): never => {
    throw new SegmenterError('bad-init', { init: show(where), reason });
  };
  if (!has(1)) refuse(because('no-pixel-with-data')`it holds no pixel with data; draw it larger, or inside the image`);
  if (!has(0))
    refuse(because('covers-everything')`it covers everything; leave some background round it, or give a larger domain`);
  return mask;
};

/** Cells inside a start; `to` converts full-resolution pixels to cells. `radius` is the radius of a point's disc, in cells. */
export const startMask = (
  grid: Grid,
  start: Start,
  to: (x: number, y: number) => Position,
  radius: number | CellPoint,
): Uint8Array => {
  switch (start.kind) {
    case 'everywhere':
      return fillLattice(grid);
    case 'polygon':
      return fillRings(
        grid,
        start.rings.map((ring) => ring.map(([x, y]) => to(x, y))),
      );
    case 'box': {
      const { x, y, width, height } = start.rect;
      return fillBox(grid, to(x, y), to(x + width, y + height));
    }
    case 'point':
      return fillBall(grid, to(start.x, start.y), radius);
  }
};

const empty = (grid: Grid): Uint8Array => new Uint8Array(cellsOf(grid));
