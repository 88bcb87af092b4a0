/** Display of the image and the contours: the current settings, the histogram, and temporary views. */
import { later } from '../../core/later.js';
import type { DisplayOptions, Limits, RgbaPicture } from '../../image/display.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';
import type { Collection } from '../contours/collection.js';
import type { Look } from '../overlay/contour-painter.js';
import { colouring } from '../seeing/colours.js';
import { checkDisplay, type DisplaySettings, type Shown, standardDisplay } from '../seeing/display-settings.js';
import { type Histogram, histogramOf } from '../seeing/histogram.js';
import { LaterMagnifier } from '../seeing/later-magnifier.js';
import { bandsOf, placesOf } from '../seeing/shown-channels.js';
import { toneOf } from '../seeing/tone.js';
import { ToneFilter } from '../seeing/tone-filter.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import { wholeImageRequest } from '../viewer/display-request.js';
import { navigatorCode } from '../viewer/later-navigator.js';
import type { Stage } from '../viewer/stage.js';
import type { Voice } from './voice.js';

const ownStyle = later(() => import('../seeing/own-style.js'));

/** The longer side of the picture that values are counted in, in pixels. */
const COUNTED = 512;

/** The settings of the display, and the views that a person switches on: contours hidden, or as before the last change. */
export class Seeing {
  /** The contours as they were before the last change are drawn too. */
  comparing = false;
  /** No contour is drawn. */
  bare = false;
  /** Whether the histogram is visible; values are counted only for it. */
  counting = false;
  readonly magnifier: LaterMagnifier;
  #filter: ToneFilter | undefined;
  #histogram: { readonly key: string; readonly histogram?: Histogram } | undefined;
  /** Shown as black and white at first, of the first channel that is shown. */
  #first: Limits | undefined;
  #dressed = '';
  /** An image was open before. */
  #seen = false;
  #look: { readonly key: readonly unknown[]; readonly look: Look } | undefined;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
  ) {
    this.magnifier = new LaterMagnifier(
      () => stage.hold,
      () => this.#filter?.value ?? '',
    );
    stage.addEventListener('viewer', () => this.#viewerChanged());
    stage.addEventListener('image', () => {
      // Another image has other values, and is not turned.
      if (this.#seen) {
        const { hold } = stage;
        if (hold?.owned) hold.viewer.viewport.setRotation(0, true).setFlip(false);
        this.change({
          window: undefined,
          gamma: undefined,
          lut: undefined,
          channels: undefined,
          logarithmic: undefined,
        });
      }
      this.#seen = true;
      this.#histogram = undefined;
      this.#first = undefined;
      this.#dressed = '';
      this.apply();
    });
  }

  get settings(): Shown {
    return { ...standardDisplay, ...this.element.display };
  }

  /** Changes some settings; `undefined` goes back to the standard. */
  change(settings: DisplaySettings): void {
    const all: [string, unknown][] = Object.entries({ ...this.element.display, ...settings });
    this.element.display = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }

  /** To be called when the element's settings have changed: invalid settings are reported, and then none is applied. */
  checked(): void {
    try {
      checkDisplay(this.element.display);
    } catch (error) {
      this.element.display = {};
      this.voice.fail(error);
    }
    this.apply();
  }

  /** Loads what `contourStyle` needs; that it does not come is reported. */
  async styled(): Promise<void> {
    if (this.element.contourStyle) await ownStyle.load().catch((error: unknown) => this.voice.fail(error));
  }

  /** The look of contours, with the colours of the page; the same while nothing changes. */
  look(page: Pick<Look, 'accent' | 'contour'>): Look {
    const { opacity, fill, outlines, dim, colours } = this.settings;
    const { contours } = this.collection;
    const scaled = typeof colours === 'object' ? contours : undefined;
    const { contourStyle } = this.element;
    const styles = contourStyle && ownStyle.now;
    const settings = [opacity, fill, outlines, dim, JSON.stringify(colours), scaled];
    const key: readonly unknown[] = [page.accent, page.contour, ...settings, contourStyle, styles];
    if (this.#look && key.every((value, k) => value === this.#look?.key[k])) return this.#look.look;
    const common = { ...page, opacity, fill, outlines, dim, colourOf: colouring(colours, contours) };
    const look = styles ? styles.withStyles(common, contourStyle, (error) => this.voice.fail(error)) : common;
    this.#look = { key, look };
    return look;
  }

  /** Contours that the last change replaced or removed, where they are shown. */
  get before(): readonly ContourFeature[] | undefined {
    if (!this.comparing) return undefined;
    return this.collection.work.undo.at(-1)?.edits.flatMap(({ before }) => before ?? []);
  }

  /** The image's values, once they were counted; asking for them has them counted. */
  get histogram(): Histogram | undefined {
    const { image } = this.stage;
    if (!image) return undefined;
    if (this.#histogram?.key !== this.#countedKey(image)) void this.#count();
    return this.#histogram?.histogram;
  }

  /** Shows the image and its contours as the settings say. */
  apply(): void {
    const { drawn } = this.stage;
    const { settings } = this;
    if (drawn) {
      this.#filter?.set(toneOf({ lut: settings.lut }));
      void this.#dress();
    } else this.#filter?.set(toneOf(settings));
    this.magnifier.refresh();
    this.voice.changed();
  }

  showNavigator(shown: boolean): void {
    this.element.navigator = shown;
  }

  /** Redraws the tiles with the present display of stored values. */
  async #dress(): Promise<void> {
    const { drawn, image } = this.stage;
    const { window, gamma, logarithmic, channels } = this.settings;
    const plain = window[0] === 0 && window[1] === 1 && gamma === 1 && !logarithmic && !channels;
    const key = JSON.stringify([window, gamma, logarithmic, channels]);
    if (!drawn || !image || this.#dressed === key || (plain && this.#dressed === '')) return;
    this.#dressed = key;
    try {
      if (plain) return await drawn.dress(undefined);
      const shown: DisplayOptions = {
        ...(channels ? { bands: bandsOf(channels) } : {}),
        ...(logarithmic ? { scale: 'log' } : {}),
      };
      const first = (await this.#picture(shown, 1))?.limits ?? [];
      if (image !== this.stage.image || this.#dressed !== key) return;
      this.#first = first[placesOf(shown.bands)[0] ?? 0];
      const limits = first.map(
        (pair): Limits => [between(pair, window[0], logarithmic), between(pair, window[1], logarithmic)],
      );
      await drawn.dress({ ...shown, limits, gamma });
    } catch (error) {
      this.voice.fail(error);
    }
  }

  /** Black and white of the window, as places in the histogram from 0 to 1. */
  windowIn({ limits, first }: Histogram): [number, number] {
    const { window, logarithmic } = this.settings;
    const move = (value: number): number => (logarithmic ? Math.log(value) : value);
    const [low, high] = [move(limits[0]), move(limits[1])];
    const at = (share: number): number => (move(between(first, share, logarithmic)) - low) / (high - low);
    return [at(window[0]), at(window[1])];
  }

  /** The stored value at a share of the range shown at first. */
  valueAt(share: number): number {
    return between(this.#range, share, this.settings.logarithmic);
  }

  /** The inverse of `valueAt`. */
  shareOf(value: number): number {
    const [black, white] = this.#range;
    if (!this.settings.logarithmic) return (value - black) / (white - black);
    return Math.log(value / black) / Math.log(white / black);
  }

  /** Shown as black and white at first, as far as it is known; on a logarithmic scale positive, also until the values are counted for it. */
  get #range(): Limits {
    const [black, white] = this.#histogram?.histogram?.first ?? this.#first ?? [0, 255];
    return this.settings.logarithmic && black <= 0 ? [1, Math.max(2, white)] : [black, white];
  }

  /** What the values that are counted depend on. */
  #countedKey({ id }: Pick<ImageInfo, 'id'>): string {
    const { logarithmic, channels } = this.settings;
    return JSON.stringify([id, logarithmic, channels]);
  }

  async #count(): Promise<void> {
    const { image } = this.stage;
    if (!image) return;
    const { logarithmic, channels } = this.settings;
    const key = this.#countedKey(image);
    this.#histogram = { ...this.#histogram, key };
    const scale: DisplayOptions = {
      ...(logarithmic ? { scale: 'log' } : {}),
      ...(channels ? { bands: bandsOf(channels) } : {}),
    };
    try {
      const eight = image.bits === 8 && !logarithmic;
      const whole = await this.#picture(eight ? scale : { ...scale, percentiles: [0, 100] }, COUNTED);
      const first = await this.#picture(scale, 1);
      if (!whole || !first || this.stage.image !== image || this.#histogram?.key !== key) return;
      this.#histogram = { key, histogram: histogramOf(whole, first, placesOf(scale.bands)) };
      this.voice.changed();
    } catch {
      // The image went, or cannot be read: there is nothing to count.
    }
  }

  /** The whole image in a picture with a maximum side in pixels. */
  #picture(options: DisplayOptions, side: number): Promise<RgbaPicture> | undefined {
    const { engine, image, slice } = this.stage;
    if (!engine || !image) return undefined;
    return engine.display(image.id, { ...wholeImageRequest(image, side, slice), options });
  }

  #viewerChanged(): void {
    this.magnifier.close();
    const { hold } = this.stage;
    this.#filter = undefined;
    if (!hold) return;
    const { viewer } = hold;
    this.#filter = new ToneFilter(viewer.canvas, () =>
      [viewer.drawer?.canvas, viewer.navigator?.drawer?.canvas].flatMap((canvas) =>
        canvas instanceof HTMLElement ? [canvas] : [],
      ),
    );
    this.navigatorChanged();
  }

  /** The element's `navigator` changed, or the viewer. */
  navigatorChanged(): void {
    const { navigator } = this.element;
    if (navigator && !navigatorCode.now)
      navigatorCode.load().then(
        () => this.navigatorChanged(),
        (error: unknown) => this.voice.fail(error),
      );
    const { hold } = this.stage;
    if (hold) navigatorCode.now?.showNavigator(hold, navigator);
    this.apply();
  }
}

const between = ([black, white]: Limits, share: number, logarithmic: boolean): number =>
  logarithmic ? black * (white / black) ** share : black + share * (white - black);
