/**
 * COCO's object format (cocodataset.org, "Data format"): polygons, or run lengths where a contour has holes; lines have
 * no area and are left out.
 */

import type { Geometry } from '../../../algorithm/algorithm.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { eachPair } from '../../../core/pairs.js';
import type { Box } from '../../../core/rect.js';
import type { Position } from '../../../core/ring.js';
import { areaOf } from '../../geometry.js';
import { spansOf } from '../../spans.js';
import type { ImageFrame } from '../features.js';
import { inPieces, type TextWriter } from './text-writer.js';

/** The category of contours without a class: every object in COCO has a category. */
const UNNAMED = 'object';

/** Writes contours as COCO's object format, piece by piece. */
export const cocoStream: TextWriter = (contours, image) =>
  inPieces(
    (async function* () {
      const { name, width, height } = image;
      const categories = new Map<string, number>();
      yield `{"info":{"description":"Contours of snake-segmenter"},\n`;
      yield `"images":${JSON.stringify([{ id: 1, file_name: name, width, height }])},\n"annotations":[`;
      let separator = '\n';
      let [id, index] = [1, 0];
      for await (const contour of contours) {
        const box = contours.boundsOf(index++);
        if (polygonsOf(contour.geometry).length === 0) continue;
        const { classification, measurements } = contour.properties;
        const label = classification?.name ?? UNNAMED;
        const category = categories.get(label) ?? categories.size + 1;
        categories.set(label, category);
        const { Probability: score } = measurements;
        const annotation = {
          id: id++,
          image_id: 1,
          category_id: category,
          segmentation: segmentationOf(contour.geometry, box, image),
          area: areaOf(contour.geometry),
          bbox: [box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0],
          iscrowd: 0,
          ...(score === undefined ? {} : { score }),
        };
        yield separator + JSON.stringify(annotation);
        separator = ',\n';
      }
      const listed = [...categories].map(([label, number]) => ({ id: number, name: label, supercategory: '' }));
      yield `\n],\n"categories":${JSON.stringify(listed)}}\n`;
    })(),
  );

type Segmentation =
  | readonly (readonly number[])[]
  | { readonly size: readonly number[]; readonly counts: readonly number[] };

const segmentationOf = (geometry: Geometry, box: Box, image: ImageFrame): Segmentation => {
  const polygons = polygonsOf(geometry);
  if (polygons.every((rings) => rings.length === 1)) return polygons.map(([outer]) => flat(outer ?? []));
  return { size: [image.height, image.width], counts: runsOf(geometry, box, image) };
};

/** Without the position that is repeated at the end. */
const flat = (ring: readonly Position[]): number[] => ring.slice(0, -1).flat();

/** Lengths of runs of pixels outside and inside in turn, column by column over the whole image. */
const runsOf = (geometry: Geometry, box: Box, { width, height }: ImageFrame): number[] => {
  const { top, rows } = spansOf(geometry);
  const left = Math.max(0, Math.floor(box.x0));
  const columns = Math.min(width, Math.ceil(box.x1)) - left;
  const inside = new Uint8Array(Math.max(0, columns) * height);
  rows.forEach((row, k) => {
    const y = top + k;
    if (y < 0 || y >= height) return;
    eachPair(row, (first, end) => {
      const last = Math.min(left + columns, end);
      for (let x = Math.max(left, first); x < last; x++) inside[(x - left) * height + y] = 1;
    });
  });
  const counts: number[] = [];
  let [run, value] = [left * height, 0];
  for (const flag of inside) {
    if (flag === value) {
      run++;
      continue;
    }
    counts.push(run);
    [run, value] = [1, flag];
  }
  const rest = (width - left - columns) * height;
  if (value === 0) counts.push(run + rest);
  else counts.push(run, ...(rest > 0 ? [rest] : []));
  return counts;
};
