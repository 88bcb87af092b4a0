/**
 * Pinned vertices: those that the user moved. The kernels neither move nor remove them. This module makes a ring go through them
 * where it begins at a level, and puts the contour's pinned vertices at the user's exact positions, which may lie between the corners of pixels.
 */

import { SegmenterError, show } from '../../core/errors.js';
import type { Box } from '../../core/geometry/rect.js';
import { boxOfBoth, type Rect } from '../../core/geometry/rect.js';
import { type Position, positionsOf, type Ring } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import { isLegal } from '../kernels/shared/legality.js';
import { boundsOf, type RingStart } from '../starts.js';
import type { Frame } from './marks.js';

/** Maximum distance in pixels at which an existing vertex becomes the pinned one: the maximum shift by rounding. */
const REACH = 1;
/** Maximum number of edges that are tried, the nearest first. */
const MOST_EDGES = 32;

/** The corners of a level's domain nearest to the pinned vertices, x0, y0, …, without duplicates. */
export const latticePins = (pinned: readonly Position[] = [], { domain, scaleX, scaleY }: Frame): Ring => {
  const corners = new Map<string, readonly [number, number]>();
  for (const [x, y] of pinned) {
    const column = Math.min(Math.max(Math.round(x / scaleX) - domain.x, 0), domain.width);
    const row = Math.min(Math.max(Math.round(y / scaleY) - domain.y, 0), domain.height);
    corners.set(`${column} ${row}`, [column, row]);
  }
  return [...corners.values()].flat();
};

/**
 * A simple ring with a vertex at each pin: a vertex within a pixel is moved there, else the nearest possible edge gets a new
 * vertex. `undefined` where neither leaves the ring simple.
 */
export const throughPins = (ring: Ring, pins: Ring, reach = REACH): Ring | undefined => {
  let found = ring;
  for (let i = 0; i < pins.length; i += 2) {
    const next = throughPin(found, [pins[i]!, pins[i + 1]!], pins, reach);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
};

const throughPin = (ring: Ring, [x, y]: Position, pins: Ring, reach: number): Ring | undefined => {
  const k = ring.length / 2;
  const words = { words: ring, at: 0, vertices: k };
  const near: { readonly vertex: number; readonly squared: number }[] = [];
  for (let i = 0; i < k; i++) {
    const squared = (ring[2 * i]! - x) ** 2 + (ring[2 * i + 1]! - y) ** 2;
    if (squared === 0) return ring;
    if (squared <= 2 * reach * reach && !isAmong(pins, ring[2 * i]!, ring[2 * i + 1]!))
      near.push({ vertex: i, squared });
  }
  near.sort((a, b) => a.squared - b.squared || a.vertex - b.vertex);
  for (const { vertex } of near) {
    if (k > 3 && isLegal(words, (vertex + k - 1) % k, (vertex + 1) % k, true, x, y))
      return replaced(ring, vertex, 1, [x, y]);
  }
  const edges = Array.from({ length: k }, (_, edge) => ({ edge, squared: squaredToEdge(ring, edge, x, y) }));
  edges.sort((a, b) => a.squared - b.squared || a.edge - b.edge);
  for (const { edge } of edges.slice(0, MOST_EDGES)) {
    // A new vertex on the edge itself does not change the outline.
    const on = edges[0]!.squared === 0 && edge === edges[0]!.edge;
    if (on || isLegal(words, edge, (edge + 1) % k, true, x, y)) return replaced(ring, edge + 1, 0, [x, y]);
  }
  return undefined;
};

const isAmong = (pins: Ring, x: number, y: number): boolean => {
  for (let i = 0; i < pins.length; i += 2) if (pins[i] === x && pins[i + 1] === y) return true;
  return false;
};

const replaced = (ring: Ring, from: number, count: number, by: Ring): Ring => [
  ...ring.slice(0, 2 * from),
  ...by,
  ...ring.slice(2 * (from + count)),
];

const squaredToEdge = (ring: Ring, edge: number, x: number, y: number): number => {
  const k = ring.length / 2;
  const next = (edge + 1) % k;
  const [ax, ay] = [ring[2 * edge]!, ring[2 * edge + 1]!];
  const [dx, dy] = [ring[2 * next]! - ax, ring[2 * next + 1]! - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1);
  return (ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2;
};

/**
 * A start whose ring goes through the pins, in a box that contains it.
 * @throws SegmenterError `bad-pins` where no simple ring near it does
 */
export const pinnedStart = (start: RingStart, pins: Ring, domain: Rect): RingStart => {
  if (pins.length === 0) return start;
  const ring = throughPins(start.ring, pins);
  if (ring === undefined) throw unmet(pins);
  const box: Box = boxOfBoth(start.box, boundsOf(ring, domain));
  return { ...start, ring, box, pinned: pins };
};

/** A contour and those of its vertices that are pinned, in full-resolution pixels. */
export interface Pinned {
  readonly ring: Ring;
  readonly pinned: readonly Position[];
}

/**
 * The contour with pinned vertices at the user's positions: up to half a pixel of the level from their corners in
 * the run. A vertex that would make the contour touch itself stays at its corner.
 * @param ring in full-resolution pixels
 * @param level of the ring
 */
export const withPinned = (
  ring: Ring,
  pinned: readonly Position[] = [],
  { scaleX, scaleY }: Pick<Frame, 'scaleX' | 'scaleY'>,
): Pinned => {
  const scale = Math.max(scaleX, scaleY);
  let found = ring;
  const exact: Position[] = [];
  const all = pinned.flat();
  for (const pin of pinned) {
    const next = throughPin(found, pin, all, scale);
    if (next === undefined) continue;
    found = next;
    exact.push(pin);
  }
  return { ring: found, pinned: exact };
};

/**
 * Refuses pins where two have the same place at the level that a run ends at.
 * @throws SegmenterError `bad-pins`
 */
export const refuseShared = (pinned: readonly Position[] = [], frame: Frame): void => {
  const corners = latticePins(pinned, frame).length / 2;
  if (corners === pinned.length) return;
  throw new SegmenterError('bad-pins', {
    pinned: `${pinned.length}`,
    reason: because(
      'pins-close',
    )`two of them share a corner of the pixels of ${frame.scaleX} × ${frame.scaleY}; unpin one of the two, or choose a finer level`,
  });
};

const unmet = (pins: Ring): SegmenterError =>
  new SegmenterError('bad-pins', {
    pinned: show(positionsOf(pins)),
    reason: because(
      'pins-not-met',
    )`no contour that does not touch itself goes through all of them from this start; unpin some`,
  });
