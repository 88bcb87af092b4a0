import { areaOf, contains, nearestOnSegment, type Point, pathsOf } from '../../contours/geometry.js';
import type { Position } from '../../core/geometry/ring.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { VertexAddress } from './drawing.js';
import { indexOf } from './spatial-index.js';

/** The contour whose border is within `reach`, else the smallest that contains the point, the topmost first. */
export const contourAt = (
  contours: readonly ContourFeature[],
  at: Point,
  reach: number,
): ContourFeature | undefined => {
  const spot = { x0: at.x - reach, y0: at.y - reach, x1: at.x + reach, y1: at.y + reach };
  let nearest: ContourFeature | undefined;
  let distance = reach;
  let inside: ContourFeature | undefined;
  let area = Infinity;
  for (const place of indexOf(contours).within(spot).toReversed()) {
    const contour = contours[place]!;
    const edge = edgeAt(contour, at, distance);
    if (edge && (nearest === undefined || edge.distance < distance)) {
      nearest = contour;
      distance = edge.distance;
    }
    if (contains(contour.geometry, at)) {
      const size = areaOf(contour.geometry);
      if (size < area) {
        inside = contour;
        area = size;
      }
    }
  }
  return nearest ?? inside;
};

/** The vertex nearest to a point, within `reach` image pixels. */
export const vertexAt = (contour: ContourFeature, at: Point, reach: number): VertexAddress | undefined => {
  const { closed, paths } = pathsOf(contour.geometry);
  let found: VertexAddress | undefined;
  let distance = reach;
  for (const [path, vertices] of paths.entries()) {
    const count = closed ? vertices.length - 1 : vertices.length;
    for (const [vertex, [x, y]] of vertices.entries()) {
      const d = Math.hypot(x - at.x, y - at.y);
      if (vertex < count && d <= distance) {
        found = { path, vertex };
        distance = d;
      }
    }
  }
  return found;
};

/** An edge under the pointer, by its first vertex; distances in image pixels. */
export interface EdgeHit extends VertexAddress {
  /** The nearest point of the edge from `vertex` to the next. */
  readonly point: Point;
  readonly distance: number;
}

/** The edge nearest to a point, within `reach` image pixels. */
export const edgeAt = (contour: ContourFeature, at: Point, reach: number): EdgeHit | undefined => {
  let found: EdgeHit | undefined;
  let distance = reach;
  for (const [path, vertices] of pathsOf(contour.geometry).paths.entries()) {
    let before: Position | undefined;
    for (const [index, position] of vertices.entries()) {
      const hit = before && nearestOnSegment(at, before, position);
      before = position;
      if (hit === undefined || hit.distance > distance) continue;
      found = { path, vertex: index - 1, point: { x: hit.x, y: hit.y }, distance: hit.distance };
      distance = hit.distance;
    }
  }
  return found;
};
