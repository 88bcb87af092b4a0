/** The planes of windows of one level, of which only parts are read; the next window's samples come while one is in use. */
import type { ChannelPlanes } from '../image/channels.js';
import type { Rect, Samples } from '../image/samples.js';
import type { RunContext } from '../worker/algorithm.js';
import { see } from './problem.js';
import { withPrior } from './scene.js';
import type { SnakeParameters } from './schema.js';
import type { Box } from './starts.js';
import { windowSamples } from './window_samples.js';

export interface WindowPlanes {
  readonly channel: ChannelPlanes;
  /** The last plane is the box prior. */
  readonly prior: boolean;
}

export interface Reading {
  readonly parameters: SnakeParameters;
  /** Of the channel, whose transform is repeated. */
  readonly record: Readonly<Record<string, string>>;
  /** The user's box in pixels of the level, where there is one. */
  readonly box: Box | undefined;
  /** What of a window is read. */
  parts(window: Rect): readonly Rect[];
}

export class WindowReader {
  #ahead: { readonly window: Rect; readonly samples: Promise<Samples | undefined> } | undefined;

  constructor(
    private readonly context: RunContext,
    private readonly level: number,
    private readonly reading: Reading,
  ) {}

  /** Begins to read what will be asked for next. */
  prepare(window: Rect): void {
    const samples = this.#samples(window);
    // An error is told to whoever asks for the window.
    samples.catch(() => {});
    this.#ahead = { window, samples };
  }

  /** `undefined` where nothing of the window is read, or nothing read has data. */
  async read(window: Rect): Promise<WindowPlanes | undefined> {
    const samples = await (this.#ahead?.window === window ? this.#ahead.samples : this.#samples(window));
    this.#ahead = undefined;
    if (samples === undefined) return undefined;
    const { parameters, record, box } = this.reading;
    const { channel } = await see(samples, parameters, this.context.signal, record);
    if (channel.missing?.every((flag) => flag === 1)) return undefined;
    return withPrior(this.context, parameters, channel, this.level, window, box);
  }

  async #samples(window: Rect): Promise<Samples | undefined> {
    const parts = this.reading.parts(window);
    return parts.length === 0 ? undefined : windowSamples(this.context, this.level, window, parts);
  }
}
