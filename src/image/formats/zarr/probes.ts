/** The chunks of a level that are asked for to see whether a store gives any. */

import type { AxisName } from './ome.js';

/** Most chunks that are asked for. Where one in fifty is there, all of them are missing in less than one of a hundred arrays. */
const MOST = 256;
/** Chunks that are asked for at once. */
const AT_ONCE = 8;

/** Where chunks of a slice are asked for first, as shares of the sides: the middle, then round it. */
const FIRST: readonly (readonly [right: number, down: number])[] = [
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.75],
  [0.75, 0.25],
  [0.25, 0.75],
  [0, 0],
  [1, 1],
];

/** The fraction of the golden section: its multiples, modulo 1, are spread evenly however many are taken. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Places of chunks, in groups to be asked for at once: some of the middle slice, then others spread over all slices and channels, each
 * once. All chunks of the first time where there are no more than `MOST`.
 * @param counts chunks along each axis
 */
export function* probes(axes: readonly AxisName[], counts: readonly number[]): Generator<number[][]> {
  const along = axes.map((axis, k) => (axis === 't' ? 1 : counts[k]!));
  const all = along.reduce((product, count) => product * count, 1);
  const seen = new Set<string>();
  let group: number[][] = [];
  for (const places of candidates(axes, along, all)) {
    const key = places.join('/');
    if (seen.has(key)) continue;
    seen.add(key);
    group.push(places);
    const last = seen.size === Math.min(MOST, all);
    if (group.length === AT_ONCE || last) yield group;
    if (last) return;
    if (group.length === AT_ONCE) group = [];
  }
}

function* candidates(axes: readonly AxisName[], along: readonly number[], all: number): Generator<number[]> {
  for (const [right, down] of FIRST) {
    const shares: Readonly<Record<AxisName, number>> = { t: 0, c: 0, z: 0.5, y: down, x: right };
    yield axes.map((axis, k) => Math.floor(shares[axis] * (along[k]! - 1)));
  }
  const few = all <= MOST;
  // Of many chunks some fall on the same place, so that more of them are drawn than are asked for.
  for (let k = 0; k < (few ? all : 2 * MOST); k++)
    yield placesOf(few ? k : Math.floor(((k * GOLDEN) % 1) * all), along);
}

/** The place of a chunk by its index in row-major order. */
const placesOf = (index: number, along: readonly number[]): number[] => {
  let rest = index;
  return along.map((count, k) => {
    const below = along.slice(k + 1).reduce((product, side) => product * side, 1);
    const place = Math.floor(rest / below);
    rest -= place * below;
    return Math.min(place, count - 1);
  });
};
