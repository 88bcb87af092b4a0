/** Sizes of the objects that a search is for, by its examples, and the level at which they are seen. */
import { LEAST_RADIUS } from '../../../algorithm/domain.js';
import { areaOf, boundsOf } from '../../../contours/geometry.js';
import { isRecord } from '../../../core/record.js';
import { rectOf } from '../../../worker/checks/request.js';
import type { ContourFeature, ImageInfo } from '../../../worker/protocol.js';

type AreaGeometry = Extract<ContourFeature['geometry'], { readonly type: 'Polygon' | 'MultiPolygon' }>;

/** Sizes in full-resolution pixels. */
export interface Sizes {
  /** Side of the largest example, or of a disc of its area. */
  readonly largest?: number;
  /** Radius of a disc of the median area of examples. */
  readonly radius?: number;
  /** Full-resolution pixels a pixel of the level at which a model was learnt. */
  readonly scale?: number;
}

/** The coarsest level at which examples are not too small for the features, or the finest; of a model, the one at which it was learnt. */
export const seenLevel = (levels: ImageInfo['levels'], { radius, scale = 1 }: Sizes): number => {
  const most = radius === undefined ? scale : radius / LEAST_RADIUS;
  return Math.max(
    0,
    levels.findLastIndex(({ scaleX, scaleY }) => Math.max(scaleX, scaleY) <= most),
  );
};

/** Sizes and scale of what a model was learnt from, or sizes of examples as a caller gives them; nothing where they are neither. */
export const sizesOf = (like: unknown): Sizes => {
  if (isRecord(like) && like.type === 'ObjectModel') {
    const [, most = 0]: readonly unknown[] = Array.isArray(like.areas) ? like.areas : [];
    const scale = Number(like.scale);
    const largest = 2 * Math.sqrt(Number(most) / Math.PI) * scale;
    return Number.isFinite(largest) ? { largest, scale } : {};
  }
  const list: readonly unknown[] = Array.isArray(like)
    ? like
    : isRecord(like) && Array.isArray(like.features)
      ? like.features
      : [];
  const examples = list.map(sizeOf);
  const largest = examples.reduce((most, { side }) => Math.max(most, side), 0);
  const areas = Float64Array.from(examples, ({ area }) => area).sort();
  return largest > 0 ? { largest, radius: Math.sqrt(areas[areas.length >> 1]! / Math.PI) } : {};
};

const sizeOf = (example: unknown): { readonly side: number; readonly area: number } => {
  if (!isRecord(example)) return { side: 0, area: 0 };
  const geometry = isRecord(example.geometry) ? example.geometry : example;
  const box = rectOf(geometry);
  if (box) return { side: Math.max(box.width, box.height), area: box.width * box.height };
  if (!isArea(geometry)) return { side: 0, area: 0 };
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  return { side: Math.max(x1 - x0, y1 - y0), area: areaOf(geometry) };
};

/** Whether a value looks like a polygon or several. */
export const isArea = (value: unknown): value is AreaGeometry =>
  isRecord(value) && (value.type === 'Polygon' || value.type === 'MultiPolygon') && Array.isArray(value.coordinates);
