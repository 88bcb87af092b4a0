/** OpenSeadragon's life: created inside the component, or the host's own; what it shows; how it is let go. */
import type OpenSeadragon from 'openseadragon';
import { abortError, SegmenterError, show } from '../worker/errors.js';
import { loadOpenSeadragon, viewerIn } from './openseadragon.js';
import { Overlay } from './overlay.js';

/** How long a viewer that `for` names may take to appear, in milliseconds. */
const PATIENCE = 10_000;

/** Tiles that the viewer may ask for in one frame: with one, a view of thirty would need half a second to ask for all. */
const TILES_A_FRAME = 4;

export interface ViewerOptions {
  readonly navigator: boolean;
  /** Read out where the viewer takes the focus. */
  readonly label: string;
  /** Anything that OpenSeadragon's constructor takes; it wins over what the component sets. */
  readonly extra: object;
}

/** A viewer with the overlay on it. `owned` viewers are destroyed with it; a host's own is left as it was. */
export class ViewerHold {
  readonly overlay: Overlay;
  #item: OpenSeadragon.TiledImage | undefined;
  #turn: Promise<void> = Promise.resolve();

  private constructor(
    readonly viewer: OpenSeadragon.Viewer,
    readonly owned: boolean,
  ) {
    this.overlay = new Overlay(viewer, () => this.item);
  }

  static async create(element: HTMLElement, { navigator, label, extra }: ViewerOptions): Promise<ViewerHold> {
    const library = await loadOpenSeadragon();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const viewer = library({
      element,
      showNavigationControl: false,
      showNavigator: navigator,
      navigatorPosition: 'BOTTOM_RIGHT',
      crossOriginPolicy: 'Anonymous',
      maxZoomPixelRatio: 24,
      maxTilesPerFrame: TILES_A_FRAME,
      visibilityRatio: 0.2,
      animationTime: calm ? 0 : 0.5,
      gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
      gestureSettingsPen: { clickToZoom: false },
      gestureSettingsTouch: { clickToZoom: false },
      ...extra,
    });
    viewer.canvas.setAttribute('role', 'application');
    viewer.canvas.setAttribute('aria-label', label);
    return new ViewerHold(viewer, true);
  }

  static adopt(viewer: OpenSeadragon.Viewer): ViewerHold {
    return new ViewerHold(viewer, false);
  }

  /** The viewer in the element of that id, if both are there. */
  static async at(id: string, root: Document | ShadowRoot): Promise<OpenSeadragon.Viewer | undefined> {
    const element = root.getElementById(id) ?? document.getElementById(id);
    return element ? viewerIn(element) : undefined;
  }

  /** The viewer in the element of that id, waited for until both are there. */
  static async find(id: string, root: Document | ShadowRoot, signal: AbortSignal): Promise<ViewerHold> {
    const end = performance.now() + PATIENCE;
    while (performance.now() < end) {
      if (signal.aborted) throw abortError();
      const viewer = await ViewerHold.at(id, root);
      if (viewer) return ViewerHold.adopt(viewer);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new SegmenterError('bad-parameter', {
      name: 'for',
      value: show(id),
      wanted: 'it must be the id of an element with an OpenSeadragon viewer',
    });
  }

  /** The image that contours lie on: the one chosen, else the first of the world. */
  get item(): OpenSeadragon.TiledImage | undefined {
    const { world } = this.viewer;
    if (!world) return undefined;
    if (this.#item && world.getIndexOfItem(this.#item) >= 0) return this.#item;
    return world.getItemCount() > 0 ? world.getItemAt(0) : undefined;
  }

  /** The one chosen, in the world or not. */
  get chosen(): OpenSeadragon.TiledImage | undefined {
    return this.#item;
  }

  set item(item: OpenSeadragon.TiledImage | undefined) {
    this.#item = item;
    this.overlay.invalidate();
  }

  /** Shows a tile source in place of the item, as what contours lie on; the old image stays until the new one is ready. */
  show(tileSource: string | object, name: string, signal: AbortSignal): Promise<void> {
    return this.#next(() => this.#show(tileSource, name, signal));
  }

  #show(tileSource: string | object, name: string, signal: AbortSignal): Promise<void> {
    const { viewer, item: old } = this;
    const { world } = viewer;
    const index = old ? world.getIndexOfItem(old) : 0;
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(abortError());
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      const settle = (done: () => void) => (): void => {
        signal.removeEventListener('abort', stop);
        done();
      };
      viewer.addTiledImage({
        ...specifierOf(tileSource),
        ...(old ? { index, replace: true } : {}),
        success: settle(() => {
          if (signal.aborted) return;
          this.#item &&= world.getItemAt(index);
          viewer.viewport.goHome(true);
          this.overlay.invalidate();
          resolve();
        }),
        error: settle(() => reject(new SegmenterError('image-unreadable', { name, reason: 'the viewer refused it' }))),
      });
    });
  }

  /** Shows a tile source of the same size in the place of the image; that one stays beneath until this one is drawn. */
  swap(tileSource: object, name: string, signal: AbortSignal): Promise<void> {
    return this.#next(() => this.#swap(tileSource, name, signal));
  }

  #swap(tileSource: object, name: string, signal: AbortSignal): Promise<void> {
    const { viewer, item: old } = this;
    const { world } = viewer;
    const index = old ? world.getIndexOfItem(old) + 1 : 0;
    let item: OpenSeadragon.TiledImage | undefined;
    const remove = (which: OpenSeadragon.TiledImage | undefined): void => {
      if (which && world.getIndexOfItem(which) >= 0) world.removeItem(which);
    };
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        remove(item);
        reject(abortError());
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      const settle = (): void => {
        if (signal.aborted) return;
        signal.removeEventListener('abort', stop);
        remove(old);
        if (this.#item === old) this.#item = item;
        this.overlay.invalidate();
        resolve();
      };
      viewer.addTiledImage({
        ...specifierOf(tileSource),
        index,
        success: () => {
          item = world.getItemAt(index);
          if (signal.aborted) remove(item);
          else whenDrawn(item, settle);
        },
        error: () => reject(new SegmenterError('image-unreadable', { name, reason: 'the viewer refused it' })),
      });
    });
  }

  /** One change of what is shown after the other. */
  #next(change: () => Promise<void>): Promise<void> {
    const changed = this.#turn.then(change);
    this.#turn = changed.catch(() => {});
    return changed;
  }

  destroy(): void {
    this.overlay.destroy();
    if (this.owned) this.viewer.destroy();
  }
}

/** Milliseconds to wait for the tiles of a slice: a hidden page draws none. */
const DRAWN = 400;

const whenDrawn = (item: OpenSeadragon.TiledImage, then: () => void): void => {
  const done = (): void => {
    clearTimeout(timer);
    item.removeHandler('fully-loaded-change', loaded);
    then();
  };
  const loaded = ({ fullyLoaded }: { readonly fullyLoaded: boolean }): void => {
    if (fullyLoaded) done();
  };
  const timer = setTimeout(done, DRAWN);
  item.addHandler('fully-loaded-change', loaded);
};

const isSpecifier = (source: object): source is OpenSeadragon.TileSourceSpecifier =>
  'tileSource' in source && (typeof source.tileSource === 'string' || typeof source.tileSource === 'object');

/** A specifier of the page as it stands; anything else is what OpenSeadragon resolves to a tile source. */
const specifierOf = (source: string | object): OpenSeadragon.TileSourceSpecifier =>
  typeof source === 'object' && isSpecifier(source) ? source : { tileSource: source, crossOriginPolicy: 'Anonymous' };
