/** Paints marks on vertices: few as one path, many as pictures of one mark, which a program in place of a GPU draws in a quarter of the time. */
import { CASING, type Context } from './contour-painter.js';

/** Radius of a mark, and half of the square that holds it with its dark rim, in CSS pixels. */
const RADIUS = 3.75;
const HALF = 7;
/** Marks of one path. */
const MANY = 32;

/** A picture of a disc, as large as `HALF` asks for in device pixels. */
const picture = (ratio: number, draw: (context: Context, disc: Path2D) => void): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(Math.ceil(2 * HALF * ratio), Math.ceil(2 * HALF * ratio));
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(canvas.width / (2 * HALF), canvas.height / (2 * HALF));
  const disc = new Path2D();
  disc.arc(HALF, HALF, RADIUS, 0, 2 * Math.PI);
  draw(context, disc);
  return canvas;
};

const rimmed = (context: Context, discs: Path2D, fill: string, rim: string): void => {
  context.fillStyle = fill;
  context.fill(discs);
  context.strokeStyle = rim;
  context.lineWidth = 1.5;
  context.stroke(discs);
};

const cased = (context: Context, discs: Path2D): void => {
  context.strokeStyle = CASING;
  context.lineWidth = 4.5;
  context.stroke(discs);
};

/**
 * @param places x0, y0, x1, y1, … in CSS pixels
 * @param ratio device pixels per CSS pixel
 */
export const paintMarks = (
  context: Context,
  places: readonly number[],
  fill: string,
  rim: string,
  ratio: number,
): void => {
  if (places.length === 0) return;
  if (places.length <= 2 * MANY) {
    const discs = new Path2D();
    for (let k = 0; k < places.length; k += 2) {
      discs.moveTo(places[k]! + RADIUS, places[k + 1]!);
      discs.arc(places[k]!, places[k + 1]!, RADIUS, 0, 2 * Math.PI);
    }
    cased(context, discs);
    rimmed(context, discs, fill, rim);
    return;
  }
  for (const mark of [picture(ratio, cased), picture(ratio, (its, disc) => rimmed(its, disc, fill, rim))]) {
    const [width, height] = [mark.width / ratio, mark.height / ratio];
    for (let k = 0; k < places.length; k += 2) {
      // Whole device pixels: a picture between them would be blurred.
      const [x, y] = [places[k]! - width / 2, places[k + 1]! - height / 2];
      context.drawImage(mark, Math.round(x * ratio) / ratio, Math.round(y * ratio) / ratio, width, height);
    }
  }
};

/** Half of the side of a pin, and of the dot in its middle, in CSS pixels. */
const PIN = 4.5;
const DOT = 1.75;

/** Paints squares with a dark dot over pinned vertices: another shape than that of the others. @param places x0, y0, x1, y1, … in CSS pixels */
export const paintPins = (context: Context, places: readonly number[]): void => {
  if (places.length === 0) return;
  const [squares, dots] = [new Path2D(), new Path2D()];
  for (let k = 0; k < places.length; k += 2) {
    const [x, y] = [places[k]!, places[k + 1]!];
    squares.rect(x - PIN, y - PIN, 2 * PIN, 2 * PIN);
    dots.rect(x - DOT, y - DOT, 2 * DOT, 2 * DOT);
  }
  cased(context, squares);
  rimmed(context, squares, '#fff', '#1a2027');
  context.fillStyle = '#1a2027';
  context.fill(dots);
};
