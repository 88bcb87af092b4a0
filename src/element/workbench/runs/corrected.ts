/**
 * A correction of a contour by marks. It begins with the box or the click that the contour came from, which tells more than the outline. Other
 * contours, and those that were changed since, are corrected as they stand.
 */
import { sided } from '../../../algorithm/hints.js';
import { isMet, type Mark } from '../../../algorithm/shapes/mark-sides.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import type { Init } from '../../../algorithm/start.js';
import { checkHints } from '../../../worker/checks/hints.js';
import { toldInit } from '../../../worker/checks/told-init.js';
import { requestOf } from '../../../worker/feature.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';
import { pinnedOf, placeKey } from '../../contours/pinned.js';
import { endedRun } from './ended-run.js';

/** A request with a box or a click. */
type Placed = SegmentRequest & { readonly init: Init };

/** Metadata of a contour that is not what its run comes to. */
const CHANGES = ['cancelled', 'confined', 'drawn', 'edited'] as const;

/** How a contour is corrected. */
export interface Correction {
  /** Request that the run repeats with the marks. */
  readonly own?: Placed | undefined;
  /** The run, where nothing is to be corrected. */
  readonly standing?: ClientRun | undefined;
}

/**
 * Tells how a contour is corrected by marks; with neither member it is by a run from its outline.
 * @param algorithm that is asked for
 * @param asked a run from the contour's outline, with the marks
 * @throws SegmenterError `bad-hints`
 */
export const correctionOf = (
  contour: ContourFeature,
  algorithm: string | undefined,
  asked: SegmentRequest,
  image: ImageInfo,
): Correction => {
  const own = ownRequest(contour);
  if (own && (algorithm ?? own.algorithm) === own.algorithm) return { own };
  const stands = standing(contour, asked, image);
  return stands ? { standing: endedRun([stands], contour.id) } : {};
};

/** The request of a contour's own run; `undefined` where that has no box or click, and where the contour is not what it comes to. */
const ownRequest = (contour: ContourFeature): Placed | undefined => {
  const { metadata } = contour.properties;
  const request = requestOf(contour);
  if (!request || !isPlaced(request) || CHANGES.some((name) => metadata[name] !== undefined)) return undefined;
  const kept = new Set(request.pinned?.map(placeKey));
  return pinnedOf(contour).every((place) => kept.has(placeKey(place))) ? request : undefined;
};

const isPlaced = (request: SegmentRequest): request is Placed => ['box', 'point'].includes(toldInit(request.init).kind);

/**
 * The contour with these marks in its record and no others, where it has all of them on their sides; else `undefined`, and always in a volume,
 * where marks are of all slices.
 */
const standing = (
  contour: ContourFeature,
  asked: SegmentRequest,
  { width, height, stack }: ImageInfo,
): ContourFeature | undefined => {
  if (stack) return undefined;
  const marks = checkHints(asked.hints, { x: 0, y: 0, width, height });
  if (marks && !sided(marks).every((mark) => isOnItsSide(contour, mark))) return undefined;
  const { hints: _before, ...metadata } = contour.properties.metadata;
  // The start before, which may have been of many objects, is not what stands.
  const request = { parameters: requestOf(contour)?.parameters, ...asked, hints: marks && asked.hints };
  const told: Record<string, string> = marks ? { hints: JSON.stringify(asked.hints) } : {};
  const record = { ...metadata, ...told, init: JSON.stringify(asked.init), request: JSON.stringify(request) };
  return { ...contour, properties: { ...contour.properties, metadata: record } };
};

/** Whether all of a mark lies in the contour, or beyond it and in its holes. */
const isOnItsSide = ({ geometry }: ContourFeature, { stroke, inside }: Mark): boolean => {
  const polygons = polygonsOf(geometry).map((rings) => rings.map((ring) => ring.slice(0, -1).flat()));
  const within = (ring: number[]): boolean => isMet(ring, { stroke, inside: true });
  const beyond = (ring: number[]): boolean => isMet(ring, { stroke, inside: false });
  return inside
    ? polygons.some(([outer = [], ...holes]) => within(outer) && holes.every(beyond))
    : polygons.every(([outer = [], ...holes]) => beyond(outer) || holes.some(within));
};
