/** Thumbnails of objects, which the engine cuts from the image one at a time while no run is active. */

import { boundsOf } from '../../../contours/geometry.js';
import { sliceOf } from '../../../contours/on-slice.js';
import type { RgbaPicture } from '../../../image/display.js';
import type { ContourFeature, DisplayRequest, ImageInfo } from '../../../worker/protocol.js';
import type { Projection } from '../../overlay/projection.js';
import { addOutline, projectPositions, windowOf } from '../../overlay/screen-paths.js';
import { displayRequest } from '../../viewer/display-request.js';

/** Pixels of a picture's side: twice what it is on the screen. */
export const SIDE = 72;
/** Room round the object, as a share of its longer side. */
const MARGIN = 0.2;

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const frameOf = ({ geometry }: ContourFeature): Frame => {
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  const size = Math.max(x1 - x0, y1 - y0, 4) * (1 + 2 * MARGIN);
  return { x: (x0 + x1 - size) / 2, y: (y0 + y1 - size) / 2, size };
};

/** Request to the engine for a picture. */
export const thumbnailRequest = (contour: ContourFeature, image: ImageInfo): DisplayRequest => {
  const { x, y, size } = frameOf(contour);
  return displayRequest(
    image,
    { x, y, width: size, height: size },
    { width: SIDE, height: SIDE, slice: sliceOf(contour) },
  );
};

/** Pictures of contours, asked for when a row comes into sight. Another class, name or measurement of a contour leaves its picture. */
export class Thumbnails {
  readonly #pictures = new WeakMap<ContourFeature['geometry'], RgbaPicture>();
  readonly #asked = new WeakSet<ContourFeature['geometry']>();
  /** The newest wish first: it is what is in sight. */
  #wanted: ContourFeature[] = [];
  #drawing = false;

  constructor(
    /** `undefined` without an image, or during a run. */
    private readonly ask: (contour: ContourFeature) => Promise<RgbaPicture> | undefined,
    /** Whether a contour is still there. */
    private readonly there: (contour: ContourFeature) => boolean,
    private readonly drawn: () => void,
  ) {}

  /** The picture of a contour, if it is there; it is asked for where it is not. */
  of(contour: ContourFeature): RgbaPicture | undefined {
    const picture = this.#pictures.get(contour.geometry);
    if (!picture && !this.#asked.has(contour.geometry)) {
      this.#wanted.push(contour);
      void this.#next();
    }
    return picture;
  }

  async #next(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      for (let next = this.#wanted.pop(); next; next = this.#wanted.pop()) {
        if (this.#asked.has(next.geometry) || !this.there(next)) continue;
        const drawing = this.ask(next);
        if (!drawing) break;
        this.#asked.add(next.geometry);
        const picture = await drawing.catch(() => undefined);
        if (picture) this.#pictures.set(next.geometry, picture);
        this.drawn();
      }
    } finally {
      this.#wanted = [];
      this.#drawing = false;
    }
  }
}

/** Paints the picture, as far as it is there, and the outline over it. */
export const paintThumbnail = (
  canvas: HTMLCanvasElement,
  contour: ContourFeature,
  picture: RgbaPicture | undefined,
  colour: string,
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.clearRect(0, 0, SIDE, SIDE);
  if (picture) context.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
  const { x, y, size } = frameOf(contour);
  const scale = SIDE / size;
  const origin = { x: 0, y: 0 };
  const centre = { x: -x * scale, y: -y * scale };
  const p: Projection = { origin, centre, a: scale, b: 0, c: 0, d: scale, scale, width: SIDE, height: SIDE };
  const { closed, paths } = projectPositions(p, contour.geometry);
  const outline = new Path2D();
  for (const path of paths) addOutline(outline, path, closed, windowOf(p));
  context.lineJoin = 'round';
  context.lineWidth = 5;
  context.strokeStyle = 'rgb(0 0 0 / 0.5)';
  context.stroke(outline);
  context.lineWidth = 2.5;
  context.strokeStyle = colour;
  context.stroke(outline);
};
