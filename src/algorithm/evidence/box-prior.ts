/**
 * Prior of a user's box beyond confining the vertices: the object nearly fills the box, and its corners rarely belong to it.
 * As a plane of whole numbers for `G.priorWeight`: 128 + 100·w, where w falls from `HIGHEST` in the middle of the box
 * to −1 in its corners and beyond, across a band round the superellipse |u|³ + |v|³ = ρ³, with u, v = ±1 at the box's sides.
 *
 * Used where neighbouring samples are alike (`snake/weighing/weights.ts`). Trials gave the shape (ALGORITHMS D.9.3); its benefit
 * on the public objects is in bench/RESULTS.md, section "What each part of the default is worth".
 */

import type { Box, Rect } from '../../core/geometry/rect.js';
import { Falling, type PlaneRows, planeByRows, planeValue, UNIT } from './falling.js';

/** Radius at which w = 0. */
export const RADIUS = 0.78;
/** Width of the band in which w falls by 1, in radii of the box. */
export const BAND = 0.25;
/** w in the middle. */
export const HIGHEST = 0.8;
/** A side on the image's border is moved outwards by this share, because an object cut off there continues beyond it. */
export const BEYOND = 0.15;

/** Nats per unit of the plane, from `nats`, the weight in nats of a pixel with w = 1. */
export const priorPerUnit = (nats: number): number => nats / UNIT;

/** Which sides of the box lie on the image's border. */
export interface Border {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/** The prior of `box`, in the coordinates of the plane's region; the box may extend beyond the region. */
export const boxPrior = (
  region: Pick<Rect, 'width' | 'height'>,
  box: Box,
  border: Border,
  bits: 8 | 16,
): Promise<Uint8Array | Uint16Array> => boxPriorRows(region, box, border, bits)(0, region.height);

/** The plane of `boxPrior`, computed row by row on demand: `rows` rows from `firstRow` on. Reuses the memory of `spent` where given. */
export const boxPriorRows = (
  { width, height }: Pick<Rect, 'width' | 'height'>,
  box: Box,
  border: Border,
  bits: 8 | 16,
): PlaneRows => {
  const { across, down } = acrossBox({ width, height }, box, border);
  const u = cubes(across);
  const v = cubes(down);
  falling ??= new Falling(priorOf);
  const law = falling;
  return planeByRows(width, bits, (plane, row, y) => law.fill(plane, row, u, v[y]));
};

/** Coordinates of pixel centres along x and along y, from −1 to 1 between the sides; a side on the image's border lies `BEYOND` it. */
export const acrossBox = (
  { width, height }: Pick<Rect, 'width' | 'height'>,
  { x0, y0, x1, y1 }: Box,
  border: Border,
): { readonly across: Float64Array; readonly down: Float64Array } => ({
  across: between(width, x0, x1, border.left, border.right),
  down: between(height, y0, y1, border.top, border.bottom),
});

const between = (size: number, low: number, high: number, cutLow: boolean, cutHigh: boolean): Float64Array => {
  const from = low - (cutLow ? BEYOND * (high - low) : 0);
  const to = high + (cutHigh ? BEYOND * (high - low) : 0);
  return Float64Array.from({ length: size }, (_, i) => (2 * (i + 0.5) - from - to) / (to - from));
};

const cubes = (coordinates: Float64Array): Float64Array =>
  coordinates.map((each) => Math.abs(each) * Math.abs(each) * Math.abs(each));

/** A function of |u|³ + |v|³. */
let falling: Falling | undefined;

const INNER = RADIUS - HIGHEST * BAND;
const OUTER = RADIUS + BAND;

const priorOf = (cube: number): number => {
  const w =
    cube <= INNER * INNER * INNER ? HIGHEST : cube >= OUTER * OUTER * OUTER ? -1 : (RADIUS - cubeRoot(cube)) / BAND;
  return planeValue(w);
};

/** For values from `inner` to `outer` cubed. Newton's method, + × ÷ alone, so that every machine rounds alike. */
const cubeRoot = (value: number): number => {
  let root = RADIUS;
  for (let i = 0; i < 5; i++) root = (2 * root + value / (root * root)) / 3;
  return root;
};
