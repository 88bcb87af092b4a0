/** Vertices of a contour by their addresses: how many there are, and sets of them. */
import { pathsOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { VertexAddress } from '../overlay/drawing.js';

/** Vertices by the index of their path; no path has an empty set. */
export type VertexSet = ReadonlyMap<number, ReadonlySet<number>>;

/** The set without a vertex. */
export const noVertices: VertexSet = new Map();

/** Vertices of a path; the repeated first one of a ring counts once. */
export const vertexCount = ({ geometry }: ContourFeature, path: number): number => {
  const { closed, paths } = pathsOf(geometry);
  return paths[path]!.length - (closed ? 1 : 0);
};

/** All vertices of a contour, path by path. */
export const addressesIn = (contour: ContourFeature): readonly VertexAddress[] =>
  pathsOf(contour.geometry).paths.flatMap((_, path) =>
    Array.from({ length: vertexCount(contour, path) }, (__, vertex) => ({ path, vertex })),
  );

/** Lists the vertices of a set one by one. */
export const addressesOf = (set: VertexSet): readonly VertexAddress[] =>
  [...set].flatMap(([path, vertices]) => [...vertices].map((vertex) => ({ path, vertex })));

/** The number of vertices in a set. */
export const sizeOf = (set: VertexSet): number => [...set.values()].reduce((count, { size }) => count + size, 0);

/** The set with a vertex that it lacks, or without one that it has. */
export const toggled = (set: VertexSet, { path, vertex }: VertexAddress): VertexSet => {
  const own = new Set(set.get(path));
  if (!own.delete(vertex)) own.add(vertex);
  const next = new Map(set);
  if (own.size > 0) next.set(path, own);
  else next.delete(path);
  return next;
};

/** The vertices that lie in a rectangle, its edges included. */
export const verticesIn = (contour: ContourFeature, { x, y, width, height }: Rect): VertexSet => {
  const inside = new Map<number, Set<number>>();
  for (const [path, positions] of pathsOf(contour.geometry).paths.entries()) {
    const count = vertexCount(contour, path);
    for (const [vertex, [px, py]] of positions.entries()) {
      if (vertex >= count || px < x || py < y || px > x + width || py > y + height) continue;
      const own = inside.get(path) ?? new Set<number>();
      own.add(vertex);
      inside.set(path, own);
    }
  }
  return inside;
};
