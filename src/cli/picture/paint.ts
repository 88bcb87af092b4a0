/** Draws an overlay: the image, the contours in the colours of their classes, a scale bar and a legend. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { pathsOf } from '../../contours/geometry.js';
import { SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { RgbaPicture } from '../../image/display.js';
import type { ScaleBar } from '../../image/scale-bar.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** The content of an overlay. */
export interface OverlayPicture {
  readonly picture: RgbaPicture;
  /** Part of the image that the picture shows, in full-resolution pixels. */
  readonly view: Rect;
  readonly contours: readonly ContourFeature[];
  readonly scaleBar: ScaleBar | undefined;
  /** Heading of the legend, above the classes. */
  readonly title: string;
}

/** Name and colour of contours without a class. */
const UNNAMED = { name: 'contours', color: [255, 220, 0] } as const;
const FONT = '14px sans-serif';
const MARGIN = 14;
const ROW = 20;
/** Dark rim and bright line, so that both are seen on any image. */
const RIM = 'rgba(0, 0, 0, 0.65)';

/** Rejects with `unsupported` where the package that draws is not installed. */
export const paintOverlay = async (overlay: OverlayPicture): Promise<Canvas> => {
  const { createCanvas, ImageData } = await drawingPackage();
  const { picture, view, contours } = overlay;
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
  // Pixels without data are black, not transparent.
  context.globalCompositeOperation = 'destination-over';
  context.fillRect(0, 0, picture.width, picture.height);
  context.globalCompositeOperation = 'source-over';
  const scale = [picture.width / view.width, picture.height / view.height] as const;
  const classes = new Map<string, { readonly colour: string; count: number }>();
  for (const contour of contours) {
    const { name, color } = contour.properties.classification ?? UNNAMED;
    const its = classes.get(name) ?? { colour: `rgb(${color.join()})`, count: 0 };
    its.count++;
    classes.set(name, its);
    paintContour(context, contour, view, scale, its.colour);
  }
  if (overlay.scaleBar) paintScaleBar(context, overlay.scaleBar, picture.height);
  paintLegend(context, overlay.title, classes);
  return canvas;
};

const drawingPackage = async (): Promise<typeof import('@napi-rs/canvas')> => {
  try {
    return await import('@napi-rs/canvas');
  } catch (cause) {
    const reason = 'the package that draws is not installed; npm install @napi-rs/canvas';
    throw new SegmenterError('unsupported', { what: 'An overlay', reason }, { cause });
  }
};

const paintContour = (
  context: SKRSContext2D,
  { geometry }: ContourFeature,
  { x, y }: Rect,
  [across, down]: readonly [number, number],
  colour: string,
): void => {
  context.beginPath();
  for (const path of pathsOf(geometry).paths) {
    for (const [k, [px, py]] of path.entries()) {
      if (k === 0) context.moveTo((px - x) * across, (py - y) * down);
      else context.lineTo((px - x) * across, (py - y) * down);
    }
  }
  context.lineJoin = 'round';
  for (const [style, width] of [
    [RIM, 3.5],
    [colour, 1.75],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  }
};

const paintText = (context: SKRSContext2D, text: string, x: number, y: number): void => {
  context.font = FONT;
  context.strokeStyle = RIM;
  context.lineWidth = 4;
  context.strokeText(text, x, y);
  context.fillStyle = '#fff';
  context.fillText(text, x, y);
};

const paintScaleBar = (context: SKRSContext2D, { length, label }: ScaleBar, height: number): void => {
  const y = height - MARGIN;
  for (const [style, width] of [
    [RIM, 6],
    ['#fff', 3],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(MARGIN, y);
    context.lineTo(MARGIN + length, y);
    context.stroke();
  }
  context.textAlign = 'center';
  paintText(context, label, MARGIN + length / 2, y - 8);
  context.textAlign = 'start';
};

const paintLegend = (
  context: SKRSContext2D,
  title: string,
  classes: ReadonlyMap<string, { readonly colour: string; readonly count: number }>,
): void => {
  paintText(context, title, MARGIN, MARGIN + 12);
  let y = MARGIN + 12 + ROW;
  for (const [name, { colour, count }] of classes) {
    context.fillStyle = colour;
    context.fillRect(MARGIN, y - 10, 12, 12);
    paintText(context, `${name}: ${count.toLocaleString('en')}`, MARGIN + 20, y);
    y += ROW;
  }
};
