/** Moves of the view to a geometry of the image, in full-resolution pixels. */

import { boundsOf, type Point } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { toScreen, visibleBox } from '../overlay/projection.js';
import type { ViewerHold } from './viewer.js';

type Geometry = ContourFeature['geometry'];

/** The geometry fills the view but for a margin of its own size. */
export const fitAround = ({ viewer, item }: ViewerHold, geometry: Geometry): void => {
  if (!item) return;
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  const margin = Math.max(x1 - x0, y1 - y0, 8);
  const rect = item.imageToViewportRectangle(x0 - margin, y0 - margin, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin);
  viewer.viewport.fitBoundsWithConstraints(rect);
};

/** The geometry is wholly in view, at the same scale where it has room. */
export const panTo = (hold: ViewerHold, geometry: Geometry): void => {
  const { projection } = hold.overlay;
  if (!projection) return;
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  const view = visibleBox(projection);
  if (x0 >= view.x0 && y0 >= view.y0 && x1 <= view.x1 && y1 <= view.y1) return;
  if (x1 - x0 > view.x1 - view.x0 || y1 - y0 > view.y1 - view.y0) fitAround(hold, geometry);
  else centreOn(hold, (x0 + x1) / 2, (y0 + y1) / 2);
};

/** The geometry is in the part of the view above a line, in CSS pixels from its upper edge. */
export const panAbove = ({ viewer, overlay: { projection } }: ViewerHold, geometry: Geometry, line: number): void => {
  if (!projection) return;
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  const corners = [toScreen(projection, x0, y0), toScreen(projection, x1, y1)] as const;
  const inSight = ({ x, y }: Point): boolean => x >= 0 && x <= projection.width && y >= 0 && y <= line;
  if (corners.every(inSight)) return;
  const { viewport } = viewer;
  const centre = toScreen(projection, (x0 + x1) / 2, (y0 + y1) / 2);
  const delta = viewport.getCenter(true);
  const beside = corners.every(({ x }) => x >= 0 && x <= projection.width);
  delta.x = beside ? 0 : (centre.x - projection.width / 2) * (viewport.getFlip() ? -1 : 1);
  delta.y = centre.y - line / 2;
  viewport.panBy(viewport.deltaPointsFromPixels(delta, true));
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
