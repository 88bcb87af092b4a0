/** An OpenSeadragon viewer, created by the component or the host's own, and the images in it. */

import type OpenSeadragon from 'openseadragon';
import { isElement } from '../../core/any-window.js';
import { abortError, badParameter, SegmenterError } from '../../core/errors.js';
import { recordOf } from '../../core/given.js';
import { loaded } from '../../core/later.js';
import { lacking, watchPolicy } from '../../core/page-policy.js';
import { because } from '../../core/reasons.js';
import { languageOf, translator } from '../i18n/messages.js';
import { Overlay } from '../overlay/overlay.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import { hasFastWebGL, withoutSeams } from './fast-webgl.js';
import type { FullPage } from './full-page.js';
import { type Library, libraryOf, loadOpenSeadragon } from './openseadragon.js';
import { steadyPinch } from './pinch.js';
import { settledSource } from './tiles/tile-source.js';
import { askAgain } from './tiles/tiles-again.js';
import { keepWhole } from './whole-view.js';

/** Tiles that the viewer may ask for in one frame: with one, a view of thirty would need half a second to ask for all. */
const TILES_A_FRAME = 4;

/** Options for showing a tile source. */
export interface Showing {
  /** OpenSeadragon's options beside the tile source, such as a position. */
  readonly placing?: object;
  /** Resolves when the new image may replace the one before; where it rejects, the one before stays. */
  readonly admit?: (item: OpenSeadragon.TiledImage) => Promise<void>;
  /** True to leave the view where it is. */
  readonly keepView?: boolean;
}

/** OpenSeadragon empties its overlays by setting markup, which pages with trusted types refuse, even of no text. */
const emptiedWithoutMarkup = (viewer: OpenSeadragon.Viewer): void => {
  const overlays: unknown = Reflect.get(viewer, 'overlaysContainer');
  if (!(overlays instanceof Element)) return;
  Object.defineProperty(overlays, 'innerHTML', { set: () => overlays.replaceChildren(), configurable: true });
};

/** A viewer with the overlay on it. `owned` viewers are destroyed with it; a host's own is left as it was. */
export class ViewerHold {
  readonly overlay: Overlay;
  #item: OpenSeadragon.TiledImage | undefined;
  /** The one that `show` added last. */
  #shown: OpenSeadragon.TiledImage | undefined;
  #turn: Promise<void> = Promise.resolve();
  #fullPage: FullPage | undefined;
  #destroyed = false;

  private constructor(
    readonly viewer: OpenSeadragon.Viewer,
    readonly owned: boolean,
    /** The OpenSeadragon that made it, where it was made here; else the one that the page named, if any. */
    readonly library?: Library,
  ) {
    this.overlay = new Overlay(viewer, () => this.item);
  }

  /** A viewer of our own, in the element's place for it. Rejects with `bad-parameter` where `viewerOptions` are no object. */
  static async create(host: SegmenterProperties): Promise<ViewerHold> {
    const library = libraryOf(host.openSeadragon) ?? (await loadOpenSeadragon());
    await host.updateComplete;
    const element = host.renderRoot.querySelector<HTMLElement>('.viewer');
    if (!element) throw new SegmenterError('internal', { reason: 'the element has no place for a viewer' });
    // A document that only imitates one, as in tests outside of a browser.
    if (typeof matchMedia !== 'function' || !document.createElement('canvas').getContext('2d'))
      throw new SegmenterError('unsupported', {
        what: because('the-viewer')`The viewer`,
        reason: because('not-on-screen')`this document is not shown on a screen`,
      });
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const viewer = library({
      element,
      showNavigationControl: false,
      crossOriginPolicy: 'Anonymous',
      maxZoomPixelRatio: 24,
      maxTilesPerFrame: TILES_A_FRAME,
      visibilityRatio: 0.2,
      preserveImageSizeOnResize: true,
      animationTime: calm ? 0 : 0.5,
      ...withoutSeams(),
      ...(!hasFastWebGL() && { drawer: 'canvas' }),
      gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
      gestureSettingsPen: { clickToZoom: false },
      gestureSettingsTouch: { clickToZoom: false },
      ...recordOf('viewerOptions', host.viewerOptions),
    });
    for (const each of [viewer, viewer.navigator]) if (each) emptiedWithoutMarkup(each);
    askAgain(viewer);
    keepWhole(viewer);
    steadyPinch(viewer);
    // It is loaded with the first turn; without it seams stay.
    const loadTurned = () =>
      import('./turned-view.js').then((turned) => turned.withoutTurnedSeams(viewer)).catch(() => {});
    if (!hasFastWebGL()) viewer.addOnceHandler('rotate', loadTurned);
    viewer.canvas.setAttribute('role', 'application');
    const hold = new ViewerHold(viewer, true, library);
    hold.label(translator(languageOf(host))('viewer'));
    return hold;
  }

  /** A viewer of the page. Throws `bad-parameter` where it is not a viewer or was destroyed, and where `openSeadragon` is not OpenSeadragon. */
  static adopt(viewer: OpenSeadragon.Viewer, element: SegmenterProperties): ViewerHold {
    if (!isViewer(viewer)) throw badParameter('viewer', viewer, 'it must be an OpenSeadragon viewer');
    const hold = new ViewerHold(viewer, false, libraryOf(element.openSeadragon));
    // Without it, only the viewer's full page mode does not work.
    hold.#goAlong(element).catch(() => {});
    return hold;
  }

  /** Takes the element along where the viewer fills the page. */
  async #goAlong(element: HTMLElement): Promise<void> {
    const { FullPage } = await loaded(import('./full-page.js'));
    if (!this.#destroyed) this.#fullPage = new FullPage(this.viewer, element);
  }

  /** Names the viewer for screen readers; one of the page keeps what it has. */
  label(name: string): void {
    if (this.owned) this.viewer.canvas.setAttribute('aria-label', name);
  }

  /** The image that contours lie on: the one chosen, else the first of the world. */
  get item(): OpenSeadragon.TiledImage | undefined {
    const { world } = this.viewer;
    if (!world) return undefined;
    if (this.#item && world.getIndexOfItem(this.#item) >= 0) return this.#item;
    return world.getItemCount() > 0 ? world.getItemAt(0) : undefined;
  }

  /** The page took out of the world what was shown last. */
  get lost(): boolean {
    return this.#shown !== undefined && this.viewer.world.getIndexOfItem(this.#shown) < 0;
  }

  /** The chosen image, whether or not it is in the world. */
  get chosen(): OpenSeadragon.TiledImage | undefined {
    return this.#item;
  }

  set item(item: OpenSeadragon.TiledImage | undefined) {
    this.#item = item;
    this.overlay.invalidate();
  }

  /**
   * Shows a tile source in the place of the item, as what contours lie on. The image before stays until the new one is
   * there and was admitted, and for good where it was not, or the signal aborts.
   */
  async show(tileSource: object, name: string, signal: AbortSignal, how: Showing = {}): Promise<void> {
    const library = async (): Promise<Library> => this.library ?? loadOpenSeadragon();
    const source = await settledSource(library, this.viewer, tileSource, name, signal);
    return this.#next(() => this.#show(source, name, signal, how));
  }

  #show(
    tileSource: object,
    name: string,
    signal: AbortSignal,
    { placing = {}, admit, keepView = false }: Showing,
  ): Promise<void> {
    const { viewer, item: old } = this;
    const { world } = viewer;
    const index = old ? world.getIndexOfItem(old) + 1 : 0;
    let item: OpenSeadragon.TiledImage | undefined;
    // Pictures that were fetched are shown by addresses of their own.
    const policy = watchPolicy((blocked) => blocked.startsWith('blob'));
    const refusedBy = (directive: string | undefined): SegmenterError => {
      const reason = directive ? lacking('blob:', directive) : because('viewer-refused')`the viewer refused it`;
      return new SegmenterError('image-unreadable', { name, reason });
    };
    const remove = (which: OpenSeadragon.TiledImage | undefined): void => {
      if (which && world.getIndexOfItem(which) >= 0) world.removeItem(which);
    };
    return new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void => {
        signal.removeEventListener('abort', stop);
        remove(item);
        reject(error);
      };
      const stop = (): void => fail(abortError());
      const settle = (added: OpenSeadragon.TiledImage): void => {
        if (signal.aborted) return;
        signal.removeEventListener('abort', stop);
        if (this.owned || (this.#item && this.#item === old)) this.#item = added;
        this.#shown = added;
        remove(old);
        if (!keepView) viewer.viewport.goHome(true);
        this.overlay.invalidate();
        resolve();
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      viewer.addTiledImage({
        crossOriginPolicy: 'Anonymous',
        ...placing,
        tileSource,
        index,
        success: () => {
          const added = world.getItemAt(index);
          item = added;
          if (signal.aborted) remove(added);
          else if (admit) admit(added).then(() => settle(added), fail);
          else settle(added);
        },
        error: () => void policy.directive().then((directive) => fail(refusedBy(directive))),
      });
    }).finally(() => policy.end());
  }

  /** Runs changes of the image one after the other. */
  #next(change: () => Promise<void>): Promise<void> {
    const changed = this.#turn.then(change);
    this.#turn = changed.catch(() => {});
    return changed;
  }

  destroy(): void {
    this.#destroyed = true;
    this.#fullPage?.destroy();
    this.overlay.destroy();
    if (this.owned) this.viewer.destroy();
  }
}

/** Tells whether a value is a viewer, of any copy of OpenSeadragon; a destroyed one has no canvas. */
const isViewer = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'viewport' in value &&
  'addHandler' in value &&
  'canvas' in value &&
  isElement(value.canvas);
