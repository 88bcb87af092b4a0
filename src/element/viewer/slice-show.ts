/** The display of a volume: one slice at a time; of the slices asked for while one is loading only the newest is shown. */
import { isAbort } from '../../core/errors.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { type DrawTile, displaySource } from './display-source.js';
import { loadOpenSeadragon } from './openseadragon.js';
import { type ViewerHold, whenDrawn } from './viewer.js';

export class SliceShow {
  #drawn: number;
  #wanted: number;
  #turn: Promise<void> | undefined;
  readonly #abort = new AbortController();

  /** @param slice the one that is in the viewer already */
  constructor(
    private readonly image: ImageInfo,
    private readonly hold: ViewerHold,
    private readonly draw: DrawTile,
    slice: number,
  ) {
    this.#drawn = slice;
    this.#wanted = slice;
  }

  /** The slice asked for last. */
  get slice(): number {
    return this.#wanted;
  }

  get depth(): number {
    return this.image.stack?.depth ?? 1;
  }

  /** Shows a slice. Resolves once the newest slice asked for is drawn. Without effect after `close`. */
  show(slice: number): Promise<void> {
    this.#wanted = slice;
    this.#turn ??= this.#follow().finally(() => {
      this.#turn = undefined;
    });
    return this.#turn;
  }

  /** Stops following: another image replaces this one. */
  close(): void {
    this.#abort.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#abort;
    const library = await loadOpenSeadragon();
    while (this.#drawn !== this.#wanted && !signal.aborted) {
      const slice = this.#wanted;
      try {
        const source = displaySource(library, this.image, this.draw, slice);
        await this.hold.show(source, this.image.name, signal, { admit: whenDrawn, keepView: true });
      } catch (error) {
        if (!isAbort(error)) throw error;
      }
      this.#drawn = slice;
    }
  }
}

/** The nearest slice that there is; the middle one where none is named. */
export const sliceWithin = (depth: number, slice: number | undefined): number =>
  slice === undefined || !Number.isFinite(slice) ? depth >> 1 : Math.min(depth - 1, Math.max(0, Math.round(slice)));

/** True if rows run from posterior to anterior: the slice must be flipped to show anterior at the top. */
export const isUpsideDown = ({ stack }: ImageInfo): boolean => (stack?.affine?.[1]?.[1] ?? -1) > 0;
