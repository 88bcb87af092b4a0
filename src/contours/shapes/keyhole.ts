/** A polygon with holes as one ring: bridges lead to each hole and back, so that formats without holes hold it too. */
import type { Position } from '../../core/ring.js';

/** The ring, not closed. Holes are joined in the order in which they come, each by the shortest bridge between vertices. */
export const keyhole = (rings: readonly (readonly Position[])[]): readonly Position[] => {
  const [outer = [], ...holes] = rings.map((ring) => ring.slice(0, -1));
  let joined: readonly Position[] = outer;
  for (const hole of holes) if (hole.length > 0 && joined.length > 0) joined = bridged(joined, hole);
  return joined;
};

const bridged = (ring: readonly Position[], hole: readonly Position[]): readonly Position[] => {
  let [best, from, to] = [Infinity, 0, 0];
  for (const [i, [x, y]] of ring.entries()) {
    for (const [j, [u, v]] of hole.entries()) {
      const distance = (x - u) ** 2 + (y - v) ** 2;
      if (distance < best) [best, from, to] = [distance, i, j];
    }
  }
  const around = [...hole.slice(to), ...hole.slice(0, to + 1)];
  return [...ring.slice(0, from + 1), ...around, ...ring.slice(from)];
};
