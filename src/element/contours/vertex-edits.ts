/**
 * Edits of vertices; each returns a new contour, or `undefined` where it would touch itself or be no ring. The
 * measurements stay those of the contour before; `measured` of `edited.ts` computes them again once an edit is kept.
 */
import type { Geometry } from '../../algorithm/algorithm.js';
import { type Point, pathsOf, vertexTouches } from '../../contours/geometry.js';
import { withOutline } from '../../contours/on-slice.js';
import type { Position } from '../../core/geometry/ring.js';
import { firstTouch } from '../../core/geometry/segments.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { VertexAddress } from '../overlay/drawing.js';
import { placesOf, repinned } from './pinned.js';
import { addressesOf, type VertexSet } from './vertex-sets.js';

type Path = readonly Position[];

/** The geometry with its path `index` (in the order of `pathsOf`) replaced. */
const withPath = (geometry: Geometry, index: number, path: Path): Geometry => {
  switch (geometry.type) {
    case 'LineString':
      return { type: 'LineString', coordinates: path };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.with(index, path) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: geometry.coordinates.with(index, path) };
    case 'MultiPolygon': {
      let at = index;
      const part = geometry.coordinates.findIndex((rings) => {
        if (at < rings.length) return true;
        at -= rings.length;
        return false;
      });
      const rings = geometry.coordinates[part]!.with(at, path);
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.with(part, rings) };
    }
  }
};

const pathAt = (contour: ContourFeature, path: number): Path => pathsOf(contour.geometry).paths[path]!;

/** Moves a vertex to a point in full-resolution pixels, and pins it there. */
export const moveVertex = (
  contour: ContourFeature,
  { path, vertex }: VertexAddress,
  to: Point,
): ContourFeature | undefined => {
  const { closed } = pathsOf(contour.geometry);
  const old = pathAt(contour, path);
  const position: Position = [to.x, to.y];
  const moved = old.map((entry, k) =>
    k === vertex || (closed && vertex === 0 && k === old.length - 1) ? position : entry,
  );
  if (closed && vertexTouches(moved, vertex)) return undefined;
  return repinned(withOutline(contour, withPath(contour.geometry, path, moved)), [position]);
};

/** The contour with a vertex added on the edge that begins at `vertex`. */
export const insertVertex = (contour: ContourFeature, { path, vertex }: VertexAddress, at: Point): ContourFeature =>
  withOutline(contour, withPath(contour.geometry, path, pathAt(contour, path).toSpliced(vertex + 1, 0, [at.x, at.y])));

/** Removes a vertex; `undefined` where fewer than 3 would be left of a ring, or 2 of a line. */
export const removeVertex = (contour: ContourFeature, { path, vertex }: VertexAddress): ContourFeature | undefined => {
  const { closed } = pathsOf(contour.geometry);
  const old = pathAt(contour, path);
  if (old.length <= (closed ? 4 : 2)) return undefined;
  const open = (closed ? old.slice(0, -1) : old).toSpliced(vertex, 1);
  const ring = closed ? [...open, open[0]!] : open;
  if (closed && vertexTouches(ring, vertex % open.length)) return undefined;
  return repinned(withOutline(contour, withPath(contour.geometry, path, ring)), []);
};

/** The contour with every path that has chosen vertices replaced; `undefined` where one of them would touch itself or be no ring. */
const withPaths = (
  contour: ContourFeature,
  chosen: VertexSet,
  change: (open: Path, vertices: ReadonlySet<number>) => Path,
): ContourFeature | undefined => {
  const { closed, paths } = pathsOf(contour.geometry);
  let { geometry } = contour;
  for (const [path, vertices] of chosen) {
    const old = paths[path];
    if (!old) return undefined;
    const open = change(closed ? old.slice(0, -1) : old, vertices);
    const [first] = open;
    if (!first || open.length < (closed ? 3 : 2) || (closed && firstTouch(open))) return undefined;
    geometry = withPath(geometry, path, closed ? [...open, first] : open);
  }
  return withOutline(contour, geometry);
};

/** The contour with the chosen vertices moved, even if edges then cross: for display only. */
export const shiftVertices = (contour: ContourFeature, chosen: VertexSet, by: Point): ContourFeature => {
  const { closed, paths } = pathsOf(contour.geometry);
  let { geometry } = contour;
  for (const [path, vertices] of chosen) {
    const old = paths[path];
    if (!old) continue;
    const moved = old.slice();
    for (const k of vertices) moved[k] = [old[k]![0] + by.x, old[k]![1] + by.y];
    if (closed) moved[old.length - 1] = moved[0]!;
    geometry = withPath(geometry, path, moved);
  }
  return withOutline(contour, geometry);
};

/** The contour with the chosen vertices moved, and pinned there; `undefined` where it would touch itself. */
export const moveVertices = (contour: ContourFeature, chosen: VertexSet, by: Point): ContourFeature | undefined => {
  const moved = withPaths(contour, chosen, (open, vertices) =>
    open.map((place, k): Position => (vertices.has(k) ? [place[0] + by.x, place[1] + by.y] : place)),
  );
  return moved && repinned(moved, placesOf(moved, addressesOf(chosen)));
};

/** The contour without the chosen vertices; `undefined` where it would touch itself or vanish. */
export const removeVertices = (contour: ContourFeature, chosen: VertexSet): ContourFeature | undefined => {
  const left = withPaths(contour, chosen, (open, vertices) => open.filter((_, k) => !vertices.has(k)));
  return left && repinned(left, []);
};
