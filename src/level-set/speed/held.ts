/**
 * Prior knowledge as a plane and the speed of its values: the prior of the user's box, and the cells that the front may enter.
 */
import { type Border, boxPrior } from '../../algorithm/evidence/box-prior.js';
import type { Box } from '../../core/geometry/rect.js';
import type { Field } from '../bits/grid.js';
import { valuesOf } from '../bits/grid.js';
import type { Weighed } from '../weighing.js';
import { CAP } from './noise-model.js';
import { inNats } from './speed.js';

/** Value of the prior's plane where its weight is 0 (`box-prior.ts`). */
export const MIDDLE = 128;
/** Steps of the plane for a weight of 1. */
export const UNIT = 100;
/** Value of cells that the front must not enter; the prior has no such value. */
export const FORBIDDEN = 0;
/** Value of cells that the front must hold. */
export const REQUIRED = 255;
/** Speeds are twice the logarithm of a likelihood ratio, with 12 fraction bits. */
const PER_NAT = 2 * 4096;

/** Appends such a plane to those of the field: `nats` a cell where the weight is 1. */
export const withHeld = (field: Field, plane: Uint8Array | Uint16Array, nats: number): Field => {
  const held = Int32Array.from({ length: valuesOf(field) }, (_, value) => {
    const speed = Math.round(((value - MIDDLE) * nats * PER_NAT) / UNIT);
    if (value === REQUIRED) return 16 * CAP;
    return value === FORBIDDEN ? -16 * CAP : Math.min(Math.max(speed, -CAP), CAP);
  });
  return { ...field, planes: [...field.planes, plane], held };
};

/** The user's box in cells, which constrains the front. */
export interface HeldBox {
  /** Box in cells, corner origin. */
  readonly box: Box;
  /** The sides that coincide with the image's. */
  readonly border: Border;
  /** Slices [first, end) of the box in a volume. */
  readonly slices?: readonly [number, number];
}

/** The front may extend beyond the box's slices by this share of their number, on either side. */
const BEYOND_SLICES = 0.25;

/** The field with the constraints of a box: its prior (in a volume, that of the enclosed body), and the cells that the front must not enter. */
export const heldBy = async (
  field: Field,
  held: HeldBox,
  { speed, boxPrior: wanted }: Pick<Weighed, 'speed' | 'boxPrior'>,
  confine: boolean,
): Promise<Field> => {
  const nats = inNats(speed) ? wanted : 0;
  if (nats === 0 && !confine) return field;
  return withHeld(field, await heldPlane(field.grid, held, confine, valuesOf(field) === 256 ? 8 : 16), nats);
};

/** The constraints of a box as a plane: its prior, and `FORBIDDEN` where the front must not go. */
const heldPlane = async (
  { width, height, depth }: Field['grid'],
  { box, border, slices }: HeldBox,
  confine: boolean,
  bits: 8 | 16,
  beyond = BEYOND_SLICES,
): Promise<Uint8Array | Uint16Array> => {
  const [first, end] = slices ?? [0, depth];
  const margin = slices === undefined ? 0 : Math.ceil((end - first) * beyond);
  const plane = bits === 8 ? new Uint8Array(width * height * depth) : new Uint16Array(width * height * depth);
  for (let z = 0; z < depth; z++) {
    if (confine && (z < first - margin || z >= end + margin)) continue;
    const within =
      slices === undefined ? box : crossSection(box, Math.abs((2 * (z + 0.5) - first - end) / (end - first)));
    const one = await boxPrior({ width, height }, within, border, bits);
    if (confine) forbidBeyond(one, width, box);
    plane.set(one, z * width * height);
  }
  return plane;
};

/** The cells that a front by colours or marks may enter, in a volume only on the slices of the box; `undefined` for all. */
export const enterable = async (
  field: Field,
  held: HeldBox | undefined,
  confine: boolean,
): Promise<Uint8Array | undefined> => {
  if (held === undefined || !confine) return undefined;
  const plane = await heldPlane(field.grid, held, confine, 8, 0);
  const within = new Uint8Array(plane.length);
  for (let cell = 0; cell < plane.length; cell++) if (plane[cell] !== FORBIDDEN) within[cell] = 1;
  return within;
};

/** The box of the slice at a distance from the middle one, 1 at the ends: the body |u|³ + |v|³ + |w|³ = 1 is as wide there. */
const crossSection = ({ x0, y0, x1, y1 }: Box, w: number): Box => {
  const share = cubeRoot(Math.max(1 - w * w * w, LEAST_SECTION));
  const [dx, dy] = [((x1 - x0) * (1 - share)) / 2, ((y1 - y0) * (1 - share)) / 2];
  return { x0: x0 + dx, y0: y0 + dy, x1: x1 - dx, y1: y1 - dy };
};

/** Section of a slice beyond the body: so small that every cell is outside. */
const LEAST_SECTION = 1e-6;

/** Cube root by + − × ÷ only, so that every machine gives the same bits. */
const cubeRoot = (value: number): number => {
  let root = 1;
  for (let i = 0; i < 40; i++) root = (2 * root + value / (root * root)) / 3;
  return root;
};

/** Forbids the cells whose centres lie outside the box. */
const forbidBeyond = (plane: Uint8Array | Uint16Array, width: number, { x0, y0, x1, y1 }: Box): void => {
  const [from, to] = [Math.max(0, Math.ceil(x0 - 0.5)), Math.min(width, Math.ceil(x1 - 0.5))];
  for (let at = 0, y = 0.5; at < plane.length; at += width, y++) {
    if (y < y0 || y >= y1) plane.fill(FORBIDDEN, at, at + width);
    else plane.fill(FORBIDDEN, at, at + from).fill(FORBIDDEN, at + to, at + width);
  }
};
