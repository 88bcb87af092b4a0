/**
 * The map between full-resolution image pixels and CSS pixels of the viewer, as it is drawn in this frame: with the
 * springs' current values, the viewer's and the image's rotation, and the flip that OpenSeadragon's own coordinate
 * functions leave out.
 *
 * It is affine and kept about an origin near the middle of the view, so that at any zoom the numbers that meet are
 * small: screen = centre + M · (image − origin), all in doubles.
 */
import type OpenSeadragon from 'openseadragon';
import type { Point } from '../../contours/geometry.js';
import type { Box } from '../../core/geometry/rect.js';

/** An affine map from full-resolution image pixels to CSS pixels, and the size of the viewer. */
export interface Projection {
  /** Image coordinates of the origin, and its place on screen. */
  readonly origin: Point;
  readonly centre: Point;
  /** Screen pixels per image pixel: x' = a·x + c·y, y' = b·x + d·y. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** Screen pixels per image pixel along a direction, the mean of both axes. */
  readonly scale: number;
  /** Size of the view in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The projection of an image in a viewer, in this frame, or with `current` false once the view has come to where it moves. */
export const projectionOf = (
  viewer: OpenSeadragon.Viewer,
  image: OpenSeadragon.TiledImage,
  current = true,
): Projection => {
  const { viewport } = viewer;
  const { x: width, y: height } = viewport.getContainerSize();
  const flipped = viewport.getFlip();
  const columns = image.getContentSize().x;
  // Since OpenSeadragon 3.0, an image can be flipped separately.
  const mirrored = image.getFlip?.() ?? false;
  const mirror = (x: number): number => (mirrored ? columns - x : x);
  const forth = (x: number, y: number): Point => {
    const point = viewport.pixelFromPoint(image.imageToViewportCoordinates(mirror(x), y, current), current);
    return { x: flipped ? width - point.x : point.x, y: point.y };
  };
  const seen = image.viewportToImageCoordinates(viewport.getCenter(current), current);
  const middle = { x: mirror(seen.x), y: seen.y };
  const reach = 1024;
  const centre = forth(middle.x, middle.y);
  const east = forth(middle.x + reach, middle.y);
  const south = forth(middle.x, middle.y + reach);
  const a = (east.x - centre.x) / reach;
  const b = (east.y - centre.y) / reach;
  const c = (south.x - centre.x) / reach;
  const d = (south.y - centre.y) / reach;
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  return { origin: middle, centre, a, b, c, d, scale, width, height };
};

/** Tells whether two projections are the same in every number. */
export const isSame = (p: Projection, q: Projection): boolean =>
  p.a === q.a &&
  p.b === q.b &&
  p.c === q.c &&
  p.d === q.d &&
  p.origin.x === q.origin.x &&
  p.origin.y === q.origin.y &&
  p.centre.x === q.centre.x &&
  p.centre.y === q.centre.y &&
  p.width === q.width &&
  p.height === q.height;

/** The place of an image point on the screen, in CSS pixels. */
export const toScreen = (p: Projection, x: number, y: number): Point => {
  const dx = x - p.origin.x;
  const dy = y - p.origin.y;
  return { x: p.centre.x + p.a * dx + p.c * dy, y: p.centre.y + p.b * dx + p.d * dy };
};

/** The place of a point on the screen, in image pixels. */
export const toImage = (p: Projection, x: number, y: number): Point => {
  const dx = x - p.centre.x;
  const dy = y - p.centre.y;
  const determinant = p.a * p.d - p.b * p.c;
  return {
    x: p.origin.x + (p.d * dx - p.c * dy) / determinant,
    y: p.origin.y + (p.a * dy - p.b * dx) / determinant,
  };
};

/** The part of the image that the view shows, grown by `margin` CSS pixels, as a box along the image's axes. */
export const visibleBox = (p: Projection, margin = 0): Box => {
  const corners = [
    toImage(p, -margin, -margin),
    toImage(p, p.width + margin, -margin),
    toImage(p, -margin, p.height + margin),
    toImage(p, p.width + margin, p.height + margin),
  ];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
};

/** A direction on screen, as a direction in the image of unit length: rotation and flip taken into account. */
export const directionIn = (p: Projection | undefined, dx: number, dy: number): Point => {
  if (!p) return { x: dx, y: dy };
  const from = toImage(p, 0, 0);
  const to = toImage(p, dx, dy);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
};

/** The middle of the view and image pixels per CSS pixel. */
export interface View {
  readonly centre: Point;
  readonly pixel: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The view of a projection; empty without a projection. */
export const viewOf = (p: Projection | undefined): View =>
  p
    ? { centre: toImage(p, p.width / 2, p.height / 2), pixel: 1 / p.scale, width: p.width, height: p.height }
    : { centre: { x: 0, y: 0 }, pixel: 1, width: 0, height: 0 };
