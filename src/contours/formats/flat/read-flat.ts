/** GeoJSON read into packed contours, from its bytes: the same contours as `readContours` gives, in a fraction of the time. */
import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { isRecord } from '../../../core/record.js';
import type { PackedContour } from '../../packed-contour.js';
import { pack } from '../../packed-contour.js';
import { importError, type LeftOut } from '../features.js';
import { readGeoJSON } from '../geojson.js';
import { geometryOf } from '../geometry-of.js';
import { looksLikeLabelme } from '../labelme.js';
import { looksLikeCoco } from '../read-coco.js';
import { looksLikeW3C } from '../w3c.js';
import { type Scanned, scan } from './scan.js';
import { Shapes } from './shapes.js';

/** The result of this reader: packed contours, and what it left out. */
export interface FlatImported extends LeftOut {
  readonly contours: readonly PackedContour[];
}

/** `undefined` where the bytes are not such GeoJSON: the caller then reads them as text. Throws `bad-import`. */
export const readFlat = (bytes: Uint8Array): FlatImported | undefined => {
  const scanned = scan(bytes);
  const data = scanned && parsed(scanned);
  if (scanned === undefined || data === undefined || isOther(data)) return undefined;
  const shapes = new Shapes(scanned);
  try {
    const { contours, ...left } = readGeoJSON(data, {
      geometryOf: (value, where) => shapes.geometryOf(value, where) ?? geometryOf(shapes.whole(value), where),
      contentOf: (value) => JSON.stringify(shapes.whole(value)),
    });
    return { contours: contours.map((contour) => packed(contour, shapes)), ...left };
  } catch (error) {
    throw importError(error);
  }
};

const parsed = ({ text }: Scanned): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The reader of the whole text reports the error.
    return undefined;
  }
};

/** Recognises other JSON formats, which have no features, or have features as well. */
const isOther = (data: unknown): boolean =>
  looksLikeCoco(data) || looksLikeLabelme(data) || looksLikeW3C(data) || (!Array.isArray(data) && !isRecord(data));

const packed = (contour: ContourFeature, shapes: Shapes): PackedContour => {
  const shape = shapes.packed(contour.geometry);
  if (shape === undefined) return pack(contour);
  const { type, plane } = contour.geometry;
  return { id: contour.id, type, ...(plane ? { plane } : {}), ...shape, properties: contour.properties };
};
