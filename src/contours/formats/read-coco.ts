/** COCO's object format, read back: polygons of one image. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { show } from '../../core/errors.js';
import type { Position } from '../../core/ring.js';
import { closeRing } from '../geometry.js';
import { badImport, colourOf, feature, type Imported, idKeeper, isRecord, solid } from './features.js';

type Json = Readonly<Record<string, unknown>>;

export const looksLikeCoco = (data: unknown): data is Json & { readonly annotations: readonly unknown[] } =>
  isRecord(data) && Array.isArray(data.annotations) && Array.isArray(data.images);

/**
 * Rejects the whole with `bad-import` where a coordinate is no number. Run lengths and the annotations of further images
 * are left out.
 */
export const readCoco = (data: Json & { readonly annotations: readonly unknown[] }): Imported => {
  const names = new Map(recordsOf(data.categories).map(({ id, name }) => [id, name]));
  const [first] = recordsOf(data.images);
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const skipped: string[] = [];
  for (const [k, annotation] of data.annotations.entries()) {
    const where = `annotations[${k}]`;
    if (!isRecord(annotation)) throw badImport(`${where} is ${show(annotation)}, not an object`);
    const { segmentation, image_id: image, category_id: category, score } = annotation;
    if (first !== undefined && image !== first.id) {
      skipped.push(`${where}: it lies on another image than ${show(first.file_name)}`);
      continue;
    }
    const parts = Array.isArray(segmentation) ? segmentation : [];
    const geometry = solid(parts.map((part, n) => [ringOf(part, `${where}.segmentation[${n}]`)]));
    if (geometry === undefined) {
      skipped.push(`${where}: ${isRecord(segmentation) ? 'a mask of run lengths' : 'no polygon'}`);
      continue;
    }
    const name = names.get(category);
    contours.push(
      feature(keep(annotation.id), geometry, {
        measurements: typeof score === 'number' ? { Probability: score } : {},
        ...(typeof name === 'string' && name !== '' ? { classification: { name, color: colourOf(name) } } : {}),
      }),
    );
  }
  return { contours, skipped };
};

const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const ringOf = (value: unknown, where: string): Position[] => {
  if (!Array.isArray(value) || value.length % 2 !== 0)
    throw badImport(`${where} is ${show(value)}, not x and y in turn`);
  const ring: Position[] = [];
  for (let k = 0; k < value.length; k += 2) {
    const [x, y]: unknown[] = [value[k], value[k + 1]];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw badImport(`${where} has the position ${show([x, y])}; both must be finite numbers`);
    ring.push([x, y]);
  }
  return closeRing(ring);
};
