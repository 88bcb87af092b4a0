/**
 * The display of an image that the engine draws: of a volume one slice at a time. Of the slices and looks asked for while one
 * is loading only the newest is shown.
 */
import type OpenSeadragon from 'openseadragon';
import { isAbort, SegmenterError } from '../../core/errors.js';
import type { DisplayOptions, RgbaPicture } from '../../image/display.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { asksForTiles, type DrawTile, displaySource } from './display-source.js';
import type { SeatedEngine } from './engine-seat.js';
import { overlapFor } from './fast-webgl.js';
import { DRAWN, whenDrawn } from './first-tile.js';
import { sliceWithin } from './slices.js';
import type { ViewerHold } from './viewer.js';

/** View that is drawn: a slice of a volume, and the look of the tiles. */
interface Sight {
  readonly slice: number | undefined;
  readonly options: DisplayOptions | undefined;
}

/** The slice and look of an image that the engine draws. */
export class EngineShow {
  #drawn: Sight;
  #wanted: Sight;
  #turn: Promise<void> | undefined;
  readonly #abort = new AbortController();

  /**
   * @param whole the coarsest tile, which is of the whole image, in the look in which it was opened
   * @param slice the one that is in the viewer already; none of an image
   */
  constructor(
    private readonly image: ImageInfo,
    private readonly hold: ViewerHold,
    private readonly draw: DrawTile,
    readonly whole: Promise<RgbaPicture> | undefined,
    slice?: number,
  ) {
    this.#drawn = { slice, options: undefined };
    this.#wanted = this.#drawn;
  }

  /** The slice asked for last; the first of an image. */
  get slice(): number {
    return this.#wanted.slice ?? 0;
  }

  get depth(): number {
    return this.image.stack?.depth ?? 1;
  }

  /** Shows a slice. Resolves once the newest slice asked for is drawn. Without effect after `close`. */
  show(slice: number): Promise<void> {
    return this.#sees({ ...this.#wanted, slice });
  }

  /** Redraws the tiles with other display settings. Resolves as `show` does. */
  dress(options: DisplayOptions | undefined): Promise<void> {
    return this.#sees({ ...this.#wanted, options });
  }

  #sees(wanted: Sight): Promise<void> {
    this.#wanted = wanted;
    this.#turn ??= this.#follow().finally(() => {
      this.#turn = undefined;
    });
    return this.#turn;
  }

  /** Stops following: another image replaces this one. */
  close(): void {
    this.#abort.abort();
  }

  get closed(): boolean {
    return this.#abort.signal.aborted;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#abort;
    while (this.#drawn !== this.#wanted && !signal.aborted) {
      const wanted = this.#wanted;
      const { slice, options } = wanted;
      try {
        const source = displaySource(this.image, this.draw, slice, options, overlapFor(this.hold.viewer));
        const admit = (item: OpenSeadragon.TiledImage): Promise<void> => whenDrawn(this.hold.viewer, item, signal);
        await this.hold.show(source, this.image.name, signal, { admit, keepView: true });
      } catch (error) {
        if (!isAbort(error)) throw error;
      }
      this.#drawn = wanted;
    }
  }
}

/** What shows an image, and how. */
interface Showing {
  readonly hold: ViewerHold;
  readonly engine: SeatedEngine;
  /** The slice that is wanted of a volume. */
  readonly slice: number | undefined;
  readonly signal: AbortSignal;
  /** Called with the error of the first tile that the engine cannot draw, while the image is shown. */
  refused(error: unknown): void;
}

/**
 * Shows an image that the engine draws, of a volume the slice that is wanted, once its first tiles are asked for. Rejects as `ViewerHold.show` does,
 * and where the engine finds in time that its file cannot be read.
 */
export const showDrawn = async (
  info: ImageInfo,
  name: string,
  { hold, engine, slice: wanted, signal, refused }: Showing,
): Promise<EngineShow> => {
  let show: EngineShow | undefined;
  let whole: Promise<RgbaPicture> | undefined;
  let showing = Promise.resolve();
  let told = false;
  const drawn = async (...[request, abort]: Parameters<DrawTile>): Promise<RgbaPicture> => {
    try {
      return await engine.display(info.id, request, { signal: abort });
    } catch (error) {
      if (!told && !abort.aborted && !(show ? show.closed : signal.aborted)) {
        told = true;
        // An image that cannot be shown is reported.
        showing.then(
          () => refused(error),
          () => {},
        );
      }
      throw error;
    }
  };
  const draw: DrawTile = (request, abort) => {
    const drawing = drawn(request, abort);
    // The first is the coarsest.
    whole ??= drawing;
    return drawing;
  };
  const slice = info.stack && sliceWithin(info.stack.depth, wanted);
  const source = displaySource(info, draw, slice, undefined, overlapFor(hold.viewer));
  const admit = async (item: OpenSeadragon.TiledImage): Promise<void> => {
    await asksForTiles(item);
    await unlessUnreadable(whole);
  };
  showing = hold.show(source, name, signal, { admit });
  await showing;
  show = new EngineShow(info, hold, draw, whole, slice);
  return show;
};

/**
 * Resolves once the coarsest tile came or could not, at most `DRAWN` milliseconds from now; rejects where the file turned out to be none that
 * can be read, as one that ends before its tiles. Of a file with single tiles that are damaged, or did not come, the others are shown.
 */
const unlessUnreadable = (tile: Promise<unknown> | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, DRAWN);
    Promise.resolve(tile)
      .then(
        () => resolve(),
        (error: unknown) =>
          error instanceof SegmenterError && error.code === 'image-unreadable' ? reject(error) : resolve(),
      )
      .finally(() => clearTimeout(timer));
  });
