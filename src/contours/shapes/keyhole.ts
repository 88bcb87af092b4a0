/** A polygon with holes as one ring: bridges lead to each hole and back, for formats without holes. */
import type { Position } from '../../core/geometry/ring.js';

/** A bridge: the vertex of the joined ring where it starts, the number of vertices of the hole, and the hole's vertex where it ends. */
export type Bridge = readonly [from: number, size: number, to: number];

/** The ring, not closed. Holes are joined in the order in which they come, each by the shortest bridge between vertices. */
export const keyhole = (rings: readonly (readonly Position[])[]): readonly Position[] => keyholeWith(rings).ring;

/** The ring with its bridges, from which `opened` makes the polygon again. */
export const keyholeWith = (
  rings: readonly (readonly Position[])[],
): { readonly ring: readonly Position[]; readonly bridges: readonly Bridge[] } => {
  const [outer = [], ...holes] = rings.map((ring) => ring.slice(0, -1));
  const bridges: Bridge[] = [];
  let ring: readonly Position[] = outer;
  for (const hole of holes) {
    if (hole.length === 0 || ring.length === 0) continue;
    const bridge = shortest(ring, hole);
    bridges.push(bridge);
    ring = bridged(ring, hole, bridge);
  }
  return { ring, bridges };
};

const shortest = (ring: readonly Position[], hole: readonly Position[]): Bridge => {
  let [best, from, to] = [Infinity, 0, 0];
  for (const [i, [x, y]] of ring.entries()) {
    for (const [j, [u, v]] of hole.entries()) {
      const distance = (x - u) ** 2 + (y - v) ** 2;
      if (distance < best) [best, from, to] = [distance, i, j];
    }
  }
  return [from, hole.length, to];
};

const bridged = (ring: readonly Position[], hole: readonly Position[], [from, , to]: Bridge): readonly Position[] => {
  const around = [...hole.slice(to), ...hole.slice(0, to + 1)];
  return [...ring.slice(0, from + 1), ...around, ...ring.slice(from)];
};

/** The closed rings of a polygon whose holes were joined by `bridges`; `undefined` where the ring does not match them. */
export const opened = (
  ring: readonly Position[],
  bridges: readonly Bridge[],
): readonly (readonly Position[])[] | undefined => {
  const holes: (readonly Position[])[] = [];
  let joined = ring;
  for (const [from, size, to] of [...bridges].reverse()) {
    const behind = from + size + 2;
    if (!(from >= 0 && size >= 1 && to >= 0 && to < size && behind < joined.length)) return undefined;
    if (!same(joined[from], joined[behind]) || !same(joined[from + 1], joined[behind - 1])) return undefined;
    const around = joined.slice(from + 1, from + 1 + size);
    holes.unshift([...around.slice(size - to), ...around.slice(0, size - to)]);
    joined = [...joined.slice(0, from), ...joined.slice(behind)];
  }
  return [joined, ...holes].map((each) => [...each, ...each.slice(0, 1)]);
};

const same = (a: Position | undefined, b: Position | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
