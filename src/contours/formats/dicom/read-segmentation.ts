/** DICOM Segmentation as contours: the outline of each segment, across the frames that show it. */

import type { Position } from '../../../core/geometry/ring.js';
import { because, type Told } from '../../../core/reasons.js';
import { type Dataset, itemsOf, textOf } from '../../../image/formats/dicom/dataset.js';
import { maskGeometry } from '../../shapes/mask-geometry.js';
import { badImport, type Imported, leftOut, solid } from '../features.js';
import { readGeoJSON } from '../geojson.js';
import { adjacent, type Frame, framesOf } from './frames.js';
import { fitting, readOwnMembers } from './own-members.js';
import { type Pixels, pixelsOf, whole } from './pixels.js';
import { classIn, recordOf } from './properties.js';

/** Maximum number of pixels of the rectangle round adjacent frames, and of all such rectangles together. */
const MOST = 2 ** 28;
const MOST_TOGETHER = 2 ** 31;

/** @throws SegmenterError `bad-import` */
export const readSegmentation = (data: Dataset): Imported => {
  const type = textOf(data, '00620001') ?? 'missing';
  const pixels = pixelsOf(data, type);
  const frames = bySegment(framesOf(data, pixels, type), pixels);
  const segments = itemsOf(data, '00620002');
  if (segments.length === 0)
    throw badImport(
      because('dicom-no-segments')`it has no segments: its SegmentSequence (0062,0002) is missing or empty`,
    );
  const numbers = new Set<number>();
  const budget = { left: MOST_TOGETHER };
  const left: Told[] = [];
  const features = segments.flatMap((segment) => {
    const number = whole(segment, '00620004', 'SegmentNumber', 65535);
    if (numbers.has(number)) throw badImport(because('dicom-segment-twice')`two segments have the number ${number}`);
    numbers.add(number);
    const polygons = adjacent(frames.get(number) ?? [], pixels).flatMap((group) =>
      outline(group, pixels, number, budget),
    );
    if (polygons.length === 0) left.push(because('left-no-pixels')`segment ${number}: no pixels`);
    return featuresOf(segment, polygons);
  });
  const { contours } = readGeoJSON({ type: 'FeatureCollection', features });
  return { contours, ...leftOut(left) };
};

/** Frames by the number of their segment; a frame of a label map shows all segments whose labels occur in it. */
const bySegment = (frames: readonly Frame[], { rows, columns, at }: Pixels): Map<number, Frame[]> => {
  const found = new Map<number, Frame[]>();
  const add = (segment: number, frame: Frame): void => {
    const its = found.get(segment);
    if (its) its.push(frame);
    else found.set(segment, [frame]);
  };
  for (const frame of frames) {
    if (frame.segment > 0) {
      add(frame.segment, frame);
      continue;
    }
    const labels = new Set<number>();
    for (let k = 0; k < rows * columns; k++) labels.add(at(frame.index, k));
    for (const label of labels) if (label > 0) add(label, frame);
  }
  return found;
};

type Polygon = readonly (readonly Position[])[];

/** The polygons of a segment on adjacent frames. */
const outline = (
  frames: readonly Frame[],
  { rows, columns, at }: Pixels,
  number: number,
  budget: { left: number },
): readonly Polygon[] => {
  let [x, y, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const frame of frames) {
    x = Math.min(x, frame.x);
    y = Math.min(y, frame.y);
    right = Math.max(right, frame.x + columns);
    bottom = Math.max(bottom, frame.y + rows);
  }
  const [width, height] = [right - x, bottom - y];
  if (width * height > MOST)
    throw badImport(
      because(
        'dicom-segment-size',
      )`segment ${number} covers ${width} × ${height} pixels; at most ${MOST} pixels are read in one piece`,
    );
  budget.left -= width * height;
  if (budget.left < 0)
    throw badImport(because('dicom-segments-size')`its segments cover more than ${MOST_TOGETHER} pixels together`);
  const mask = new Uint8Array(width * height);
  for (const { x: left, y: top, segment, index } of frames) {
    const wanted = segment > 0 ? 1 : number;
    for (let k = 0; k < rows * columns; k++)
      if (at(index, k) === wanted) mask[(top - y + Math.floor(k / columns)) * width + left - x + (k % columns)] = 1;
  }
  const geometry = maskGeometry({ data: mask, width, height, rect: { x, y, width, height } });
  if (geometry?.type === 'Polygon') return [geometry.coordinates];
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : [];
};

/** The label of an object with neither a name nor a class. */
const NUMBERED = /^(Contour \d+|Unclassified)$/;

/** Whether a private text belongs to the standard's text. A private text without any allowed character was replaced by another text. */
const isOwn = (standard: string | undefined, own: unknown): own is string =>
  typeof own === 'string' && (fitting(own) === '' || fitting(own) === fitting(standard ?? ''));

/** The object of a segment, or one object for each part where the segment was written as a class. */
const featuresOf = (segment: Dataset, polygons: readonly Polygon[]): readonly object[] => {
  const own = recordOf(readOwnMembers(segment));
  const classification = classIn(segment, '0062000F', own.class);
  const label = textOf(segment, '00620005');
  const named = label === undefined || label === classification?.name || NUMBERED.test(label) ? undefined : label;
  const name = isOwn(label, own.name) ? own.name : named;
  const parts = own.parts === true;
  const properties = {
    objectType: own.objectType,
    ...(classification ? { classification } : {}),
    ...(name === undefined || parts ? {} : { name }),
    ...(own.isLocked === true ? { isLocked: true } : {}),
  };
  const tracked = textOf(segment, '00620020');
  const id = isOwn(tracked, own.id) ? own.id : tracked;
  if (parts) return polygons.map((polygon) => ({ type: 'Feature', geometry: solid([polygon]), properties }));
  return polygons.length === 0 ? [] : [{ type: 'Feature', id, geometry: solid(polygons), properties }];
};
