/** A run's picture over the image: the brighter a cell, the less the image shows through. */
import type { Picture } from '../../algorithm/algorithm.js';
import type { Projection } from './projection.js';

/** Opacity of the brightest cell. */
const MOST = 0.8;

/** Pictures as images of one colour, each made once. */
const made = new WeakMap<Picture, { readonly colour: string; readonly canvas: OffscreenCanvas }>();

const imageOf = (picture: Picture, colour: string): OffscreenCanvas | undefined => {
  const known = made.get(picture);
  if (known?.colour === colour) return known.canvas;
  const { columns, rows, data } = picture;
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const pixels = new ImageData(columns, rows);
  for (let i = 0; i < data.length; i++) pixels.data[4 * i + 3] = MOST * data[i]!;
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = colour;
  context.fillRect(0, 0, columns, rows);
  made.set(picture, { colour, canvas });
  return canvas;
};

/** Paints a run's picture in a CSS colour, its cells' brightness as opacity. */
export const paintPicture = (
  context: CanvasRenderingContext2D,
  picture: Picture,
  { origin, centre, a, b, c, d }: Projection,
  colour: string,
): void => {
  const image = imageOf(picture, colour);
  if (!image) return;
  const { x, y, width, height } = picture.rect;
  context.save();
  context.transform(a, b, c, d, centre.x, centre.y);
  context.drawImage(image, x - origin.x, y - origin.y, width, height);
  context.restore();
};
