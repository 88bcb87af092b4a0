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

/** `box` in the coordinates of the region that the plane is for; it may reach beyond. 0 where pixels are missing. */
export async function boxPrior(
  { width, height }: Pick<Rect, 'width' | 'height'>,
  box: Box,
  border: Border,
  bits: 8 | 16,
  missing?: Uint8Array,
): Promise<Uint8Array | Uint16Array> {
  const w = box[2] - box[0];
  const h = box[3] - box[1];
  const left = box[0] - (border.left ? beyond * w : 0);
  const right = box[2] + (border.right ? beyond * w : 0);
  const top = box[1] - (border.top ? beyond * h : 0);
  const bottom = box[3] + (border.bottom ? beyond * h : 0);
  const u = cubes(width, left, right);
  const v = cubes(height, top, bottom);
  const plane = bits === 16 ? new Uint16Array(width * height) : new Uint8Array(width * height);
  let breathed = performance.now();
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (missing === undefined || missing[at] === 0) plane[at] = priorOf(u[x]! + v[y]!);
    }
    if (performance.now() - breathed > SLICE) {
      await pause();
      breathed = performance.now();
    }
  }
  return plane;
}

/** |u|³ of the pixel centres of one side. */
const cubes = (size: number, from: number, to: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => {
    const t = Math.abs((2 * (i + 0.5) - from - to) / (to - from));
    return t * t * t;
  });

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
