/** The work on each image: put away when another image is opened, and brought back with its image. */

import { isBlob } from '../../../core/any-window.js';
import type { ContourFeature, ImageInfo } from '../../../worker/protocol.js';
import { EditsEvent } from '../../contours/collection.js';
import { type Edit, exchanging, type ImageWork, noWork, putting, resumed } from '../../contours/edits.js';
import { rejectedIn } from '../../contours/found.js';
import { countObjects } from '../../contours/objects.js';
import { BySource, Shelf } from '../../contours/shelf.js';
import { identityOf, imageKey, knownAs, named, pixelsKey, sizeKey, sourceKey } from '../../storage/image-key.js';
import { Keeper, type KeeperClient, type KeptImage, type StorageState, type Unsaved } from '../../storage/keeper.js';
import { writeSession } from '../../storage/session.js';
import { applySettings, type Settings, settingsOf } from '../../storage/settings.js';
import { wholeImageRequest } from '../../viewer/display-request.js';
import type { BenchParts } from '../bench-parts.js';

/** Side in pixels of the picture by which a changed image is recognised. */
const COMPARED = 256;

/** The contours and history of each image that was open. */
export class ImageWorks {
  readonly #shelf = new Shelf();
  readonly #pages = new Map<string, KeptImage>();
  #keeper: Keeper | undefined;
  /** What the image that the contours lie on is known by. */
  #known: unknown;
  /** Its size, as keys have it. */
  #size = '';
  /** The URL or the digest that identifies images, once it is known. */
  readonly #sources = new BySource<string>();
  /** Digests of pixels on which contours were made that nothing stores, by what the images are known by. */
  private readonly madeOn = new BySource<string>();
  /** The work on the current image when the next one was asked for. */
  #left: ImageWork = noWork;
  /** The page has given contours since, which are those of the next one. */
  #given = false;
  /** What the page gave for images that could not be opened, by what these are known by. */
  readonly #awaited = new BySource<readonly ContourFeature[] | undefined>();
  /** Edits since then. */
  #held: (readonly Edit[])[] = [];
  /** The work before contours that the page gave in this task: it may name their image after them. */
  #before: ImageWork | undefined;

  /** @param replaced called once another image is open */
  constructor(
    private readonly bench: BenchParts,
    private readonly replaced: () => void,
  ) {
    const { stage, collection } = bench;
    stage.addEventListener('leave', () => {
      if (stage.image) this.#stays();
      queueMicrotask(() => stage.ready.catch(() => this.#failed()));
      if (!stage.image) return;
      this.#given = this.#before !== undefined;
      this.#left = this.#before ?? collection.work;
    });
    stage.addEventListener('image', () => (stage.image ? this.#imageChanged(stage.image) : this.#gone()));
    collection.addEventListener('edits', (event) => {
      if (!(event instanceof EditsEvent)) return;
      if (stage.settled && stage.image) this.#stays();
      if (this.#given) this.#hold(event.edits);
      else if (this.#keeper) this.#keeper.changed(event.edits);
      else if (stage.image && this.madeOn.get(this.#known) === undefined) void this.#compare();
    });
  }

  /** The page is about to give contours: those of the image that is open, or of the one that it asks for before or after that. */
  givesContours(): void {
    const { stage, collection } = this.bench;
    if (this.#known === undefined) return;
    if (stage.image && stage.settled) {
      this.#before ??= collection.work;
      queueMicrotask(() => {
        this.#before = undefined;
      });
    } else if (!this.#given) {
      this.#left = this.#parted().left;
      this.#given = true;
    }
  }

  /** Keeps edits from the store until it is known whose they are. */
  #hold(edits: readonly Edit[]): void {
    const end = (): void => {
      this.#failed();
      const { stage } = this.bench;
      if (stage.settled && stage.image) this.#stays();
    };
    if (this.#held.push(edits) === 1) this.bench.stage.ready.then(end, end);
  }

  /** What the page gave for an image that did not open waits for that one; the image before has its own again, in the store too. */
  #failed(): void {
    const { element, stage } = this.bench;
    const known = knownAs(element.imageKey, element.src);
    if (this.#given && stage.failed && known !== this.#known) this.#waits(known);
  }

  /**
   * The viewer shows nothing. The work on the image before stays for it to come again, and what the page gave for one that the viewer could not open
   * waits for that one, where it has an address; all else that is given now is for the next image, whichever it is.
   */
  #gone(): void {
    const { collection, element, stage } = this.bench;
    const known = knownAs(element.imageKey, stage.missed);
    if (!this.#given) this.#left = collection.work;
    else if (typeof known === 'string' && known !== this.#known) this.#waits(known);
  }

  /** What the page gave waits for another image; the one before has its own again. */
  #waits(known: unknown): void {
    const { collection } = this.bench;
    const { contours } = collection;
    this.#awaited.set(known, contours);
    this.#stays();
    const ids = contours.map(({ id }) => id);
    this.#keeper?.changed(exchanging(contours, ids, this.#left.contours));
    collection.open(this.#left, { come: 'restore', go: 'image' });
  }

  /** No other image came: what the page gave is on the one that is open. */
  #stays(): void {
    for (const edits of this.#held) this.#keeper?.changed(edits);
    this.#held = [];
    this.#given = false;
  }

  /** The work on the image that was left, and the contours that came since the next one was asked for, which lie on that. */
  #parted(): { readonly left: ImageWork; readonly fresh: readonly ContourFeature[] } {
    const { contours } = this.bench.collection;
    if (this.#given) return { left: this.#left, fresh: contours };
    const old = new Set(this.#left.contours.map(({ id }) => id));
    const left = { ...this.#left, contours: contours.filter(({ id }) => old.has(id)) };
    return { left, fresh: contours.filter(({ id }) => !old.has(id)) };
  }

  /** The work on the image that is open. */
  get current(): ImageWork {
    return this.bench.collection.work;
  }

  /** The work on an image that was open before, by what it is known by; `undefined` where it was not. */
  before(known: unknown): ImageWork | undefined {
    return this.#shelf.last(known);
  }

  /** The state of autosave. */
  get state(): StorageState {
    return this.#keeper?.state ?? 'off';
  }

  /** Whether `autosave` has stored work on the open image. */
  get isStored(): boolean {
    return this.#keeper?.isStored ?? false;
  }

  /** `autosave` was switched. */
  switched(): void {
    if (!this.bench.element.autosave) {
      this.close();
      void this.#recall();
    } else if (!this.#keeper && this.bench.stage.image) {
      const { contours } = this.bench.collection;
      this.#keep({ contours, ifNew: contours, isLate: true });
    }
  }

  /** A property of the element changed, perhaps a setting; while an image is being opened it is that image's. */
  settingsChanged(): void {
    if (this.bench.stage.settled) this.#keeper?.settingsChanged();
  }

  /** Saves what is not saved, and keeps nothing from now on. */
  close(): void {
    void this.#keeper?.close();
    this.#keeper = undefined;
    this.bench.voice.changed();
  }

  /** The work on the open image, as a file. */
  session(): Blob {
    const { image } = this.bench.stage;
    const { work } = this.bench.collection;
    const { model, unlike } = this.bench.learnt;
    const shown = { contours: work.contours, unlike: [...unlike, ...rejectedIn(work)], model };
    return writeSession(image, settingsOf(this.bench.element), shown, this.source);
  }

  /** The identity of the open image, as returned by `sourceKey`, once it is known. */
  get source(): string | undefined {
    return this.#sources.get(this.#known);
  }

  #imageChanged(image: ImageInfo): void {
    const { stage, collection } = this.bench;
    const known = this.#knownAs(stage.source);
    const { name, notes = [] } = image;
    const size = sizeKey(image);
    const differs = this.#known !== known || this.#size !== size;
    let unsaved: Unsaved = { contours: [], ifNew: [] };
    if (this.#known !== undefined && differs) {
      const { left, fresh: made } = this.#parted();
      const awaited = this.#given ? undefined : this.#awaited.get(known);
      this.#awaited.set(known, undefined);
      const fresh = [...(awaited ?? []), ...made];
      this.#shelf.put(this.#known, this.#size, left);
      void this.#leave(this.#known, this.#size, left);
      const next = this.#shelf.take(known, size);
      const other = next ? undefined : this.#shelf.last(known);
      this.replaced();
      const given = this.#given || awaited;
      this.#held = [];
      this.#given = false;
      collection.open(joined(next ?? noWork, fresh), { come: 'restore', go: 'image' });
      if (given) collection.replace(fresh, 'set');
      if (other && other.contours.length > 0) this.bench.voice.say('imageDiffers');
      unsaved = { contours: fresh, ifNew: collection.contours };
    }
    if (this.#given) unsaved = { contours: collection.contours, ifNew: collection.contours };
    this.#stays();
    if (differs) for (const note of notes) this.bench.voice.say('imageNote', { name, note });
    const returns = differs && collection.contours.length > 0;
    this.#left = collection.work;
    this.#known = known;
    this.#size = size;
    void this.#identified();
    if (this.bench.element.autosave && (differs || !this.#keeper)) this.#keep(unsaved);
    else if (!this.bench.element.autosave && differs) {
      if (returns && this.madeOn.get(known) !== undefined) void this.#compare();
      void this.#recall();
    }
  }

  /** Work that left memory once it was stored is read again though nothing is kept any more. */
  async #recall(): Promise<void> {
    const { image } = this.bench.stage;
    const key = await this.#identified();
    const page = image && key !== undefined ? this.#pages.get(imageKey(key, image)) : undefined;
    if (!page?.again || page.base > 0) return;
    const found = await page.store.read(0).catch((error: unknown) => this.bench.voice.fail(error));
    if (!found || this.#keeper || image !== this.bench.stage.image) return;
    page.base = found.revision;
    const { work } = this.bench.collection;
    const made = putting(found.work.contours, work.contours);
    this.#restore(resumed(found.work, made.length > 0 ? [made] : [], work), settingsOf(this.bench.element));
  }

  /** Saves the work on an image that is left. What is stored need not stay in memory for ever. */
  async #leave(known: unknown, size: string, left: ImageWork): Promise<void> {
    const forget = await this.#keeper?.leave(left);
    if (forget) this.#shelf.stored(known, size, left, forget);
  }

  /** The address or the digest of the image; `undefined` where it has neither, as a file that cannot be read. */
  async #identified(): Promise<string | undefined> {
    const known = this.#known;
    const source = this.#sources.get(known) ?? (await sourceKey(known).catch(() => undefined));
    if (source !== undefined) this.#sources.set(known, source);
    return source;
  }

  /** Notes the pixels that contours are made on, and says so where they were others before. */
  async #compare(): Promise<void> {
    const known = this.#known;
    this.madeOn.set(known, this.madeOn.get(known) ?? '');
    const pixels = await this.#pixels().catch(() => undefined);
    if (pixels === undefined) return;
    const before = this.madeOn.get(known);
    this.madeOn.set(known, pixels);
    if (before && before !== pixels && known === this.#known) this.bench.voice.say('pixelsDiffer');
  }

  /** The identity of an image; if the page's function fails, its source, and the error is reported. */
  #knownAs(source: unknown): unknown {
    try {
      return named(this.bench.element.imageKey, source);
    } catch (error) {
      this.bench.voice.fail(error);
      return identityOf(source);
    }
  }

  /** Keeps the work on the open image from now on. */
  #keep(unsaved: Unsaved): void {
    const keeper = this.#keeper ?? new Keeper(this.#kept, this.#pages);
    this.#keeper = keeper;
    const { image } = this.bench.stage;
    const identity = this.#identified().then((key) =>
      key !== undefined && image ? { key: imageKey(key, image), source: key, name: image.name } : undefined,
    );
    void keeper.open(identity, unsaved);
  }

  get #kept(): KeeperClient {
    const { element, collection, voice } = this.bench;
    return {
      get work() {
        return collection.work;
      },
      get settings() {
        return settingsOf(element);
      },
      restore: (work, settings) => this.#restore(work, settings),
      told: (error) => {
        if (error) voice.fail(error);
        else if (this.state === 'saved') voice.settled('storage-failed');
        voice.emit('storage-change', { state: this.state });
        voice.changed();
      },
      imageDiffers: () => voice.say('imageDiffers'),
      pixels: () => this.#pixels(),
      pixelsDiffer: () => voice.say('pixelsDiffer'),
    };
  }

  /** A digest of the open image as it is shown whole, of its middle slice; none of a file that is known by its content. */
  async #pixels(): Promise<string | undefined> {
    const { engine, image, source } = this.bench.stage;
    if (!engine || !image || (isBlob(source) && this.#known === source)) return undefined;
    const middle = (image.stack?.depth ?? 1) >> 1;
    const { data } = await engine.display(image.id, wholeImageRequest(image, COMPARED, middle));
    return image === this.bench.stage.image ? pixelsKey(data) : undefined;
  }

  #restore(work: ImageWork, settings: Settings | undefined): void {
    const { collection } = this.bench;
    const { undo, redo } = settings ? work : collection.work;
    collection.open({ contours: work.contours, undo, redo }, { come: 'restore', go: 'restore' });
    if (!settings) return;
    applySettings(this.bench.element, settings);
    if (work.contours.length > 0) this.bench.voice.say('restored', { count: countObjects(work.contours) });
  }
}

/** Adds contours at the end of a work. */
const joined = (work: ImageWork, fresh: ImageWork['contours']): ImageWork => {
  if (fresh.length === 0) return work;
  const ids = new Set(fresh.map(({ id }) => id));
  return { ...work, contours: [...work.contours.filter(({ id }) => !ids.has(id)), ...fresh] };
};
