/** The engine, the viewer, and the image that both have open; and the replacement of one image by another. */
import type OpenSeadragon from 'openseadragon';
import { deferred } from '../../core/deferred.js';
import { abortError, codedError, isAbort, SegmenterError, throwIfAborted } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { loaded } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import type { ImageSpec } from '../../image/image-spec.js';
import type { ImageInfo } from '../../worker/protocol.js';
import type { EngineClientOptions } from '../client/engine-client.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Voice } from '../workbench/voice.js';
import { EngineSeat, type SeatedEngine } from './engine-seat.js';
import type { EngineShow } from './engine-show.js';
import { onFirstTile } from './first-tile.js';
import type { HostEvents, HostWatch } from './host-changes.js';
import { inView } from './in-view.js';
import { closeUnless, type Opened, type Opening, openImage } from './open-image.js';
import { dressed, pictureOf } from './page-requests.js';
import { isUpsideDown } from './slices.js';
import { planOf, planOfTiles, type SourcePlan, sourceOf } from './sources.js';
import { type ItemChoice, itemIn } from './tiled-image.js';
import { asked } from './tiles/tile-access.js';
import { showWhole, turn } from './view-moves.js';
import type { ViewerHold } from './viewer.js';
import { isWanted, wantedViewer } from './wanted-viewer.js';

/** What has begun once the viewer is there. */
interface Begun extends Pick<Opening, 'picture' | 'read' | 'started' | 'hold' | 'engine' | 'signal'> {
  readonly src: unknown;
  /** The plan of the image at `src`, where it is another one. */
  readonly ahead: SourcePlan | undefined;
}

/** Dispatches `leave` when the page asks for something else, or takes the element out, `viewer` when a viewer comes or goes, `image` when another image is open. */
export class Stage extends EventTarget {
  readonly seat: EngineSeat;
  hold: ViewerHold | undefined;
  image: ImageInfo | undefined;
  /** Of an image that the engine draws. */
  drawn: EngineShow | undefined;
  /** The name of the image that is being opened. */
  opening: string | undefined;
  /** The image is open, and no tile of it has come yet. */
  blank = false;
  /** The page's own viewer, where it gives one. */
  pageViewer: OpenSeadragon.Viewer | undefined;
  /** What the page's viewer was told to open last, where it could not. */
  missed: unknown;
  /** The slice to show of the volume that is opened next; the middle one when not given. */
  wantedSlice: number | undefined;
  #ready = deferred();
  #state: 'opening' | 'settled' | 'failed' = 'settled';
  /** Ends the wait for the first tile of the image. */
  #tile = new AbortController();
  #abort = new AbortController();
  #revoke: (() => void) | undefined;
  /** Of a viewer of the page. */
  #watch: HostWatch | undefined;
  #shown: unknown;
  /** The source of the viewer's image that is being opened. */
  #coming: unknown;
  /** The viewer's image that the page chose; the first where none. */
  #choice: ItemChoice | undefined;
  /** The hold's item is that of the choice. */
  #placed = false;
  /** The image that is open came from `src`: in a viewer of our own it goes with it. */
  #fromSrc = false;
  /** One change after another: an older one, aborted, ends before the next begins. Never rejects. */
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    createEngine: (options: EngineClientOptions) => SeatedEngine,
  ) {
    super();
    this.seat = new EngineSeat(element, voice, createEngine);
  }

  get engine(): SeatedEngine | undefined {
    return this.seat.engine;
  }

  /** Settles when the newest request has been opened or has failed; promises handed out earlier follow it. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves once runs have an image: as `ready`, but at once where opening another failed and one is still open. */
  get usable(): Promise<void> {
    return this.#state === 'failed' && this.image ? Promise.resolve() : this.ready;
  }

  /** True while nothing is being opened. */
  get settled(): boolean {
    return this.#state !== 'opening';
  }

  /** True where the newest request could not be opened; the image before it stays. */
  get failed(): boolean {
    return this.#state === 'failed';
  }

  /** A signal that aborts when the page asks for another image, viewer or engine. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The part of the image in view; `undefined` where that is all or nothing. */
  get inView(): Rect | undefined {
    return this.image && inView(this.hold?.overlay.projection, this.image);
  }

  /** Of a volume. */
  get slices(): EngineShow | undefined {
    return this.image?.stack ? this.drawn : undefined;
  }

  /** The slice shown of a volume, 0 the first; none of an image. */
  get slice(): number | undefined {
    return this.slices?.slice;
  }

  /** The page's source of the open image: its `src`, or the tile source of its viewer. */
  get source(): unknown {
    return this.#shown;
  }

  /** Image of the viewer's world on which contours lie. `update()` opens it. */
  choose(choice: ItemChoice | undefined): void {
    this.#choice = choice;
    this.#placed = false;
  }

  /** Opens the engine, viewer and image that the page's properties name now; reports failures. */
  update(): Promise<void> {
    const abort = this.#leave();
    const newer = deferred();
    this.#ready.resolve(newer.promise);
    this.#ready = newer;
    this.#turn = this.#turn.then(() => this.#bring(abort.signal));
    this.#turn = this.#turn.then(
      () => {
        if (this.#abort === abort) this.#state = 'settled';
        newer.resolve();
      },
      (error: unknown) => {
        if (this.#abort !== abort || isAbort(error)) return;
        this.#state = 'failed';
        // A tile source of the page may throw what it likes.
        newer.reject(codedError(error));
        if (this.element.isConnected) this.voice.fail(error);
      },
    );
    return newer.promise;
  }

  /** Ends what was asked for before. Returns what ends the next. */
  #leave(reason?: Error): AbortController {
    if (this.settled) this.dispatchEvent(new Event('leave'));
    this.#state = 'opening';
    this.missed = undefined;
    this.#abort.abort(reason);
    this.#abort = new AbortController();
    return this.#abort;
  }

  /** Closes everything. `update()` opens it again. */
  close(): void {
    this.#leave(new SegmenterError('detached'));
    this.#ready.reject(new SegmenterError('detached'));
    this.#ready = deferred();
    this.#dropViewer();
    this.seat.drop();
    this.#forgetImage();
  }

  async #bring(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    const src = sourceOf(this.element);
    const before = this.engine;
    const engine = this.seat.take();
    if (before && engine !== before) this.#forgetImage();
    const started = this.seat.started(engine, signal);
    started.catch(() => {});
    const images: Promise<ImageInfo>[] = [];
    const opens = (spec: ImageSpec): Promise<ImageInfo> => engine.open(dressed(spec, this.element), { signal });
    const watched = (image: Promise<ImageInfo>): Promise<ImageInfo> => {
      image.catch(() => {});
      images.push(image);
      return image;
    };
    const read = (spec: ImageSpec): Promise<ImageInfo> => watched(opens(spec));
    try {
      const ahead = src === undefined || (this.image && src === this.#shown) ? undefined : planOf(src);
      // While worker, device and viewer start.
      const picture = ahead && pictureOf(ahead, this.element, signal);
      const begun = picture
        ? watched(picture.then((blob) => opens({ kind: 'blob', blob, name: ahead.name })))
        : ahead?.spec && read(ahead.spec);
      const hold = await this.#bringViewer(signal);
      throwIfAborted(signal);
      const its = { src, ahead, picture, read: begun ? () => begun : read, started, hold, engine, signal };
      await this.#bringImage(its);
      await started;
    } finally {
      for (const image of images) closeUnless(image, engine, ({ id }) => id === this.image?.id);
    }
  }

  async #bringImage(begun: Begun): Promise<void> {
    const { src, ahead, hold, signal } = begun;
    await this.#watch?.opened(this.#choice === undefined, signal);
    const item = src === undefined ? this.#itemWanted(hold) : undefined;
    const source = src ?? item?.source;
    if (source === undefined) return this.#showNothing(hold);
    if (this.image && source === this.#shown) return this.#place(hold, item);
    const plan = ahead ?? (item ? planOfTiles(item.source) : planOf(source));
    this.#opens(plan.name);
    this.#coming = item?.source;
    try {
      const replaces = this.image !== undefined;
      const request = asked(this.element.requestInit, src);
      const picture = begun.picture ?? pictureOf(plan, this.element, signal);
      const opened = await openImage({
        ...begun,
        plan,
        picture,
        item,
        slice: this.wantedSlice,
        replaces,
        request,
        refused: (error) => this.voice.fail(error),
      });
      const { slices } = this;
      this.#opened(opened, source, item, begun);
      this.dispatchEvent(new Event('image'));
      if (hold.owned && (slices === undefined) !== (this.slices === undefined)) {
        this.voice.changed();
        await this.element.updateComplete;
        showWhole(hold);
      }
    } finally {
      this.#coming = undefined;
      if (!signal.aborted) this.#opens(undefined);
    }
  }

  #opened(
    { info, drawn, revoke }: Opened,
    source: unknown,
    item: OpenSeadragon.TiledImage | undefined,
    { src, hold, engine }: Begun,
  ): void {
    const { image: old, slices: before } = this;
    this.#place(hold, item);
    this.#fromSrc = src !== undefined;
    this.image = info;
    if (hold.owned) turn(hold, isUpsideDown(info), old !== undefined || before !== undefined);
    this.drawn?.close();
    this.drawn = drawn;
    this.wantedSlice = undefined;
    this.#shown = source;
    this.#revoke?.();
    this.#revoke = revoke;
    if (old) engine.close(old.id);
    this.#awaitTile(hold);
  }

  /** A viewer of the page may show what it likes beside the image, or instead. */
  #awaitTile({ viewer, item, owned }: ViewerHold): void {
    if (!owned || !item) return;
    this.blank = true;
    this.#tile.abort();
    // Another image that is asked for may not come, and this one stays.
    this.#tile = new AbortController();
    onFirstTile(viewer, item, this.#tile.signal, () => {
      this.blank = false;
      this.voice.changed();
    });
  }

  #opens(name: string | undefined): void {
    this.opening = name;
    this.voice.changed();
  }

  /** The image of the viewer's world to read: in a viewer of our own only one that was chosen, and not beside that of `src`. */
  #itemWanted(hold: ViewerHold): OpenSeadragon.TiledImage | undefined {
    if (hold.owned && (this.#choice === undefined || this.#fromSrc)) return undefined;
    return this.#placed ? hold.item : itemIn(hold.viewer, this.#choice);
  }

  /** Contours lie on the chosen image from when it is open on. */
  #place(hold: ViewerHold, item: OpenSeadragon.TiledImage | undefined): void {
    if (this.#placed || !item) return;
    hold.item = this.#choice === undefined ? undefined : item;
    this.#placed = true;
  }

  async #bringViewer(signal: AbortSignal): Promise<ViewerHold> {
    const { hold, element, pageViewer } = this;
    const wanted = { element, pageViewer };
    if (hold && (await isWanted(hold, wanted))) return hold;
    throwIfAborted(signal);
    this.#dropViewer();
    const next = await wantedViewer(wanted, signal);
    const { HostWatch } = next.owned ? {} : await loaded(import('./host-changes.js'));
    // In a viewer of the page, too, the component is in the page's language when it is ready.
    if (HostWatch) await element.updateComplete;
    if (signal.aborted) {
      next.destroy();
      throw abortError();
    }
    this.hold = next;
    this.#placed = false;
    next.viewer.world.addHandler('remove-item', this.#itemRemoved);
    if (HostWatch) this.#watch = new HostWatch(next.viewer, this.#host);
    else next.viewer.addHandler('open', this.#openedByPage);
    this.dispatchEvent(new Event('viewer'));
    return next;
  }

  readonly #host: HostEvents = {
    changed: () => {
      const { source } = this.hold?.item ?? {};
      const known = source === this.#coming || (this.#placed && source === this.#shown);
      const own = sourceOf(this.element) === undefined;
      if (own ? (source ? !known : this.image) : this.settled && this.hold?.lost) this.#host.closed();
    },
    closed: () => {
      if (sourceOf(this.element) === undefined) this.update().catch(() => {});
      // The page's newer wish counts. This opens what its viewer has.
      else this.element.src = undefined;
    },
    failed: (source) => {
      this.missed = source;
    },
    gone: () => {
      this.#leave();
      this.#dropViewer();
      this.dispatchEvent(new Event('image'));
      // The page may make another one in the element.
      if (this.element.for && !this.pageViewer) return void this.update().catch(() => {});
      this.#ready.reject(new SegmenterError('disposed', { what: because('the-viewer')`The viewer` }));
      this.#state = 'settled';
    },
  };

  /** The chosen image left the viewer's world: the first takes over. Where the page takes that of `src` out of our own viewer, it wants it no longer. */
  readonly #itemRemoved = ({ item }: { readonly item: OpenSeadragon.TiledImage }): void => {
    const { hold } = this;
    const letGo = hold?.owned && this.#fromSrc && this.settled && hold.lost;
    if (!letGo && (this.#choice === undefined || !this.#placed || item !== hold?.chosen)) return;
    this.#fromSrc &&= !letGo;
    this.choose(hold?.owned && hold.viewer.world.getItemCount() > 0 ? 0 : undefined);
    this.#host.closed();
  };

  /** The page opened an image in our own viewer, which shows it alone. */
  readonly #openedByPage = (): void => {
    if (sourceOf(this.element) !== undefined) return;
    this.choose(0);
    this.#host.closed();
  };

  #showNothing({ viewer, owned }: ViewerHold): void {
    if (this.image && owned && this.#fromSrc) viewer.close();
    this.#fromSrc = false;
    this.#forgetImage();
    this.dispatchEvent(new Event('image'));
  }

  #dropViewer(): void {
    const { hold } = this;
    if (!hold) return;
    this.hold = undefined;
    this.dispatchEvent(new Event('viewer'));
    this.#watch?.end();
    this.#watch = undefined;
    hold.viewer.world?.removeHandler('remove-item', this.#itemRemoved);
    hold.destroy();
    this.#forgetImage();
  }

  /** The image must be opened again; `#shown` stays, so that the same one coming back replaces nothing. */
  #forgetImage(): void {
    if (this.image) this.engine?.close(this.image.id);
    this.image = undefined;
    this.#tile.abort();
    this.blank = false;
    this.drawn?.close();
    this.drawn = undefined;
    this.#revoke?.();
    this.#revoke = undefined;
  }
}
