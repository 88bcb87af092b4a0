/** Moves of the view to a geometry of the image, in full-resolution pixels. */

import { boundsOf } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type Projection, projectionOf, toImage, toScreen } from '../overlay/projection.js';
import type { ViewerHold } from './viewer.js';

type Geometry = ContourFeature['geometry'];

/** Image pixels: a margin has as many at least. */
const LEAST_MARGIN = 8;

/** The view as it is once it has come to where it moves: another move may follow before that. */
export const aimedAt = ({ item, viewer }: ViewerHold): Projection | undefined =>
  item && projectionOf(viewer, item, false);

/** The geometry fills the part of the view above a line, in CSS pixels from its upper edge, but for a margin of its own size. */
export const fitAround = (hold: ViewerHold, geometry: Geometry, line: number): void => {
  const projection = aimedAt(hold);
  if (!projection) return;
  const bounds = onScreen(projection, geometry);
  const { left, right, top, bottom } = bounds;
  const margins = 2 * Math.max(right - left, bottom - top, LEAST_MARGIN * projection.scale);
  zoomAbout(
    hold,
    projection,
    bounds,
    Math.min(projection.width / (right - left + margins), line / (bottom - top + margins)),
    line,
  );
};

/** Brings the middle of bounds to the middle of the part of the view above a line, at `times` the scale, as far as the viewer's limits allow. */
export const zoomAbout = (
  hold: ViewerHold,
  projection: Projection,
  { left, right, top, bottom }: Bounds,
  times: number,
  line: number,
): void => {
  const { viewport } = hold.viewer;
  const before = viewport.getZoom();
  const zoom = Math.max(viewport.getMinZoom(), Math.min(before * times, viewport.getMaxZoom()));
  viewport.zoomTo(zoom);
  const below = ((projection.height - line) / 2) * (before / zoom);
  const middle = toImage(projection, (left + right) / 2, (top + bottom) / 2 + below);
  centreOn(hold, middle.x, middle.y);
};

/**
 * The geometry is wholly in the part of the view above a line, in CSS pixels from its upper edge, at the same scale where it has room.
 * @param margin CSS pixels about it that are in view, too, or else it comes to the middle
 */
export const panTo = (hold: ViewerHold, geometry: Geometry, line: number, margin = 0): void => {
  const projection = aimedAt(hold);
  if (!projection) return;
  const { left, right, top, bottom } = onScreen(projection, geometry);
  const { width, height } = projection;
  const beside = left >= margin && right <= width - margin;
  if (beside && top >= margin && bottom <= line - margin) return;
  if (right - left > width || bottom - top > height) {
    fitAround(hold, geometry, line);
    return;
  }
  const middle = toImage(projection, beside ? width / 2 : (left + right) / 2, (top + bottom + height - line) / 2);
  centreOn(hold, middle.x, middle.y);
};

/** CSS pixels of the view. */
interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bounds of a geometry. */
export const onScreen = (projection: Projection, geometry: Geometry): Bounds => {
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
