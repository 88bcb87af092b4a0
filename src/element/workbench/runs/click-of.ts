/** The click that a contour came from, of which there may be other shapes. */
import type { Init } from '../../../algorithm/start.js';
import { areaOf } from '../../../contours/geometry.js';
import { toldInit } from '../../../worker/checks/told-init.js';
import { requestOf } from '../../../worker/feature.js';
import type { AlgorithmInfo, ContourFeature, SegmentRequest } from '../../../worker/protocol.js';
import type { SegmentOptions } from '../events.js';

/** A request from a click. */
type FromClick = SegmentRequest & { readonly init: Init };

const isFromClick = (request: SegmentRequest): request is FromClick => toldInit(request.init).kind === 'point';

/**
 * The request of the click that a contour came from, without what was said of the shape that it gave: marks, pinned vertices and sizes. `undefined` where the contour
 * came from no click, or its algorithm knows no other shapes.
 */
export const clickOf = (contour: ContourFeature, algorithms: readonly AlgorithmInfo[]): FromClick | undefined => {
  const request = requestOf(contour);
  if (!request || !isFromClick(request) || areaOf(contour.geometry) === 0) return undefined;
  if (!algorithms.find(({ id }) => id === request.algorithm)?.sizes) return undefined;
  const {
    hints: _marks,
    pinned: _places,
    expectedAreas: _usual,
    largerThan: _less,
    smallerThan: _more,
    ...click
  } = request;
  return click;
};

/** Whether options ask for another shape than the contour has. */
export const asksForShape = ({ largerThan, smallerThan }: SegmentOptions): boolean =>
  largerThan !== undefined || smallerThan !== undefined;
