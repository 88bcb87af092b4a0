/** COCO's object format, read back: polygons and run lengths of one image. */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { show } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { because, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { closeRing } from '../geometry.js';
import { columnRunGeometry } from '../shapes/column-runs.js';
import { badImport, colourOf, feature, type Imported, idKeeper, leftOut, solid } from './features.js';

type Json = Readonly<Record<string, unknown>>;

/** Whether parsed JSON is a file of COCO. */
export const looksLikeCoco = (data: unknown): data is Json & { readonly annotations: readonly unknown[] } =>
  isRecord(data) && Array.isArray(data.annotations) && Array.isArray(data.images);

/**
 * Throws `bad-import` for the whole file where a coordinate is not a number. The annotations of further images are left out.
 */
export const readCoco = (data: Json & { readonly annotations: readonly unknown[] }): Imported => {
  const names = new Map(
    recordsOf(data.categories).map(({ id, name, classified }) => [id, classified === false ? undefined : name]),
  );
  const [first] = recordsOf(data.images);
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const left: Told[] = [];
  for (const [k, annotation] of data.annotations.entries()) {
    const where = `annotations[${k}]`;
    if (!isRecord(annotation)) throw badImport(because('no-object-at')`${where} is ${show(annotation)}, not an object`);
    const { segmentation, image_id: image, category_id: category, score } = annotation;
    if (first !== undefined && image !== first.id) {
      left.push(because('left-other-image')`${where}: it lies on another image than ${show(first.file_name)}`);
      continue;
    }
    const parts = Array.isArray(segmentation) ? segmentation : [];
    const geometry = isRecord(segmentation)
      ? maskOf(segmentation, where)
      : solid(parts.map((part, n) => [ringOf(part, `${where}.segmentation[${n}]`)]));
    if (geometry === undefined) {
      left.push(because('left-no-area')`${where}: no area`);
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
  return { contours, ...leftOut(left) };
};

/** Maximum side of a mask of run lengths: sums of its runs, and twice its areas, are then exact integers in a double. */
const LONGEST = 2 ** 25;

/** The area of alternating run lengths of pixels outside and inside, column by column. */
const maskOf = ({ size, counts }: Json, where: string): Geometry | undefined => {
  const [height, width]: unknown[] = Array.isArray(size) ? size : [];
  if (!isSide(width) || !isSide(height))
    throw badImport(
      because(
        'coco-size',
      )`${where}.segmentation.size is ${show(size)}; wanted are a height and a width from 1 to ${LONGEST}`,
    );
  const runs = typeof counts === 'string' ? unpackedRuns(counts) : Array.isArray(counts) ? counts.map(Number) : [];
  const total = runs.reduce((sum, run) => sum + run, 0);
  if (total !== width * height || runs.some((run) => !Number.isInteger(run) || run < 0))
    throw badImport(
      because('coco-counts')`${where}.segmentation.counts does not add up to ${width} × ${height} pixels`,
    );
  return columnRunGeometry(runs, height);
};

const isSide = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LONGEST;

/** Decodes run lengths that are packed as by COCO's tools (maskApi.c, rleFrString): differences to the last but one, six bits a character. */
const unpackedRuns = (text: string): number[] => {
  const runs: number[] = [];
  for (let at = 0; at < text.length; ) {
    let [value, shift, more] = [0, 0, true];
    while (more && at < text.length) {
      const bits = text.charCodeAt(at++) - 48;
      // Sums instead of shifts, which are limited to 32 bits: a run of a large image may be longer.
      value += (bits & 31) * 2 ** shift;
      shift += 5;
      more = (bits & 32) !== 0;
      if (!more && (bits & 16) !== 0) value -= 2 ** shift;
    }
    runs.push(runs.length > 2 ? value + runs[runs.length - 2]! : value);
  }
  return runs;
};

const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const ringOf = (value: unknown, where: string): Position[] => {
  if (!Array.isArray(value) || value.length % 2 !== 0)
    throw badImport(because('no-pairs')`${where} is ${show(value)}, not x and y in turn`);
  const ring: Position[] = [];
  for (let k = 0; k < value.length; k += 2) {
    const [x, y]: unknown[] = [value[k], value[k + 1]];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw badImport(because('position-both')`${where} has the position ${show([x, y])}; both must be finite numbers`);
    ring.push([x, y]);
  }
  return closeRing(ring);
};
