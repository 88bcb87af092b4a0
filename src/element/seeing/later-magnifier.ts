import { later } from '../../core/later.js';
import type { ViewerHold } from '../viewer/viewer.js';
import type { Magnifier } from './magnifier.js';

/** The code of the glass. */
export const glass = later(() => import('./magnifier.js'));

/** The glass at the pointer, whose code comes when it is first asked for. */
export class LaterMagnifier {
  #magnifier: Magnifier | undefined;

  constructor(
    private readonly hold: () => ViewerHold | undefined,
    /** The filter of the image's canvas. */
    private readonly filter: () => string,
  ) {}

  get open(): boolean {
    return this.#magnifier?.open ?? false;
  }

  /** Opens or closes the magnifier; synchronously if its code is loaded. Rejects with `not-loaded`. */
  async toggle(): Promise<void> {
    const { Magnifier } = glass.now ?? (await glass.load());
    this.#magnifier ??= new Magnifier(this.hold, this.filter);
    this.#magnifier.toggle();
  }

  close(): void {
    this.#magnifier?.close();
  }

  /** Draws an open glass in the next frame: what lies below it may have changed. */
  refresh(): void {
    this.#magnifier?.refresh();
  }
}
