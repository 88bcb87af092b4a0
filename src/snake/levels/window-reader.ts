/** Reads the planes of windows of one level, of which only parts are read; the next windows' samples are read ahead. */

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
  /** Whether the last plane is the box prior. */
  readonly prior: boolean;
}

/** A part of a window that is read separately. */
export interface SeenPart {
  /** In pixels of the level. */
  readonly part: Rect;
  /** `undefined` where the part has no data. */
  readonly planes: Promise<WindowPlanes | undefined>;
}

/** The settings by which every window of a level is read. */
export interface Reading {
  readonly parameters: Settled;
  /** Record of the channel, whose transform is reused. */
  readonly record: Readonly<Record<string, string>>;
  /** The user's box in pixels of the level, where there is one. */
  readonly box: Box | undefined;
  /** Tilt of the body in the box. */
  readonly tilt: number;
  /** Replaces the box's prior. */
  readonly guide?: Guide | undefined;
  /** The parts of a window that are read. */
  parts(window: Rect): readonly Rect[];
}

/** Windows that are read ahead: evolving in a window takes less time than reading a tile. */
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
   * @param following the windows that will be read next, as the same objects; reading of the first of them begins
   */
  async read(window: Rect, following: readonly Rect[] = []): Promise<WindowPlanes | undefined> {
    const coming = this.#coming(window);
    for (const next of following.slice(0, WINDOWS_AHEAD)) this.#coming(next);
    const samples = await coming;
    this.#ahead.delete(window);
    return samples && this.#planes(samples, window);
  }

  /** Begins to read the parts of a window separately, without assembling an image of the window. */
  begin(window: Rect): readonly SeenPart[] {
    const { region } = this.context;
    return this.reading.parts(window).map((part) => {
      const planes = region(part, this.level).then((samples) => this.#planes(samples, part));
      // The caller that awaits the part gets the error; this avoids an unhandled rejection.
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
      : withPrior(this.context, parameters, channel, { level: this.level, region: window, box, tilt });
    return { channel: await whole.channel.rows(0, window.height), prior: whole.prior };
  }

  #coming(window: Rect): Promise<Samples | undefined> {
    const begun = this.#ahead.get(window);
    if (begun !== undefined) return begun;
    const samples = this.#samples(window);
    // The caller that awaits the window gets the error; this avoids an unhandled rejection.
    samples.catch(() => {});
    this.#ahead.set(window, samples);
    return samples;
  }

  async #samples(window: Rect): Promise<Samples | undefined> {
    const parts = this.reading.parts(window);
    return parts.length === 0 ? undefined : windowSamples(this.context, this.level, window, parts);
  }
}
