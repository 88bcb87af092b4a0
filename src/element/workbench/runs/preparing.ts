/** Has the engine prepare for a run while its start is drawn, or may be. */
import type { ExpectedStart } from '../../../worker/ahead/drawn-ahead.js';
import type { Extensions } from '../../extensions/extensions.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Stage } from '../../viewer/stage.js';

/**
 * Milliseconds from one waking of a device to the next. While a start is drawn, half a second of waking leaves half a second of rest, and an H200's clock falls
 * after .8 to 1.8 s. A pointer that is only over the image may stay there for long, so that the device rests for most of the time.
 */
const WAKE_AGAIN = { drawn: 1000, hovered: 3000 } as const;
/** Milliseconds from one box to the next of which the engine is told: a round trip to a near server. */
const TELL_AGAIN = 50;

/** Prepares nothing while a run is under way, and nothing for volumes. */
export class Preparing {
  /** When the device was woken, and the engine told of a box, by `performance.now()`. */
  #woken = Number.NEGATIVE_INFINITY;
  #told = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly element: SegmenterProperties,
    private readonly stage: Stage,
    private readonly extensions: Extensions,
    private readonly busy: () => boolean,
  ) {}

  /** Wakes the engine's device; to be called on every move of the pointer. */
  awaken(what: keyof typeof WAKE_AGAIN): void {
    const { engine } = this.stage;
    const [image, now] = [this.#image, performance.now()];
    if (!image || now < this.#woken + WAKE_AGAIN[what]) return;
    this.#woken = now;
    engine?.awaken(this.#algorithm, image.id);
  }

  /** Has the engine read what a run needs; to be called on every change of the box that is drawn, and on the press of a click. */
  expect(start: ExpectedStart): void {
    const { engine, inView } = this.stage;
    const [image, now] = [this.#image, performance.now()];
    if (!image || now < this.#told + TELL_AGAIN) return;
    this.#told = now;
    engine?.expect(image.id, start, { algorithm: this.#algorithm, inView });
  }

  get #image(): Stage['image'] {
    const { image } = this.stage;
    return image?.stack || this.busy() ? undefined : image;
  }

  get #algorithm(): string {
    return this.extensions.engineAlgorithm(this.element.algorithm);
  }
}
