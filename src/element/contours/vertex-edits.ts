/**
 * Edits of single vertices; each returns a new contour, or `undefined` where it would touch itself or be no ring. The
 * measurements stay those of the contour before; `measured` computes them again once an edit is kept.
 */
import type { Geometry } from '../../algorithm/algorithm.js';
import { type Point, pathsOf, vertexTouches } from '../../contours/geometry.js';
import type { Position } from '../../core/ring.js';
import type { Placement } from '../../image/samples.js';
import { measure } from '../../worker/feature.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { VertexAddress } from '../overlay/drawing.js';

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

const edited = (contour: ContourFeature, geometry: Geometry): ContourFeature => ({
  ...contour,
  geometry: { ...geometry, ...(contour.geometry.plane ? { plane: contour.geometry.plane } : {}) },
});

/**
 * An edited contour as it is kept. The run's statistics of inside and outside no longer hold and are dropped, until the engine has
 * measured them anew; area and length are measured here, in physical units too where `placement` tells the size of a pixel.
 */
export const measured = (contour: ContourFeature, placement: Placement | undefined): ContourFeature => ({
  ...contour,
  properties: {
    ...contour.properties,
    measurements: measure(contour.geometry, placement),
    metadata: { ...contour.properties.metadata, edited: 'by hand' },
  },
});

const pathAt = (contour: ContourFeature, path: number): Path => pathsOf(contour.geometry).paths[path]!;

export const vertexCount = (contour: ContourFeature, path: number): number =>
  pathAt(contour, path).length - (pathsOf(contour.geometry).closed ? 1 : 0);

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
  return edited(contour, withPath(contour.geometry, path, moved));
};

/** The contour with a vertex added on the edge that begins at `vertex`. */
export const insertVertex = (contour: ContourFeature, { path, vertex }: VertexAddress, at: Point): ContourFeature =>
  edited(contour, withPath(contour.geometry, path, pathAt(contour, path).toSpliced(vertex + 1, 0, [at.x, at.y])));

export const removeVertex = (contour: ContourFeature, { path, vertex }: VertexAddress): ContourFeature | undefined => {
  const { closed } = pathsOf(contour.geometry);
  const old = pathAt(contour, path);
  if (old.length <= (closed ? 4 : 2)) return undefined;
  const open = (closed ? old.slice(0, -1) : old).toSpliced(vertex, 1);
  const ring = closed ? [...open, open[0]!] : open;
  if (closed && vertexTouches(ring, vertex % open.length)) return undefined;
  return edited(contour, withPath(contour.geometry, path, ring));
};
