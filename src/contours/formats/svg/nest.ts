/** The nesting of rings, outer rings and holes, by one sweep of a line. */
import type { Position } from '../../../core/geometry/ring.js';
import { signedArea } from '../../../core/geometry/ring.js';

/** A non-horizontal edge, from its lower end. The orientation of the ring and the direction of the edge tell which side is inside. */
interface Edge {
  readonly ring: number;
  readonly x0: number;
  readonly y0: number;
  readonly y1: number;
  readonly slope: number;
  /** Whether the inside of its ring is on the right. */
  readonly opens: boolean;
  /** Order of edges that lie on one another: rings end before others begin, and what is inside ends first and begins last. */
  readonly rank: number;
}

/** The x coordinate of an edge at a height. */
const at = (edge: Edge, y: number): number => (y <= edge.y0 ? edge.x0 : edge.x0 + (y - edge.y0) * edge.slope);

const edgesOf = (rings: readonly (readonly Position[])[]): Edge[] =>
  rings.flatMap((positions, ring) => {
    const area = signedArea(positions);
    const edges: Edge[] = [];
    for (const [k, b] of positions.entries()) {
      const a = positions[k - 1];
      if (a === undefined || a[1] === b[1]) continue;
      const [low, high] = a[1] < b[1] ? [a, b] : [b, a];
      const slope = (high[0] - low[0]) / (high[1] - low[1]);
      const opens = a[1] > b[1] === area > 0;
      const rank = (opens ? 1 : -1) / Math.abs(area);
      edges.push({ ring, x0: low[0], y0: low[1], y1: high[1], slope, opens, rank });
    }
    return edges;
  });

/**
 * Rings by even-odd nesting, in their order: a ring inside an odd number of others is a hole of the smallest of them. They do
 * not cross; closed, the first position repeated. Takes n log n steps for n vertices, and moves of the edges that one line meets.
 */
export const nest = (rings: readonly (readonly Position[])[]): (readonly Position[])[][] => {
  if (rings.length < 2) return rings.map((ring) => [ring]);
  const parents = parentsOf(rings);
  const depths: number[] = [];
  const depthOf = (ring: number): number => {
    const path: number[] = [];
    let outer: number | undefined = ring;
    while (outer !== undefined && depths[outer] === undefined) {
      path.push(outer);
      outer = parents[outer];
    }
    let depth = outer === undefined ? -1 : depths[outer]!;
    for (const inner of path.reverse()) depths[inner] = ++depth;
    return depths[ring]!;
  };
  const polygons = new Map<number, (readonly Position[])[]>();
  rings.forEach((ring, k) => {
    if (depthOf(k) % 2 === 0) polygons.set(k, [ring]);
  });
  rings.forEach((ring, k) => {
    if (depthOf(k) % 2 === 1) polygons.get(parents[k]!)!.push(ring);
  });
  return [...polygons.values()];
};

/** The innermost ring round each ring; `undefined` for the outermost. */
const parentsOf = (rings: readonly (readonly Position[])[]): (number | undefined)[] => {
  const edges = edgesOf(rings);
  const starts = [...edges].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0 || a.slope - b.slope || a.rank - b.rank);
  const ends = [...edges].sort((a, b) => a.y1 - b.y1);
  const parents: (number | undefined)[] = [];
  const placed = new Set<number>();
  /** The edges that intersect the sweep line, from left to right. */
  const met: Edge[] = [];
  let end = 0;
  for (let next = 0; next < starts.length; ) {
    const y = starts[next]!.y0;
    for (; end < ends.length && ends[end]!.y1 <= y; end++) remove(met, ends[end]!);
    const from = next;
    for (; next < starts.length && starts[next]!.y0 === y; next++) insert(met, starts[next]!, y);
    // From left to right, so that a ring is placed before the rings beside and inside it.
    for (let k = from; k < next; k++) {
      const { ring } = starts[k]!;
      if (placed.has(ring)) continue;
      placed.add(ring);
      const left = met[placeOf(met, starts[k]!) - 1];
      if (left === undefined || left.ring === ring) continue;
      const parent = left.opens ? left.ring : parents[left.ring];
      if (parent !== undefined && parent !== ring && placed.has(left.ring)) parents[ring] = parent;
    }
  }
  return parents;
};

type Place = Pick<Edge, 'ring' | 'x0' | 'slope' | 'rank'>;

/** Order of two edges at the same x: the same edge in two rings has a place for each, or it would be looked for among all of them. */
const isBefore = (a: Place, b: Place): boolean => {
  if (a.slope !== b.slope) return a.slope < b.slope;
  return a.rank === b.rank ? a.ring > b.ring : a.rank < b.rank;
};

/** The first place whose edge is not before that one at height y. */
const search = (met: readonly Edge[], wanted: Place, y: number): number => {
  let [low, high] = [0, met.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const edge = met[middle]!;
    const x = at(edge, y);
    if (x < wanted.x0 || (x === wanted.x0 && isBefore(edge, wanted))) low = middle + 1;
    else high = middle;
  }
  return low;
};

const insert = (met: Edge[], edge: Edge, y: number): void => void met.splice(search(met, edge, y), 0, edge);

const placeOf = (met: readonly Edge[], edge: Edge): number => {
  const near = search(met, edge, edge.y0);
  return met[near] === edge ? near : met.indexOf(edge);
};

const remove = (met: Edge[], edge: Edge): void => {
  const x0 = at(edge, edge.y1);
  // Rounding may have shifted its position in the list.
  const near = search(met, { ...edge, x0 }, edge.y1);
  for (let d = 0; d < 8; d++) {
    if (met[near + d] === edge) return void met.splice(near + d, 1);
    if (met[near - d] === edge) return void met.splice(near - d, 1);
  }
  const place = met.indexOf(edge);
  if (place >= 0) met.splice(place, 1);
};
