/** Sizes of the objects that a search is for, by its examples. */
import { isRecord } from '../../contours/formats/features.js';
import { boundsOf } from '../../contours/geometry.js';
import { rectOf } from '../../worker/checks.js';
import type { ContourFeature } from '../../worker/protocol.js';

type AreaGeometry = Extract<ContourFeature['geometry'], { readonly type: 'Polygon' | 'MultiPolygon' }>;

/** Sizes and scale of what a model was learnt from, or of examples as a caller gives them; nothing where they are neither. */
export const sizesOf = (like: unknown): { readonly largest?: number; readonly scale?: number } => {
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
  const largest = list.reduce<number>((most, example) => Math.max(most, sideOf(example)), 0);
  return largest > 0 ? { largest } : {};
};

const sideOf = (example: unknown): number => {
  if (!isRecord(example)) return 0;
  const geometry = isRecord(example.geometry) ? example.geometry : example;
  const box = rectOf(geometry);
  if (box) return Math.max(box.width, box.height);
  if (!isArea(geometry)) return 0;
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  return Math.max(x1 - x0, y1 - y0);
};

/** Whether a value looks like a polygon or several. */
export const isArea = (value: unknown): value is AreaGeometry =>
  isRecord(value) && (value.type === 'Polygon' || value.type === 'MultiPolygon') && Array.isArray(value.coordinates);
