/** The planes of windows of one level, of which only parts are read; the next windows' samples come while one is in use. */

import type { RunContext } from '../../algorithm/algorithm.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Box, Rect } from '../../core/geometry/rect.js';
import type { ChannelPlanes } from '../../image/channels/channels.js';
import type { Samples } from '../../image/samples.js';
import { type Guide, withGuide } from '../hints/guide.js';
import { see } from '../problem.js';
import type { Settled } from '../weighing/weights.js';
import { withPrior } from '../workspace.js';
import { windowSamples } from './window-samples.js';

/** The planes of one window. */
export interface WindowPlanes {
  readonly channel: ChannelPlanes;
  /** The last plane is the box prior. */
  readonly prior: boolean;
}

/** A part of a window, by itself: its planes come. */
export interface SeenPart {
  /** Pixels of the level. */
  readonly part: Rect;
  /** Nothing where the part has no data. */
  readonly planes: Promise<WindowPlanes | undefined>;
}

/** The settings by which every window of a level is read. */
export interface Reading {
  readonly parameters: Settled;
  /** Record of the channel, whose transform is repeated. */
  readonly record: Readonly<Record<string, string>>;
  /** The user's box in pixels of the level, where there is one. */
  readonly box: Box | undefined;
  /** Tilt of the body in the box. */
  readonly tilt: number;
  /** In place of the box's prior. */
  readonly guide?: Guide | undefined;
  /** Gives the parts of a window that are read. */
  parts(window: Rect): readonly Rect[];
}

/** Windows that are on their way while others are in use: a window takes less time to evolve in than a tile to come. */
export const WINDOWS_AHEAD = 16;

/** Reads the planes of windows of one level, and starts reading the next window while one is in use. */
export class WindowReader {
  readonly #ahead = new Map<Rect, Promise<Samples | undefined>>();

  constructor(
    private readonly context: RunContext,
    private readonly level: number,
    readonly reading: Reading,
  ) {}

  /**
   * `undefined` where nothing of the window is read, or nothing read has data.
   * @param following what will be asked for next, the same objects: the first of them begin to come
   */
  async read(window: Rect, following: readonly Rect[] = []): Promise<WindowPlanes | undefined> {
    const coming = this.#coming(window);
    for (const next of following.slice(0, WINDOWS_AHEAD)) this.#coming(next);
    const samples = await coming;
    this.#ahead.delete(window);
    return samples && this.#planes(samples, window);
  }

  /** The parts of a window that are read begin to come, each by itself: no image of the window is put together. */
  begin(window: Rect): readonly SeenPart[] {
    const { region } = this.context;
    return this.reading.parts(window).map((part) => {
      const planes = region(part, this.level).then((samples) => this.#planes(samples, part));
      // An error is told to whoever asks for the part.
      planes.catch(() => {});
      return { part, planes };
    });
  }

  /** @param window that the samples are of */
  async #planes(samples: Samples, window: Rect): Promise<WindowPlanes | undefined> {
    const { parameters, record, box, tilt, guide } = this.reading;
    const { channel } = await see(samples, parameters, this.context.signal, record);
    if (channel.missing?.includes(0) === false) return undefined;
    const whole = guide
      ? withGuide(channel, { ...levelByIndex(this.context.image.levels, this.level), domain: window }, guide)
      : withPrior(this.context, parameters, channel, this.level, window, box, tilt);
    return { channel: await whole.channel.rows(0, window.height), prior: whole.prior };
  }

  #coming(window: Rect): Promise<Samples | undefined> {
    const begun = this.#ahead.get(window);
    if (begun !== undefined) return begun;
    const samples = this.#samples(window);
    // An error is told to whoever asks for the window.
    samples.catch(() => {});
    this.#ahead.set(window, samples);
    return samples;
  }

  async #samples(window: Rect): Promise<Samples | undefined> {
    const parts = this.reading.parts(window);
    return parts.length === 0 ? undefined : windowSamples(this.context, this.level, window, parts);
  }
}
