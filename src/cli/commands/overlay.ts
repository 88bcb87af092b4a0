/** `overlay`: draws contours on an image and writes a picture. */

import { resolve } from 'node:path';
import { boundsOf } from '../../contours/geometry.js';
import { badParameter } from '../../core/errors.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import { intersection, type Rect } from '../../core/geometry/rect.js';
import { renderTile, stretchOf } from '../../image/display.js';
import type { OpenedImage } from '../../image/samples.js';
import { roundBelow, type ScaleBar, scaleBar } from '../../image/scale-bar.js';
import { exitCodes } from '../exit-codes.js';
import { contoursFile } from '../options/files.js';
import { boxOf, countOf } from '../options/values.js';
import { paintOverlay } from '../picture/paint.js';
import { interruptible } from '../terminal/interrupt.js';
import { count } from '../terminal/words.js';
import { openImage } from '../work/image-file.js';
import { writeWhole } from '../work/whole-file.js';

/** Options of `overlay`, as they were typed. */
export interface OverlayOptions {
  readonly out: string;
  readonly region?: string;
  readonly size?: string;
}

/** Longer side of the picture, in pixels, and the most that it may have. */
const SIZE = '2048';
const MOST = 8192;
/** Longest scale bar as a share of the picture's width. */
const BAR = 0.25;

/** Resolves to the exit code. */
export const overlay = (path: string, contoursPath: string, options: OverlayOptions): Promise<number> =>
  interruptible(async (signal) => {
    const size = countOf('size', options.size ?? SIZE);
    if (size > MOST) throw badParameter('size', size, `at most ${MOST} pixels`);
    if (!/\.png$/i.test(options.out)) throw badParameter('out', options.out, 'its end must be .png');
    const contours = await contoursFile('CONTOURS', contoursPath);
    const image = await openImage(path, signal);
    try {
      const view = viewOf(image, options.region);
      const { level, scaleX, scaleY, width, height } = pictureOf(image, view, size);
      const rect = {
        x: view.x / scaleX,
        y: view.y / scaleY,
        width: view.width / scaleX,
        height: view.height / scaleY,
      };
      const stretch = await stretchOf(image, {}, signal);
      const picture = await renderTile(image, { rect, level, width, height }, stretch, signal);
      const { placement, name } = image;
      const across = view.width / width;
      const bar = (placement && scaleBar(placement, [across, 0], BAR * width)) ?? barInPixels(across, BAR * width);
      const seen = contours.filter(({ geometry }) => {
        const { x0, y0, x1, y1 } = boundsOf(geometry);
        return x1 > view.x && y1 > view.y && x0 < view.x + view.width && y0 < view.y + view.height;
      });
      const canvas = await paintOverlay({ picture, view, contours: seen, scaleBar: bar, title: name });
      const png = await canvas.encode('png');
      await writeWhole(resolve(options.out), (file) => file.writeFile(png));
      console.error(`${name}: ${count(seen.length, 'contour')} on ${width} × ${height} pixels → ${options.out}`);
      return exitCodes.done;
    } finally {
      image.close();
    }
  });

/** Length of the scale bar in pixels, where the size of a pixel is not known. */
const barInPixels = (across: number, longest: number): ScaleBar => {
  const pixels = Math.max(1, roundBelow(longest * across));
  return { length: pixels / across, label: `${pixels} px` };
};

const viewOf = ({ width, height, name }: OpenedImage, region: string | undefined): Rect => {
  const whole = { x: 0, y: 0, width, height };
  if (region === undefined) return whole;
  const view = intersection(boxOf('region', region), whole);
  if (view !== undefined) return view;
  throw badParameter('region', region, `it must lie on ${name}, which is ${width} × ${height}`);
};

/** The picture's size, and the level that it is made from. Only small images are enlarged. */
const pictureOf = (
  { levels }: OpenedImage,
  view: Rect,
  size: number,
): {
  readonly level: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly width: number;
  readonly height: number;
} => {
  const longer = Math.max(view.width, view.height);
  // Small images are enlarged by a whole number, so that contours can be distinguished from pixels.
  const factor = longer > size ? size / longer : Math.max(1, Math.floor(Math.min(size, ENLARGED) / longer));
  const [width, height] = [view.width, view.height].map((side) => Math.max(1, Math.round(side * factor)));
  // The coarsest level with at least one pixel for each pixel of the picture.
  const fine = levels.findLastIndex(({ scaleX, scaleY }) => Math.max(scaleX, scaleY) * factor <= 1 + 1e-9);
  const level = Math.max(0, fine);
  const { scaleX, scaleY } = levelByIndex(levels, level);
  return { level, scaleX, scaleY, width: width!, height: height! };
};

/** Longer side that small images are enlarged to, about. */
const ENLARGED = 1024;
