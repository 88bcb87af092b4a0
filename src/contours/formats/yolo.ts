/** YOLO's text of segmentations (Ultralytics, "Instance segmentation datasets"): one class and ring per line, with coordinates as fractions of the image. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import type { Position } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import { closeRing } from '../geometry.js';
import { keyhole } from '../shapes/keyhole.js';
import { badImport, colourOf, feature, type ImageFrame, type Imported, idKeeper, solid } from './features.js';

/** The numbers of classes by their names: those of the list, then others as they occur; the empty name means no class. */
export const classNumbers = (
  contours: readonly ContourFeature[],
  listed: readonly string[] = [],
): ReadonlyMap<string, number> => {
  const numbers = new Map(listed.map((name, k) => [name, k]));
  for (const contour of contours) {
    const name = nameOf(contour);
    if (!numbers.has(name)) numbers.set(name, numbers.size);
  }
  return numbers;
};

/** The name of a contour's class; empty where it has none. */
export const nameOf = ({ properties }: ContourFeature): string => properties.classification?.name ?? '';

/** Each polygon is a line of the text; lines have no area and are left out. */
export const writeYolo = (contours: readonly ContourFeature[], { width, height, classes }: ImageFrame): string => {
  const numbers = classNumbers(contours, classes);
  const share = (value: number, of: number): string => String(Number(Math.min(1, Math.max(0, value / of)).toFixed(7)));
  return contours
    .flatMap((contour) =>
      polygonsOf(contour.geometry).map((rings) => {
        const ring = keyhole(rings).flatMap(([x, y]) => [share(x, width), share(y, height)]);
        return `${[numbers.get(nameOf(contour)), ...ring].join(' ')}\n`;
      }),
    )
    .join('');
};

/** Whether each line has an integer and fractions: a box, or a ring of at least three vertices. */
export const looksLikeYolo = (text: string): boolean => {
  const [first = ''] = text.split('\n', 1);
  const words = first.trim().split(/\s+/);
  if (words.length < 5 || words.length % 2 !== 1 || !/^\d+$/.test(words[0] ?? '')) return false;
  return words.slice(1).every((word) => /^\d*\.?\d+(e-?\d+)?$/i.test(word) && Number(word) <= 1);
};

/** Throws `bad-import` where no image gives the size, or a line is invalid. */
export const readYolo = (text: string, image: ImageFrame | undefined): Imported => {
  if (!image) throw badImport(because('yolo-image')`YOLO names shares of an image; open the image first`);
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [number = Number.NaN, ...shares] = line.trim().split(/\s+/).map(Number);
    const right = shares.length === 4 || (shares.length >= 6 && shares.length % 2 === 0);
    if (!Number.isInteger(number) || !right || !shares.every(Number.isFinite))
      throw badImport(because('yolo-line')`line ${k + 1} is no class followed by a box or by x and y in turn`);
    const geometry = solid([[closeRing(shares.length === 4 ? boxOf(shares, image) : ringOf(shares, image))]]);
    const name = image.classes?.[number] ?? `Class ${number}`;
    if (geometry)
      contours.push(feature(keep(undefined, line), geometry, { classification: { name, color: colourOf(name) } }));
  }
  return { contours, skipped: [] };
};

const ringOf = (shares: readonly number[], { width, height }: ImageFrame): Position[] =>
  Array.from(
    { length: shares.length / 2 },
    (_, k): Position => [inPixels(shares[2 * k]!, width), inPixels(shares[2 * k + 1]!, height)],
  );

/** Rounded to hundredths of a pixel: seven digits of a fraction are not more precise. */
const inPixels = (share: number, size: number): number => Math.round(share * size * 100) / 100;

const boxOf = ([cx = 0, cy = 0, w = 0, h = 0]: readonly number[], image: ImageFrame): Position[] => {
  const [x0, y0, x1, y1] = [cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2];
  return ringOf([x0, y0, x1, y0, x1, y1, x0, y1], image);
};
