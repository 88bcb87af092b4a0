/** Objects that nobody drew: a snake in the box of each part of the image that stands out. */

import type { Geometry, Outcome, RunContext, RunState, Task, Word } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { SegmenterError } from '../../core/errors.js';
import { chooseLevel } from '../../core/levels.js';
import type { Level, Rect } from '../../core/rect.js';
import type { Ring } from '../../core/ring.js';
import { positionsOf } from '../../core/ring.js';
import { ringSpans } from '../../core/scanline.js';
import type { Samples } from '../../image/samples.js';
import { refuseConstant, see } from '../problem.js';
import type { SnakeParameters } from '../schema.js';
import { DOMAIN_SHARE, latticeRing } from '../starts.js';
import type { RunBox } from './find.js';
import type { Plane } from './plane-sums.js';
import { propose } from './proposals.js';

/** Most pixels of the level at which parts are looked for, and of that at which each one's snake evolves. */
const SEARCHED = 2 ** 19;
const EVOLVED = 2 ** 18;
/** By how much of its size a part's bounding box is grown on every side, as a person would draw it. */
const MARGIN = 0.15;
/** A found contour that lies this much in earlier ones is one of them again. */
const SAME = 0.5;
/** Proposals that may fail, or be the same again, for each object wanted. */
const TRIES = 2;

export async function* findObjects(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  runBox: RunBox,
): AsyncGenerator<RunState, Outcome, Word> {
  const { levels, width, height } = context.image;
  const image: Rect = { x: 0, y: 0, width, height };
  const wanted = task.domain ?? image;
  const level = task.level ?? chooseLevel(wanted, levels, Math.min(context.pixelBudget, SEARCHED));
  const { scaleX, scaleY } = levels[level]!;
  const { samples, rect: domain } = await context.pixels(wanted, level);
  const { objects: most, polarity } = parameters;
  const plane = await planeOf(samples, parameters, context.signal);
  const proposals = await propose(plane, { polarity, count: TRIES * most, signal: context.signal });
  const taken = new Taken(domain, scaleX, scaleY);
  const contours: Outcome['contours'][number][] = [];
  const rings: Ring[] = [];
  let details: Outcome['details'];
  let finish = false;
  for (const { x, y, width: across, height: down } of proposals) {
    if (contours.length === most || finish) break;
    const [dx, dy] = [Math.max(1, Math.round(MARGIN * across)), Math.max(1, Math.round(MARGIN * down))];
    const part = {
      x: (domain.x + x - dx) * scaleX,
      y: (domain.y + y - dy) * scaleY,
      width: (across + 2 * dx) * scaleX,
      height: (down + 2 * dy) * scaleY,
    };
    const its = task.level ?? chooseLevel(grown(part, DOMAIN_SHARE, image), levels, EVOLVED);
    const bounds = task.domain && wholePixels(task.domain, levels[its]!);
    const rect = grown(part, 0, bounds ?? image);
    const around = bounds && grown(rect, DOMAIN_SHARE, bounds);
    const inner = runBox({ ...task, start: { kind: 'box', rect }, domain: around, level: its }, parameters);
    let outcome: Outcome | undefined;
    let word: Word = 'go';
    try {
      while (outcome === undefined) {
        const { done, value } = await inner.next(word);
        if (done) outcome = value;
        else {
          word = yield { ...value, rings: [...rings, value.ring], done: contours.length / most };
          finish ||= word === 'finish';
        }
      }
    } catch (error) {
      // A part may be too small for a snake, or too even; the others are none the worse.
      if (error instanceof SegmenterError && (error.code === 'bad-init' || error.code === 'nothing-found')) continue;
      throw error;
    } finally {
      await inner.return({ contours: [] });
    }
    const contour = outcome.contours[0]!;
    if (taken.take(contour.geometry) > SAME) continue;
    contours.push(contour);
    rings.push(ringOf(contour.geometry));
    details ??= outcome.details;
  }
  return { contours, details };
}

/** The pixels of a level that lie wholly in a rectangle of full-resolution pixels, as such a rectangle; itself where none does. */
const wholePixels = (rect: Rect, { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>): Rect => {
  const x = Math.ceil(rect.x / scaleX) * scaleX;
  const y = Math.ceil(rect.y / scaleY) * scaleY;
  const width = Math.floor((rect.x + rect.width) / scaleX) * scaleX - x;
  const height = Math.floor((rect.y + rect.height) / scaleY) * scaleY - y;
  return width > 0 && height > 0 ? { x, y, width, height } : rect;
};

/** What tells most: the first plane of the channel, of the one chosen by itself where codes have no order. */
const planeOf = async (samples: Samples, parameters: SnakeParameters, signal: AbortSignal): Promise<Plane> => {
  let { channel } = await see(samples, parameters, signal);
  if (channel.kind === 'codes')
    ({ channel } = await see(samples, { ...parameters, channel: 'auto', model: 'auto' }, signal));
  await refuseConstant(channel);
  const { width, height, planes, missing } = await channel.rows(0, samples.height);
  return { width, height, values: planes[0]!, missing };
};

/** Pixels of a level's domain that found objects hold. */
class Taken {
  readonly #flags: Uint8Array;

  constructor(
    private readonly domain: Rect,
    private readonly scaleX: number,
    private readonly scaleY: number,
  ) {
    this.#flags = new Uint8Array(domain.width * domain.height);
  }

  /** Takes an object's pixels; returns the share of them that had been taken before. */
  take(geometry: Geometry): number {
    const { domain, scaleX, scaleY } = this;
    const outer = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
    const ring = latticeRing(outer, domain, scaleX, scaleY);
    // Of less than a pixel, or one that this level's lattice cannot hold.
    if (ring === undefined) return 1;
    const { top, rows } = ringSpans([positionsOf(ring)], domain);
    let [pixels, again] = [0, 0];
    for (const [k, line] of rows.entries()) {
      const row = (top + k) * domain.width;
      for (let i = 0; i < line.length; i += 2) {
        const [from, to] = [row + line[i]!, row + line[i + 1]!];
        for (let at = from; at < to; at++) again += this.#flags[at]!;
        this.#flags.fill(1, from, to);
        pixels += to - from;
      }
    }
    return pixels === 0 ? 1 : again / pixels;
  }
}

const ringOf = (geometry: Geometry): Ring =>
  geometry.type === 'Polygon' ? geometry.coordinates[0]!.slice(0, -1).flat() : [];
