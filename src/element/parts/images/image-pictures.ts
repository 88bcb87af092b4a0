/** Small pictures of images in the strip that the page gives none for: each is made once its image is open and a tile of it has come. */
import { isBlob } from '../../../core/any-window.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import type { RgbaPicture } from '../../../image/display.js';
import type { ImageInfo } from '../../../worker/protocol.js';
import { wholeRequest } from '../../viewer/display-source.js';
import type { ImageEntry } from '../../viewer/image-entry.js';
import { isUpsideDown, sliceWithin } from '../../viewer/slices.js';
import type { Workbench } from '../../workbench/workbench.js';

/** Pixels of a picture: twice what it has on the screen. */
const WIDTH = 144;
const HEIGHT = 96;

/** Most pixels of a level that is read for a picture. */
const MOST_READ = 2 ** 22;

/** The pictures of one strip. */
export class ImagePictures {
  /** Data addresses, by the sources of the images. */
  readonly #made = new Map<unknown, string>();
  /** Open images of which a picture was asked for. */
  readonly #asked = new WeakSet<ImageInfo>();

  constructor(private readonly bench: Workbench) {}

  /** The address of an image's picture, if there is one. */
  of({ src, thumbnail }: ImageEntry): string | undefined {
    return thumbnail || this.#made.get(src);
  }

  /** Makes the picture of the open image if it is missing, and no image or run is pending. */
  follow(): void {
    const { element, imageList, runs, stage, voice } = this.bench;
    const { image } = stage;
    const entry = element.images[imageList.open];
    if (!image || !entry || stage.opening !== undefined || stage.blank || runs.busy) return;
    if (this.of(entry) !== undefined || this.#asked.has(image)) return;
    this.#asked.add(image);
    this.#make(entry, image).then(
      (picture) => {
        const listed = new Set<unknown>(element.images.map(({ src }) => src));
        for (const src of this.#made.keys()) if (!listed.has(src)) this.#made.delete(src);
        if (picture !== undefined) this.#made.set(entry.src, picture);
        voice.changed();
      },
      // A sign stays in its place.
      () => {},
    );
  }

  /** The picture of the open image, from what is read already or costs little to read; `undefined` where it would cost much. */
  async #make({ src }: ImageEntry, image: ImageInfo): Promise<string | undefined> {
    const { drawn, engine } = this.bench.stage;
    const whole = await drawn?.whole?.catch(() => undefined);
    if (whole) return fromPicture(whole, image);
    if (isBlob(src) && !drawn) return fromFile(src, image);
    const request = wholeRequest(image);
    const { width, height } = levelByIndex(image.levels, request.level);
    if (!engine || width * height > MOST_READ) return undefined;
    const slice = image.stack && { slice: sliceWithin(image.stack.depth, undefined) };
    return fromPicture(await engine.display(image.id, { ...request, ...slice }), image);
  }
}

const fromPicture = ({ width, height, data }: RgbaPicture, image: ImageInfo): string => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
  return addressOf(canvas, isUpsideDown(image));
};

/** A picture that browsers decode, decoded small. */
const fromFile = async (file: Blob, { width, height }: ImageInfo): Promise<string> => {
  const resizeWidth = Math.ceil(width * coverOf(width, height));
  const bitmap = await createImageBitmap(file, { resizeWidth, resizeQuality: 'medium' });
  const address = addressOf(bitmap, false);
  bitmap.close();
  return address;
};

/** The scale at which an image covers a picture. */
const coverOf = (width: number, height: number): number => Math.max(WIDTH / width, HEIGHT / height);

/** The middle of an image as a picture, as a data address. */
const addressOf = (whole: HTMLCanvasElement | ImageBitmap, upsideDown: boolean): string => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d');
  if (context) {
    const scale = coverOf(whole.width, whole.height);
    const [width, height] = [whole.width * scale, whole.height * scale];
    context.imageSmoothingQuality = 'high';
    if (upsideDown) context.transform(1, 0, 0, -1, 0, HEIGHT);
    context.drawImage(whole, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
  }
  return canvas.toDataURL('image/webp');
};
