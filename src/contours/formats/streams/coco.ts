/**
 * COCO's object format (cocodataset.org, "Data format"): polygons, or run lengths where a contour has holes; lines have
 * no area and are left out.
 */

import type { Geometry } from '../../../algorithm/algorithm.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { eachPair } from '../../../core/geometry/pairs.js';
import type { Box } from '../../../core/geometry/rect.js';
import type { Position } from '../../../core/geometry/ring.js';
import { areaOf } from '../../geometry.js';
import { spansOf } from '../../spans.js';
import type { ImageFrame } from '../features.js';
import { inPieces, type TextWriter } from './text-writer.js';

/** The name of the category of contours without a class: every object in COCO has a category. Its member `classified` distinguishes it from a class of this name. */
const UNNAMED = 'object';

/** Writes contours as COCO's object format, piece by piece. */
export const cocoStream: TextWriter = (contours, image) =>
  inPieces(
    (async function* () {
      const { name, width, height } = image;
      const categories = new Map<string | undefined, number>();
      yield `{"info":{"description":"Contours of snake-segmenter"},\n`;
      yield `"images":${JSON.stringify([{ id: 1, file_name: name, width, height }])},\n"annotations":[`;
      let separator = '\n';
      let [id, index] = [1, 0];
      for await (const contour of contours) {
        const box = contours.boundsOf(index++);
        if (polygonsOf(contour.geometry).length === 0) continue;
        const { classification, measurements } = contour.properties;
        const category = categories.get(classification?.name) ?? categories.size + 1;
        categories.set(classification?.name, category);
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
      const listed = [...categories].map(([label = UNNAMED, number]) => ({
        id: number,
        name: label,
        supercategory: '',
        ...(number === categories.get(undefined) && { classified: false }),
      }));
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

/** The ring without the repeated last position. */
const flat = (ring: readonly Position[]): number[] => ring.slice(0, -1).flat();

/** Alternating lengths of runs of pixels outside and inside, column by column over the whole image. */
const runsOf = (geometry: Geometry, box: Box, { width, height }: ImageFrame): number[] => {
  const { top, rows } = spansOf(geometry);
  const upper = Math.min(height, Math.max(0, top));
  const lower = Math.max(upper, Math.min(height, top + rows.length));
  const left = Math.min(width, Math.max(0, Math.floor(box.x0)));
  const right = Math.max(left, Math.min(width, Math.ceil(box.x1)));
  /** Of each column the rows that are inside where those of the column before are not, or the reverse. */
  const switches = Array.from({ length: right - left }, (): number[] => []);
  for (let y = upper; y < lower; y++) {
    eachPair(rows[y - top] ?? [], (first, end) => {
      if (Math.max(left, first) >= Math.min(right, end)) return;
      switches[Math.max(left, first) - left]?.push(y - upper);
      switches[end - left]?.push(y - upper);
    });
  }
  const counts: number[] = [];
  let [run, value] = [0, 0];
  const add = (flag: number, pixels: number): void => {
    if (pixels === 0) return;
    if (flag !== value) {
      counts.push(run);
      [run, value] = [0, flag];
    }
    run += pixels;
  };
  add(0, left * height);
  const inside = new Uint8Array(lower - upper);
  for (const changed of switches) {
    for (const row of changed) inside[row]! ^= 1;
    add(0, upper);
    for (let row = 0; row < inside.length; ) {
      const flag = inside[row]!;
      const end = inside.indexOf(1 - flag, row);
      const next = end < 0 ? inside.length : end;
      add(flag, next - row);
      row = next;
    }
    add(0, height - lower);
  }
  add(0, (width - right) * height);
  return [...counts, run];
};
