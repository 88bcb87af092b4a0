/** What lies under a pointer. Distances are in full-resolution pixels. */
import type { Position } from '../worker/algorithm.js';
import type { ContourFeature } from '../worker/protocol.js';
import { areaOf, contains, nearestOnSegment, type Point, pathsOf } from './geometry.js';
import { overlaps, prepare } from './scene.js';

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
  for (let k = contours.length - 1; k >= 0; k--) {
    const contour = contours[k]!;
    if (!overlaps(prepare(contour).box, spot)) continue;
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

export interface NodeAddress {
  /** Index into `pathsOf(geometry).paths`. */
  readonly path: number;
  readonly node: number;
}

export const nodeAt = (contour: ContourFeature, at: Point, reach: number): NodeAddress | undefined => {
  const { closed, paths } = pathsOf(contour.geometry);
  let found: NodeAddress | undefined;
  let distance = reach;
  for (const [path, nodes] of paths.entries()) {
    const count = closed ? nodes.length - 1 : nodes.length;
    for (let node = 0; node < count; node++) {
      const d = Math.hypot(nodes[node]![0] - at.x, nodes[node]![1] - at.y);
      if (d <= distance) {
        found = { path, node };
        distance = d;
      }
    }
  }
  return found;
};

export interface EdgeHit extends NodeAddress {
  /** The nearest point of the edge from `node` to the next. */
  readonly point: Point;
  readonly distance: number;
}

export const edgeAt = (contour: ContourFeature, at: Point, reach: number): EdgeHit | undefined => {
  let found: EdgeHit | undefined;
  let distance = reach;
  for (const [path, nodes] of pathsOf(contour.geometry).paths.entries()) {
    for (let node = 0; node + 1 < nodes.length; node++) {
      const a: Position = nodes[node]!;
      const hit = nearestOnSegment(at, a, nodes[node + 1]!);
      if (hit.distance <= distance) {
        found = { path, node, point: { x: hit.x, y: hit.y }, distance: hit.distance };
        distance = hit.distance;
      }
    }
  }
  return found;
};
