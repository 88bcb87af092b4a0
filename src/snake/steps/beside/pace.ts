/**
 * Milliseconds that a submit of many contours should take, at least and at most: nobody watches them step by step, yet a screen
 * has to be drawn by the same device.
 */
const LEAST = 100;
const MOST = 200;
/** Contours of a first submit, of which nobody knows how long they take. */
const FIRST = 256;

/**
 * How many contours go into a submit. A device with room left takes hardly longer for twice as many, so the time of one tells
 * nothing: the number is doubled or halved until a submit takes the time wanted.
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
