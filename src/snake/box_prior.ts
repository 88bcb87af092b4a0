/**
 * What a user's box says beyond confining the nodes: the object nearly fills it, and its corners rarely belong to it.
 * As a plane of whole numbers for `G.priorWeight`: 128 + 100·w, where w falls from `highest` in the middle of the box
 * to −1 at its rim and beyond, across a band of the superellipse |u|³ + |v|³ = ρ³, with u, v = ±1 at the box's sides.
 *
 * Measured on objects outside the tuning set (bench/RESULTS.md): + 0.03 to 0.08 of IoU for every kind of image, with a
 * flat optimum in all of the constants.
 */
import type { Rect } from '../image/samples.js';
import { pause } from '../worker/pause.js';
import type { Box } from './starts.js';

/** Where w = 0, and the width of the band. */
const radius = 0.78;
const band = 0.25;
const highest = 0.8;
/** A side on the image's border is moved outwards by this share: an object cut off there goes on behind it. */
const beyond = 0.15;
const unit = 100;

/** Nats a pixel that w = 1 is worth; the parameter's default. */
export const defaultPrior = 0.8;
/** Nats per unit of the plane. */
export const priorPerUnit = (nats: number): number => nats / unit;

/** The box's sides that are the image's too. */
export interface Border {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/** Milliseconds between two pauses. */
const SLICE = 8;

/** `box` in the coordinates of the region that the plane is for; it may reach beyond. */
export const boxPrior = (
  region: Pick<Rect, 'width' | 'height'>,
  box: Box,
  border: Border,
  bits: 8 | 16,
): Promise<Uint8Array | Uint16Array> => boxPriorRows(region, box, border, bits)(0, region.height);

/** As `boxPrior`: `rows` rows of the plane from `firstRow` on, in place of `spent` where given, when they are asked for. */
export function boxPriorRows(
  { width, height }: Pick<Rect, 'width' | 'height'>,
  box: Box,
  border: Border,
  bits: 8 | 16,
): (firstRow: number, rows: number, spent?: Uint8Array | Uint16Array) => Promise<Uint8Array | Uint16Array> {
  const w = box[2] - box[0];
  const h = box[3] - box[1];
  const left = box[0] - (border.left ? beyond * w : 0);
  const right = box[2] + (border.right ? beyond * w : 0);
  const top = box[1] - (border.top ? beyond * h : 0);
  const bottom = box[3] + (border.bottom ? beyond * h : 0);
  const u = cubes(width, left, right);
  const v = cubes(height, top, bottom);
  const middle = u.reduce((least, cube, x) => (cube < u[least]! ? x : least), 0);
  const ends = Math.max(u[0]!, u[width - 1]!);
  falls ??= whereItFalls();
  const steps = falls;
  return async (firstRow, rows, spent) => {
    const size = width * rows;
    const plane = spent?.subarray(0, size) ?? (bits === 16 ? new Uint16Array(size) : new Uint8Array(size));
    let breathed = performance.now();
    for (let y = 0; y < rows; y++) {
      const row = y * width;
      const cube = v[firstRow + y]!;
      const nearest = u[middle]! + cube;
      let first = 0;
      while (steps[first]! <= nearest) first++;
      if (!(steps[first]! <= ends + cube)) plane.fill(most - first, row, row + width);
      else {
        descend(plane, row, u, cube, middle, width, 1, first, steps);
        descend(plane, row, u, cube, middle - 1, -1, -1, first, steps);
      }
      if (performance.now() - breathed > SLICE) {
        await pause();
        breathed = performance.now();
      }
    }
    return plane;
  };
}

/** |u|³ of the pixel centres of one side. */
const cubes = (size: number, from: number, to: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => {
    const t = Math.abs((2 * (i + 0.5) - from - to) / (to - from));
    return t * t * t;
  });

/** What the plane is in the middle of the box, and at its rim. */
const most = 128 + Math.round(unit * highest);
const least = 128 - unit;

/**
 * Where the plane falls from `most` to `least`, a step each: the smallest |u|³ + |v|³ that is beyond the step. The last
 * is NaN: nothing is beyond it.
 */
let falls: Float64Array | undefined;

const whereItFalls = (): Float64Array =>
  Float64Array.from({ length: most - least + 1 }, (_, step) =>
    step === most - least ? Number.NaN : smallestBelow(most - step),
  );

function smallestBelow(value: number): number {
  let [above, below] = [0, 8];
  for (;;) {
    const between = (above + below) / 2;
    // Neighbours among the numbers there are.
    if (between === above || between === below) return below;
    if (priorOf(between) < value) below = between;
    else above = between;
  }
}

/** A row of the plane from one column to before another, away from the middle; `first` steps are above it for certain. */
function descend(
  plane: Uint8Array | Uint16Array,
  row: number,
  u: Float64Array,
  v: number,
  from: number,
  to: number,
  direction: 1 | -1,
  first: number,
  steps: Float64Array,
): void {
  let step = first;
  let next = steps[step]!;
  for (let x = from; x !== to; x += direction) {
    const cube = u[x]! + v;
    while (cube >= next) next = steps[++step]!;
    plane[row + x] = most - step;
  }
}

const inner = radius - highest * band;
const outer = radius + band;

const priorOf = (cube: number): number => {
  const w =
    cube <= inner * inner * inner ? highest : cube >= outer * outer * outer ? -1 : (radius - cubeRoot(cube)) / band;
  return 128 + Math.round(unit * w);
};

/** For values from `inner` to `outer` cubed. Newton's method, + × ÷ alone, so that every machine rounds alike. */
function cubeRoot(value: number): number {
  let root = radius;
  for (let i = 0; i < 5; i++) root = (2 * root + value / (root * root)) / 3;
  return root;
}
