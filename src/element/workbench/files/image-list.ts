/** The page's list of images: which is open, how many objects each has, and the choice of another. */
import { objectsIn } from '../../contours/objects.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import { identityOf, knownAs } from '../../storage/image-key.js';
import { storedObjects } from '../../storage/object-counts.js';
import { badImages, type ImageEntry, isSameSource, soundEntries } from '../../viewer/image-entry.js';
import type { Stage } from '../../viewer/stage.js';
import { openInTurn } from '../runs/leaving.js';
import type { Runs } from '../runs/runs.js';
import type { Voice } from '../voice.js';
import type { ImageWorks } from './image-works.js';

/** The images to choose from. */
export class ImageList {
  /** What the list's images are known by, asked of the page once: it may work out a name at length. */
  readonly #names = new Map<unknown, unknown>();
  #namer: unknown;
  /** Objects stored for images that were not open on this page, by the image's source. */
  readonly #stored = new Map<unknown, number>();
  #asked = 0;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly works: ImageWorks,
    private readonly runs: Runs,
  ) {
    stage.addEventListener('image', () => this.refresh());
  }

  /** The place of the image that is open, or is being opened; -1 where it is none of these. */
  get current(): number {
    return this.#placeOf(this.stage.failed ? this.stage.source : this.element.src);
  }

  /** The place of the image that is open; -1 where it is none of these, and where none is open. */
  get open(): number {
    return this.stage.image ? this.#placeOf(this.stage.source) : -1;
  }

  #placeOf(source: unknown): number {
    const name = this.#nameOf(source);
    return this.element.images.findIndex(({ src }) => isSameSource(this.#nameOf(src), name));
  }

  /** The number of objects on an image, as far as it is known. */
  count({ src }: ImageEntry): number {
    const name = this.#nameOf(src);
    const isOpen = isSameSource(name, this.#nameOf(this.stage.source));
    const work = isOpen ? this.works.current : this.works.before(name);
    return work ? objectsIn(work.contours).length : (this.#stored.get(src) ?? 0);
  }

  #nameOf(source: unknown): unknown {
    const { imageKey, images } = this.element;
    if (imageKey === undefined) return identityOf(source);
    if (this.#names.has(source) && imageKey === this.#namer) return this.#names.get(source);
    // The images, the one that is open, and the one that is being opened.
    if (imageKey !== this.#namer || this.#names.size >= images.length + 2) this.#names.clear();
    this.#namer = imageKey;
    const name = knownAs(imageKey, source);
    this.#names.set(source, name);
    return name;
  }

  /** To be called when the page has set another list: invalid images are reported, and left out. */
  changed(): void {
    const given = this.element.images;
    const sound = soundEntries(given);
    if (sound !== given) {
      this.element.images = sound;
      this.voice.fail(badImages(given));
    }
    this.#names.clear();
    this.refresh();
  }

  /** Reads again how many objects are stored for each image. */
  refresh(): void {
    const { images, autosave } = this.element;
    if (!autosave || images.length === 0) return;
    this.#asked++;
    const asked = this.#asked;
    void Promise.all(images.map(async ({ src }) => [src, await storedObjects(this.#nameOf(src))] as const)).then(
      (counts) => {
        if (asked !== this.#asked) return;
        this.#stored.clear();
        for (const [src, count] of counts) if (count !== undefined) this.#stored.set(src, count);
        this.voice.changed();
      },
    );
  }

  /** Opens an image of the list, unless the page prevents that. A run on the open one ends first, and leaves its last outline. */
  choose(index: number): void {
    const image = this.element.images[index];
    if (!image || !this.voice.emit('image-choose', { image, index })) return;
    void openInTurn(this.runs, this.element, () => this.#open(image));
  }

  #open(image: ImageEntry): void {
    // Once more, where it could not be opened.
    if (this.stage.failed) this.element.src = undefined;
    this.element.src = image.src;
  }

  /** Opens the image after or before the one that is open; the list wraps round. */
  step(by: 1 | -1): void {
    const { length } = this.element.images;
    if (length === 0) return;
    const { current } = this;
    this.choose(current < 0 ? (by > 0 ? 0 : length - 1) : (current + by + length) % length);
  }
}
