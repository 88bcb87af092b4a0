/** What is open: the engine, the viewer and the image in both; how one image gives way to the next. */
import type OpenSeadragon from 'openseadragon';
import { abortError, isAbort, SegmenterError, throwIfAborted, toErrorData } from '../worker/errors.js';
import type { BackendChoice, BackendInfo, ImageInfo, ImageSpec } from '../worker/protocol.js';
import { deferred } from './deferred.js';
import { type DrawTile, displaySource } from './display-source.js';
import type { EngineClient, EngineClientOptions } from './engine-client.js';
import { loadOpenSeadragon } from './openseadragon.js';
import { isUpsideDown, SliceShow, sliceWithin } from './slice-show.js';
import { planOf, planOfTiles, type Source, type SourcePlan, specOf } from './sources.js';
import { samplesOf } from './tile-samples.js';
import { type ItemChoice, itemIn } from './tiled-image.js';
import { ViewerHold, type ViewerOptions } from './viewer.js';

/** What the component needs of the engine; tests put another in its place. */
export type Engine = Pick<
  EngineClient,
  | 'ready'
  | 'open'
  | 'close'
  | 'segment'
  | 'algorithms'
  | 'register'
  | 'display'
  | 'stats'
  | 'prepare'
  | 'dispose'
  | 'addEventListener'
  | 'removeEventListener'
>;

/** What is wanted, as the page says it. */
export interface Wanted {
  readonly src: Source | undefined;
  readonly viewer: OpenSeadragon.Viewer | undefined;
  readonly for: string | undefined;
  readonly backend: BackendChoice;
  /** What its first run will be, in all likelihood. */
  readonly algorithm: string;
  readonly workerUrl: string | undefined;
  readonly viewerOptions: ViewerOptions;
  /** Of a volume, 0 the first; the middle one when not given. */
  readonly slice: number | undefined;
}

export interface StageHost {
  readonly wanted: Wanted;
  createEngine(options: EngineClientOptions): Engine;
  /** The element that a viewer of our own lives in. */
  viewerElement(): Promise<HTMLElement>;
  readonly root: Document | ShadowRoot;
  viewerOpened(hold: ViewerHold): void;
  viewerClosed(): void;
  backendChosen(info: BackendInfo): void;
  engineStopped(error: SegmenterError): void;
  /** A host's viewer shows another image: `update()` opens it. */
  shownChanged(): void;
  imageOpened(): void;
  /** A new image is open in place of another. */
  imageReplaced(): void;
  opening(name: string | undefined): void;
}

type Read = (spec: ImageSpec) => Promise<ImageInfo>;

export class Stage {
  engine: Engine | undefined;
  hold: ViewerHold | undefined;
  image: ImageInfo | undefined;
  backend: BackendInfo | undefined;
  /** Of a volume. */
  slices: SliceShow | undefined;
  #opened: SliceShow | undefined;
  #ready = deferred();
  #abort = new AbortController();
  #revoke: (() => void) | undefined;
  #engineKey = '';
  #shown: Source | undefined;
  /** The viewer's image that the page chose; the first where none. */
  #choice: ItemChoice | undefined;
  /** The hold's item is that of the choice. */
  #placed = false;
  /** The image that is open came from `src`: in a viewer of our own it goes with it. */
  #fromSrc = false;
  /** One change after another: an older one, aborted, ends before the next begins. Never rejects. */
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly host: StageHost) {}

  /** Settles with the newest of what was asked for: a promise handed out earlier follows it. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** The image that is open is the one that the page wants. */
  get isCurrent(): boolean {
    const { src } = this.host.wanted;
    return this.image !== undefined && (src === undefined || src === this.#shown);
  }

  /** Which image of the viewer's world contours are to lie on. `update()` opens it. */
  choose(choice: ItemChoice | undefined): void {
    this.#choice = choice;
    this.#placed = false;
  }

  /** Brings engine, viewer and image to what the page wants now. */
  update(): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const older = this.#ready;
    const newer = deferred();
    this.#ready = newer;
    older.resolve(newer.promise);
    this.#turn = this.#turn.then(() => this.#bring(abort.signal));
    this.#turn = this.#turn.then(
      () => newer.resolve(),
      (error: unknown) => {
        if (this.#abort === abort && !isAbort(error)) newer.reject(error);
      },
    );
    return newer.promise;
  }

  /** Lets everything go. `update()` brings it back. */
  close(): void {
    this.#abort.abort();
    this.#ready.reject(new SegmenterError('detached'));
    this.#ready = deferred();
    this.#dropViewer();
    this.#dropEngine();
  }

  async #bring(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    const { wanted } = this.host;
    const { src } = wanted;
    const engine = this.#engineFor(wanted);
    const started = this.#started(engine, signal);
    started.catch(() => {});
    const images: Promise<ImageInfo>[] = [];
    const read: Read = (spec) => {
      const image = engine.open(spec, { signal });
      image.catch(() => {});
      images.push(image);
      return image;
    };
    const ahead = src === undefined || (this.image && src === this.#shown) ? undefined : planOf(src);
    // While worker, device and viewer come about.
    const begun = ahead?.spec && read(ahead.spec);
    try {
      const hold = await this.#bringViewer(wanted, signal);
      throwIfAborted(signal);
      await this.#bringImage(src, ahead, begun ? () => begun : read, started, hold, engine, signal);
      await started;
    } finally {
      for (const image of images) closeUnless(image, engine, ({ id }) => id === this.image?.id);
    }
  }

  async #bringImage(
    src: Source | undefined,
    ahead: SourcePlan | undefined,
    read: Read,
    started: Promise<void>,
    hold: ViewerHold,
    engine: Engine,
    signal: AbortSignal,
  ): Promise<void> {
    const item = src === undefined ? this.#itemWanted(hold) : undefined;
    const source = src ?? item?.source;
    if (source === undefined || source === '') return this.#showNothing(hold, engine);
    if (this.image && source === this.#shown) return this.#place(hold, item);
    const plan = ahead ?? (src === undefined ? planOfTiles(source) : planOf(source));
    this.host.opening(plan.name);
    try {
      const [info] = await Promise.all([this.#open(plan, item, read, hold, engine, signal), started]);
      throwIfAborted(signal);
      const old = this.image;
      this.#place(hold, item);
      this.#fromSrc = src !== undefined;
      this.image = info;
      if (hold.owned) turn(hold, isUpsideDown(info), this.slices !== undefined);
      this.slices?.close();
      this.slices = this.#opened;
      this.#opened = undefined;
      this.#revoke?.();
      this.#revoke = plan.display.kind === 'viewer' ? plan.display.revoke : undefined;
      const replaced = this.#shown !== undefined && this.#shown !== source;
      this.#shown = source;
      if (old) engine.close(old.id);
      this.host.imageOpened();
      if (replaced) this.host.imageReplaced();
    } finally {
      if (!signal.aborted) this.host.opening(undefined);
    }
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

  /** Opens in engine and viewer; at once in both where nothing is lost if one fails. `item`: in the viewer already. */
  async #open(
    plan: SourcePlan,
    item: OpenSeadragon.TiledImage | undefined,
    read: Read,
    hold: ViewerHold,
    engine: Engine,
    signal: AbortSignal,
  ): Promise<ImageInfo> {
    const { display, name } = plan;
    this.#opened = undefined;
    if (item) return read(plan.spec ?? (await samplesOf(item.source, name, signal)));
    if (plan.spec && display.kind === 'engine') {
      const info = await read(plan.spec);
      const library = await loadOpenSeadragon();
      const draw: DrawTile = (request, abort) => engine.display(info.id, request, { signal: abort });
      const slice = info.stack && sliceWithin(info.stack.depth, this.host.wanted.slice);
      await hold.show(displaySource(library, info, draw, slice), name, signal);
      if (slice !== undefined) this.#opened = new SliceShow(info, hold, draw, slice);
      return info;
    }
    if (display.kind !== 'viewer') throw new SegmenterError('unsupported', { what: name, reason: 'nothing reads it' });
    const show = (): Promise<void> => hold.show(display.tileSource, name, signal);
    if (!plan.spec) {
      await show();
      const { source } = hold.item!;
      return read(specOf(source) ?? (await samplesOf(source, name, signal)));
    }
    if (this.image) {
      const info = await read(plan.spec);
      await show();
      return info;
    }
    const showing = show();
    showing.catch(() => {});
    const info = await read(plan.spec);
    await showing;
    return info;
  }

  #engineFor(wanted: Wanted): Engine {
    const key = `${wanted.backend} ${wanted.workerUrl ?? ''}`;
    if (this.engine && key === this.#engineKey) return this.engine;
    this.#dropEngine();
    this.#engineKey = key;
    const engine = this.host.createEngine({
      backend: wanted.backend,
      ...(wanted.workerUrl === undefined ? {} : { workerUrl: wanted.workerUrl }),
    });
    this.engine = engine;
    engine.prepare(wanted.algorithm);
    engine.addEventListener('backend-change', this.#chosen);
    engine.addEventListener('restart', this.#restarted);
    return engine;
  }

  async #started(engine: Engine, signal: AbortSignal): Promise<void> {
    const info = await engine.ready;
    throwIfAborted(signal);
    if (this.backend !== info && this.engine === engine) this.#choose(info);
  }

  readonly #chosen = (event: Event): void => {
    if (event instanceof CustomEvent) this.#choose(event.detail);
  };

  readonly #restarted = (event: Event): void => {
    if (event instanceof CustomEvent) this.host.engineStopped(SegmenterError.from(toErrorData(event.detail)));
  };

  #choose(info: BackendInfo): void {
    const { backend } = this;
    this.backend = info;
    if (backend?.backend !== info.backend || backend.adapter !== info.adapter) this.host.backendChosen(info);
  }

  async #bringViewer(wanted: Wanted, signal: AbortSignal): Promise<ViewerHold> {
    const { hold } = this;
    if (hold && (await this.#stays(hold, wanted))) return hold;
    throwIfAborted(signal);
    this.#dropViewer();
    let next: ViewerHold;
    if (wanted.viewer) next = ViewerHold.adopt(wanted.viewer);
    else if (wanted.for !== undefined) next = await ViewerHold.find(wanted.for, this.host.root, signal);
    else next = await ViewerHold.create(await this.host.viewerElement(), wanted.viewerOptions);
    if (signal.aborted) {
      next.destroy();
      throw abortError();
    }
    this.hold = next;
    this.#placed = false;
    next.viewer.world.addHandler('remove-item', this.#itemRemoved);
    if (!next.owned) {
      next.viewer.addHandler('open', this.#hostOpened);
      next.viewer.world.addHandler('add-item', this.#hostOpened);
    }
    this.host.viewerOpened(next);
    return next;
  }

  /** The viewer is the one that the page wants. */
  async #stays({ viewer, owned }: ViewerHold, wanted: Wanted): Promise<boolean> {
    if (wanted.viewer) return viewer === wanted.viewer;
    if (wanted.for === undefined) return owned;
    return viewer === (await ViewerHold.at(wanted.for, this.host.root));
  }

  /** A host's viewer shows another image. */
  readonly #hostOpened = (): void => {
    const source = this.hold?.item?.source;
    const differs = !this.#placed || source !== this.#shown;
    if (this.host.wanted.src === undefined && source && differs) this.host.shownChanged();
  };

  /** The chosen image left the viewer's world: the first takes over. */
  readonly #itemRemoved = ({ item }: { readonly item: OpenSeadragon.TiledImage }): void => {
    if (this.#choice === undefined || !this.#placed || item !== this.hold?.chosen) return;
    this.choose(this.hold.owned ? 0 : undefined);
    if (this.host.wanted.src === undefined) this.host.shownChanged();
  };

  #showNothing(hold: ViewerHold, engine: Engine): void {
    if (this.image) engine.close(this.image.id);
    if (this.image && hold.owned && this.#fromSrc) hold.viewer.close();
    this.#fromSrc = false;
    this.image = undefined;
    this.slices?.close();
    this.slices = undefined;
  }

  #dropViewer(): void {
    const { hold } = this;
    if (!hold) return;
    this.host.viewerClosed();
    hold.viewer.removeHandler('open', this.#hostOpened);
    hold.viewer.world?.removeHandler('add-item', this.#hostOpened);
    hold.viewer.world?.removeHandler('remove-item', this.#itemRemoved);
    hold.destroy();
    this.hold = undefined;
    this.#forgetImage();
  }

  #dropEngine(): void {
    const { engine } = this;
    if (!engine) return;
    engine.removeEventListener('backend-change', this.#chosen);
    engine.removeEventListener('restart', this.#restarted);
    engine.dispose();
    this.engine = undefined;
    this.backend = undefined;
    this.#forgetImage();
  }

  /** The image must be opened again; `#shown` stays, so that the same one coming back replaces nothing. */
  #forgetImage(): void {
    if (this.image && this.engine) this.engine.close(this.image.id);
    this.image = undefined;
    this.slices?.close();
    this.slices = undefined;
    this.#revoke?.();
    this.#revoke = undefined;
  }
}

/** What was read and is not kept in the end is let go. */
const closeUnless = (image: Promise<ImageInfo>, engine: Engine, kept: (info: ImageInfo) => boolean): void => {
  image.then(
    (info) => {
      if (!kept(info)) engine.close(info.id);
    },
    () => {},
  );
};

/** A volume whose rows run upwards is shown so; an image after a volume the usual way again. */
const turn = ({ viewer: { viewport } }: ViewerHold, upsideDown: boolean, before: boolean): void => {
  if (upsideDown) viewport.setRotation(180, true).setFlip(true);
  else if (before) viewport.setRotation(0, true).setFlip(false);
};
