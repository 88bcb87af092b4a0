/** Edits of single nodes, on contours as values. A result that would touch itself or be no ring is not given. */
import type { Geometry, Position } from '../worker/algorithm.js';
import { measure } from '../worker/feature.js';
import type { ContourFeature } from '../worker/protocol.js';
import { nodeTouches, type Point, pathsOf } from './geometry.js';
import type { NodeAddress } from './hit.js';

type Path = readonly Position[];

/** The geometry with path `index` (in the order of `pathsOf`) put in the other's place. */
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

/** What the run measured inside and outside holds no more; area and length follow the nodes. */
const edited = (contour: ContourFeature, geometry: Geometry): ContourFeature => ({
  ...contour,
  geometry: { ...geometry, ...(contour.geometry.plane ? { plane: contour.geometry.plane } : {}) },
  properties: {
    ...contour.properties,
    measurements: measure(geometry),
    metadata: { ...contour.properties.metadata, edited: 'by hand' },
  },
});

const pathAt = (contour: ContourFeature, path: number): Path => pathsOf(contour.geometry).paths[path]!;

export const nodeCount = (contour: ContourFeature, path: number): number =>
  pathAt(contour, path).length - (pathsOf(contour.geometry).closed ? 1 : 0);

export const moveNode = (
  contour: ContourFeature,
  { path, node }: NodeAddress,
  to: Point,
): ContourFeature | undefined => {
  const { closed } = pathsOf(contour.geometry);
  const old = pathAt(contour, path);
  const position: Position = [to.x, to.y];
  const moved = old.map((entry, k) =>
    k === node || (closed && node === 0 && k === old.length - 1) ? position : entry,
  );
  if (closed && nodeTouches(moved, node)) return undefined;
  return edited(contour, withPath(contour.geometry, path, moved));
};

/** Puts a node on the edge that leaves `node`. */
export const insertNode = (contour: ContourFeature, { path, node }: NodeAddress, at: Point): ContourFeature =>
  edited(contour, withPath(contour.geometry, path, pathAt(contour, path).toSpliced(node + 1, 0, [at.x, at.y])));

export const removeNode = (contour: ContourFeature, { path, node }: NodeAddress): ContourFeature | undefined => {
  const { closed } = pathsOf(contour.geometry);
  const old = pathAt(contour, path);
  if (old.length <= (closed ? 4 : 2)) return undefined;
  const open = (closed ? old.slice(0, -1) : old).toSpliced(node, 1);
  const ring = closed ? [...open, open[0]!] : open;
  if (closed && nodeTouches(ring, node % open.length)) return undefined;
  return edited(contour, withPath(contour.geometry, path, ring));
};
