/** Moves of the view to a geometry of the image, in full-resolution pixels. */

import { boundsOf } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type Projection, toImage, toScreen } from '../overlay/projection.js';
import type { ViewerHold } from './viewer.js';

type Geometry = ContourFeature['geometry'];

/** Image pixels: a margin has as many at least. */
const LEAST_MARGIN = 8;

/** The geometry fills the part of the view above a line, in CSS pixels from its upper edge, but for a margin of its own size. */
export const fitAround = (hold: ViewerHold, geometry: Geometry, line: number): void => {
  const { viewport } = hold.viewer;
  const { projection } = hold.overlay;
  if (!projection) return;
  const { left, right, top, bottom } = onScreen(projection, geometry);
  const margins = 2 * Math.max(right - left, bottom - top, LEAST_MARGIN * projection.scale);
  const before = viewport.getZoom(true);
  const fits = Math.min(projection.width / (right - left + margins), line / (bottom - top + margins));
  const zoom = Math.max(viewport.getMinZoom(), Math.min(before * fits, viewport.getMaxZoom()));
  viewport.zoomTo(zoom);
  const below = ((projection.height - line) / 2) * (before / zoom);
  const middle = toImage(projection, (left + right) / 2, (top + bottom) / 2 + below);
  centreOn(hold, middle.x, middle.y);
};

/** The geometry is wholly in the part of the view above a line, in CSS pixels from its upper edge, at the same scale where it has room. */
export const panTo = (hold: ViewerHold, geometry: Geometry, line: number): void => {
  const { projection } = hold.overlay;
  if (!projection) return;
  const { left, right, top, bottom } = onScreen(projection, geometry);
  const { width, height } = projection;
  const beside = left >= 0 && right <= width;
  if (beside && top >= 0 && bottom <= line) return;
  if (right - left > width || bottom - top > height) {
    fitAround(hold, geometry, line);
    return;
  }
  const middle = toImage(projection, beside ? width / 2 : (left + right) / 2, (top + bottom + height - line) / 2);
  centreOn(hold, middle.x, middle.y);
};

/** Bounds of a geometry in CSS pixels of the view. */
const onScreen = (
  projection: Projection,
  geometry: Geometry,
): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number } => {
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  const corners = [
    toScreen(projection, x0, y0),
    toScreen(projection, x1, y0),
    toScreen(projection, x0, y1),
    toScreen(projection, x1, y1),
  ];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

/** The whole image is in the view, whose size may have changed in this moment. */
export const showWhole = ({ viewer }: ViewerHold): void => {
  const { viewport, container } = viewer;
  const size = viewport.getContainerSize();
  [size.x, size.y] = [container.clientWidth, container.clientHeight];
  viewport.resize(size);
  viewport.goHome(true);
};

/** A point is in the middle of the view, as near as the edge of the image lets it come. */
export const centreOn = ({ viewer, item }: ViewerHold, x: number, y: number): void => {
  if (!item) return;
  viewer.viewport.panTo(item.imageToViewportCoordinates(x, y));
  viewer.viewport.applyConstraints();
};

/** Flips the view for a volume whose rows run upwards, and back for an image after it. */
export const turn = ({ viewer: { viewport } }: ViewerHold, upsideDown: boolean, before: boolean): void => {
  if (upsideDown) viewport.setRotation(180, true).setFlip(true);
  else if (before) viewport.setRotation(0, true).setFlip(false);
};
