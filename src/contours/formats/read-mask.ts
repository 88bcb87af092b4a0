/** Contours from a mask: an image of labels, 0 outside. Each label is an object; a mask of one label has an object for each part. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { fileName } from '../../core/any-window.js';
import { because } from '../../core/reasons.js';
import { open } from '../../image/open.js';
import type { Samples } from '../../image/samples.js';
import { maskGeometry } from '../shapes/mask-geometry.js';
import { classNamesIn } from './class-names.js';
import { badImport, colourOf, feature, type ImageFrame, type Imported } from './features.js';
import { omeClassesIn } from './ome-labels.js';

/** Maximum number of pixels of a mask, whose samples are in memory all at once. */
const MOST = 2 ** 28;
/** Maximum number of different labels. */
const LABELS = 65_535;
/**
 * Maximum total of the pixels in the bounding boxes of all labels, all of which are visited. For separate objects the total is about the
 * number of pixels of the mask, for classes a multiple. Labels scattered over the mask would need the mask's pixels times the number of labels.
 */
const LOOKED_AT = 2 ** 30;
const TIMES = 16;

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/**
 * @param frame the image that it must lie on, where one is open
 * @throws SegmenterError `bad-import` where it is a picture and not a mask, or of another size
 */
export const readMask = async (file: Blob, frame?: ImageFrame): Promise<Imported> => {
  const name = fileName(file) ?? 'mask';
  const image = await open({ kind: 'blob', blob: file, name });
  try {
    const { width, height, bands, stack, format } = image;
    if (bands !== 1) throw badImport(because('mask-bands')`${name} has ${bands} channels; a mask has one`);
    if (frame && (frame.width !== width || frame.height !== height))
      throw badImport(
        because(
          'mask-other-size',
        )`${name} has ${width} × ${height} pixels, and the image ${frame.width} × ${frame.height}`,
      );
    if (width * height > MOST)
      throw badImport(because('mask-most')`${name} has ${width} × ${height} pixels; at most ${MOST} are read`);
    const depth = stack?.depth ?? 1;
    // A renamed file still contains the names of its classes.
    const stored = await classNamesIn(file);
    const classes = stored.size > 0 || CLASSES.test(name);
    const names = classes || format !== 'tiff' ? stored : await omeClassesIn(file, name);
    const contours: ContourFeature[] = [];
    for (let slice = 0; slice < depth; slice++) {
      const samples = await image.region({ x: 0, y: 0, width, height }, 0, { signal: undefined, slice });
      for (const contour of objectsIn(samples, name, stack ? slice : undefined, names, classes)) contours.push(contour);
    }
    return { contours, skipped: [] };
  } finally {
    image.close();
  }
};

/** Names of files whose labels are classes, for masks without names of classes. */
const CLASSES = /class/i;

const objectsIn = (
  { data, width, height }: Samples,
  name: string,
  slice: number | undefined,
  names: ReadonlyMap<number, string>,
  /** Whether the labels are classes. */
  classes: boolean,
): ContourFeature[] => {
  const boxes = boxesOf(data, width, height, name);
  const looks = [...boxes.values()].reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0);
  if (looks > Math.max(LOOKED_AT, TIMES * width * height))
    throw badImport(
      because('mask-strewn')`${name} has ${boxes.size} labels strewn over it; those of objects lie together`,
    );
  const plane = slice === undefined ? {} : { plane: { c: -1 as const, z: slice, t: 0 as const } };
  return [...boxes]
    .sort(([a], [b]) => a - b)
    .flatMap(([label, box]) => {
      const [w, h] = [box.x1 - box.x0, box.y1 - box.y0];
      const cells = new Uint8Array(w * h);
      for (let y = 0; y < h; y++) {
        const row = (box.y0 + y) * width + box.x0;
        for (let x = 0; x < w; x++) if (data[row + x] === label) cells[y * w + x] = 1;
      }
      const rect = { x: box.x0, y: box.y0, width: w, height: h };
      const geometry = maskGeometry({ data: cells, width: w, height: h, rect });
      if (!geometry) return [];
      const apart = (classes || boxes.size === 1) && geometry.type === 'MultiPolygon';
      const parts = apart
        ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
        : [geometry];
      const className = names.get(label) ?? (classes ? `Class ${label}` : undefined);
      const known = !className ? {} : { classification: { name: className, color: colourOf(className) } };
      const id = `${name}#${label}${slice === undefined ? '' : `/${slice}`}`;
      const object = slice === undefined || apart ? {} : { metadata: { object: `${name}#${label}` } };
      return parts.map((part, k) =>
        feature(parts.length > 1 ? `${id}.${k + 1}` : id, { ...part, ...plane }, { ...known, ...object }),
      );
    });
};

const boxesOf = (data: Samples['data'], width: number, height: number, name: string): Map<number, Box> => {
  const boxes = new Map<number, Box>();
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const label = data[at]!;
      if (label === 0) continue;
      if (!Number.isInteger(label) || label < 0)
        throw badImport(because('mask-whole')`${name} holds ${label}; labels are whole numbers`);
      const box = boxes.get(label);
      if (!box) {
        boxes.set(label, { x0: x, y0: y, x1: x + 1, y1: y + 1 });
        if (boxes.size > LABELS) throw badImport(because('mask-labels')`${name} has more than ${LABELS} labels`);
        continue;
      }
      if (x < box.x0) box.x0 = x;
      if (x >= box.x1) box.x1 = x + 1;
      box.y1 = y + 1;
    }
  }
  return boxes;
};
