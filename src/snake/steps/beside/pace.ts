/**
 * Minimum and maximum milliseconds of a submit of many contours: single steps are not displayed, but
 * the same device must draw the screen.
 */
const LEAST = 100;
const MOST = 200;
/** Contours of a first submit, whose duration is unknown. */
const FIRST = 256;

/**
 * Chooses the number of contours per submit. A device with spare capacity takes hardly longer for twice as many, so the time per contour is not
 * meaningful: the number is doubled or halved until a submit takes the wanted time.
 */
export class Pace {
  #share = FIRST;

  next(left: number): number {
    return Math.min(left, this.#share);
  }

  took(contours: number, milliseconds: number): void {
    if (milliseconds > MOST) this.#share = Math.max(1, Math.min(this.#share, contours >> 1));
    else if (milliseconds < LEAST && contours === this.#share) this.#share *= 2;
  }
}
