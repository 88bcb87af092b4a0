/**
 * Begins a correction: from the present contour and its marks, computes a ring with all marks on their correct
 * sides, and the prior that holds the snake to them (ALGORITHMS D.10). Cells, evidence and ring are computed by + − × ÷ √ in doubles in a fixed
 * order, and the prior's plane is in whole numbers: every backend gives the same contour.
 */

import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { isMet, type Mark } from '../../algorithm/shapes/mark-sides.js';
import { SegmenterError } from '../../core/errors.js';
import { chooseLevel, levelByIndex, levelRect } from '../../core/geometry/levels.js';
import { eachPair } from '../../core/geometry/pairs.js';
import { type Box, boxOfBoth, type Rect } from '../../core/geometry/rect.js';
import { type Ring, twiceArea } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import type { Samples } from '../../image/samples.js';
import type { SnakeParameters } from '../schema.js';
import { sightOf } from '../sight.js';
import { boundsOf, DOMAIN_SHARE, grownBox, latticeOf, type RingStart } from '../starts.js';
import type { Place } from '../steps/progress.js';
import { isOpen, settle, type Weights, weigh } from '../weighing/weights.js';
import { latticeBox } from '../workspace.js';
import { bodyOf, isAgreed } from './body.js';
import { cellsInside, gridOf, liesIn } from './cells.js';
import { outlineDistances } from './distance.js';
import { enlarged } from './enlarged.js';
import { type Body, type Correction, evidence } from './evidence.js';
import { marksWeight } from './guide.js';
import { type Looks, looksOf } from './looks.js';
import { cellsOf, type Frame, finestFor, markedPixels } from './marks.js';
import { latticePins, throughPins } from './pins.js';
import { roomIn } from './room.js';
import { seenInCells } from './seen-in-cells.js';
import { shapeOf } from './shape.js';
import { ringRound } from './trace.js';

/** Maximum pixels of the domain at the level where a correction begins. */
const MOST_PIXELS = 2 ** 20;
/** Shares of a mark's effect, tried in this order. */
const SHARES = [1, 0.5, 0.25, 0] as const;
/**
 * Minimum share of the contour's area that a correction should leave, since a contour that is mostly wrong is drawn anew, not corrected; where it leaves
 * less, smaller shares of the mark's effect are tried.
 */
const LEFT = 0.5;
/** Distance in full-resolution pixels from a cell within which a mark touches it. */
const HAIR = 2 ** -10;
/** Minimum number of pixels inside and outside for a snake. */
const LEAST_AREA = 8;

/** The contour to be corrected. */
export interface Present {
  /** In full-resolution pixels. */
  readonly ring: Ring;
  /** Record of the channel's transform, where it was fitted before. */
  readonly record: Readonly<Record<string, string>> | undefined;
}

/** A present contour on the cells of a level. */
interface Staged {
  readonly task: Task;
  readonly context: Pick<RunContext, 'image'>;
  readonly parameters: SnakeParameters;
  readonly domain: Rect;
  readonly level: number;
  readonly frame: Frame;
  readonly samples: Samples;
  readonly channel: ChannelRows;
  readonly looks: Looks;
  /** On the lattice of the frame's domain. */
  readonly ring: Ring;
  /** Of each cell from the outline, negative inside. */
  readonly distances: Float64Array;
}

/** A present contour, ready to be corrected. */
export class CorrectionStage {
  readonly #staged: Staged;

  private constructor(staged: Staged) {
    this.#staged = staged;
  }

  /** @throws SegmenterError `bad-hints` where marks of different sides share a pixel at every possible level */
  static async open(
    task: Task,
    context: RunContext,
    parameters: SnakeParameters,
    { ring, record }: Present,
    marks: readonly Mark[],
  ): Promise<CorrectionStage> {
    const { image, signal } = context;
    const domain = task.domain ?? domainOf(task, ring, marks, { x: 0, y: 0, width: image.width, height: image.height });
    const { level, frame, finest } = levelFor(task, context, domain, marks);
    const read = async (): Promise<Samples> => (await context.pixels(domain, level)).samples;
    const { samples, seen } = await sightOf(context, parameters, { domain: frame.domain, level }, record, read);
    const { channel } = seen;
    const grid = gridOf(frame.domain, finest);
    const shown = (): Promise<ChannelRows> => seenInCells(channel, samples, parameters, signal);
    const looks = await looksOf(channel, grid, shown, signal);
    const local = onLattice(ring, frame);
    const inside = cellsInside(local, grid);
    const reach = Math.max(grid.width, grid.height);
    const distances = outlineDistances(inside, grid.width, grid.height, reach);
    return new CorrectionStage({
      task,
      context,
      parameters,
      domain,
      level,
      frame,
      samples,
      channel,
      looks,
      ring: local,
      distances,
    });
  }

  /** Full-resolution pixels that the correction reads. */
  get domain(): Rect {
    return this.#staged.domain;
  }

  /** A mark as a correction of this contour: distance and depth are those of its deepest cell on the wrong side. */
  correction(mark: Mark): Correction {
    const { looks, distances } = this.#staged;
    const cells = cellsOf(mark, this.#staged.frame, looks);
    const sign = mark.inside ? 1 : -1;
    const box = mark.inside ? this.#box() : undefined;
    let [away, depth] = [1, 1];
    for (const cell of cells) {
      const its = sign * distances[cell]!;
      away = Math.max(away, its);
      depth = Math.max(depth, box === undefined ? its : Math.min(its, roomIn(box, cell, looks)));
    }
    return { cells, inside: mark.inside, away, depth };
  }

  /**
   * The place from which the snake begins.
   * @param corrections in order; the last one is to be made
   * @param marks all marks that must be on their sides
   * @param held further marks on their correct sides, which stay there where a contour allows it
   * @throws SegmenterError `bad-hints` where no contour without holes has all marks on their sides
   */
  async place(corrections: readonly Correction[], marks: readonly Mark[], held: readonly Mark[]): Promise<Place> {
    const { frame, looks, parameters, channel, level } = this.#staged;
    const confine = this.#confine(corrections);
    const weights = isOpen(parameters) ? await weigh(channel, this.#staged.ring) : { independent: false };
    const body = await this.#body(weights, corrections);
    const begun =
      this.#begun(corrections, [...marks, ...held], confine, body) ??
      (held.length > 0 && this.#begun(corrections, marks, confine, body));
    if (!begun) throw unmet(marks);
    const { values, ring } = begun;
    const start: RingStart = { ring, box: boxOfBoth(confine, boundsOf(ring, frame.domain)), pinned: this.#pins() };
    return {
      level,
      record: channel.record,
      starts: [start],
      distance: 2 * looks.size,
      weights,
      samples: this.#staged.samples,
      weighed: true,
      guide: { ...looks, values, frame, marks: begun.marks, ...marksWeight(this.#told) },
    };
  }

  /** The body in the user's box, unless a mark contradicts it. */
  async #body(weights: Weights, corrections: readonly Correction[]): Promise<Body | undefined> {
    const { task, context, level, frame, channel, ring, looks } = this.#staged;
    const { boxPrior } = settle(this.#staged.parameters, weights);
    const body = await bodyOf(task, context, { level, frame, channel, ring, grid: looks }, boxPrior);
    return body && isAgreed(body, corrections) ? body : undefined;
  }

  /** Full-resolution pixels along a side of a cell. */
  get cell(): number {
    return this.#staged.looks.size * this.#staged.frame.scaleX;
  }

  /** Whether the user gave the whole outline: true of a box or a drawn outline, false of a click. */
  get #told(): boolean {
    return this.#staged.task.start.kind !== 'point';
  }

  /** Chooses the share of the mark's effect: a mark in the middle of the object may leave little of it, and its share is then reduced. */
  #begun(
    corrections: readonly Correction[],
    marks: readonly Mark[],
    confine: Box,
    body: Body | undefined,
  ): { readonly values: Float64Array; readonly ring: Ring; readonly marks: readonly Mark[] } | undefined {
    const { looks, distances, frame } = this.#staged;
    const before = Math.abs(twiceArea(this.#staged.ring)) / 2;
    for (const certain of this.#certain(marks)) {
      for (const share of SHARES) {
        const values = evidence(looks, distances.slice(), corrections, { share, told: this.#told, body });
        this.#leaveOut(values, confine, corrections);
        this.#hold(values, corrections.at(-1)!);
        const inside = shapeOf(values, certain, looks);
        const ring = inside && this.#ringOf(inside, marks);
        if (ring === undefined) continue;
        const area = Math.abs(twiceArea(ring)) / 2;
        if (share > 0 && area < LEFT * before) continue;
        if (area >= LEAST_AREA && frame.domain.width * frame.domain.height - area >= LEAST_AREA)
          return { values, ring, marks };
      }
    }
    return undefined;
  }

  /** Cells that marks run through; as an alternative, where an outline along those would cross a mark, also the cells that they touch. */
  #certain(marks: readonly Mark[]): readonly Int8Array[] {
    const { looks, frame, distances } = this.#staged;
    return [[0], [0, HAIR]].map((shifts) => {
      const certain = new Int8Array(distances.length);
      for (const dx of shifts)
        for (const dy of shifts)
          for (const { stroke, inside } of marks) {
            const shifted = { stroke: stroke.map(([x, y]) => [x - dx, y - dy] as const), inside };
            for (const cell of cellsOf(shifted, frame, looks)) certain[cell] = inside ? 1 : -1;
          }
      return certain;
    });
  }

  /** The ring around a shape, with all marks on their sides. */
  #ringOf(inside: Uint8Array, marks: readonly Mark[]): Ring | undefined {
    const { domain, scaleX, scaleY } = this.#staged.frame;
    const isWanted = (ring: Ring): boolean => {
      const full = ring.map((at, i) => (i % 2 === 0 ? (at + domain.x) * scaleX : (at + domain.y) * scaleY));
      return marks.every((mark) => isMet(full, mark));
    };
    const ring = ringRound(inside, this.#staged.looks, domain, isWanted);
    const pins = this.#pins();
    if (ring === undefined || pins.length === 0) return ring;
    const through = throughPins(ring, pins);
    return through && isWanted(through) ? through : undefined;
  }

  /** Pinned vertices on the lattice. */
  #pins(): Ring {
    return latticePins(this.#staged.task.pinned, this.#staged.frame);
  }

  /** Box that confines the vertices of a box's snake, enlarged where a mark inside lies beyond it; for other starts the whole domain. */
  #confine(corrections: readonly Correction[]): Box {
    const { domain } = this.#staged.frame;
    const box = this.#box();
    return box === undefined ? latticeOf(domain) : enlarged(box, corrections, this.#staged.looks, domain);
  }

  /** The start's box, where it confines the vertices. */
  #box(): Box | undefined {
    const { frame, parameters, task } = this.#staged;
    if (!parameters.confine || task.start.kind !== 'box') return undefined;
    return grownBox(latticeBox(task.start.rect, frame), parameters.grow, frame.domain);
  }

  /**
   * Keeps what a mark says nothing of: after an outside mark, the cells outside the contour stay outside. In a box that confines the contour
   * it is the other way round, as there is little left to take in: after an inside mark, the cells inside the contour stay inside.
   */
  #hold(values: Float64Array, { inside }: Correction): void {
    if (inside !== (this.#box() !== undefined)) return;
    for (let i = 0; i < values.length; i++) {
      if (inside ? this.#staged.distances[i]! < 0 : this.#staged.distances[i]! > 0) values[i] = inside ? 1 : 0;
    }
  }

  /** Removes the cells outside the box from the object, except those that inside marks reach. */
  #leaveOut(values: Float64Array, box: Box, corrections: readonly Correction[]): void {
    const { looks } = this.#staged;
    const { width } = looks;
    const reached = corrections.filter(({ inside }) => inside);
    for (let i = 0; i < values.length; i++) {
      if (liesIn(box, i, looks)) continue;
      const [column, row] = [i % width, Math.floor(i / width)];
      const near = reached.some(({ cells, depth }) =>
        cells.some((cell) => ((cell % width) - column) ** 2 + (Math.floor(cell / width) - row) ** 2 <= depth * depth),
      );
      if (!near) values[i] = 0;
    }
  }
}

/** The domain, as for a start: the contour, the box and the inside marks, grown. */
const domainOf = (task: Task, ring: Ring, marks: readonly Mark[], image: Rect): Rect => {
  const xs: number[] = [];
  const ys: number[] = [];
  const take = (x: number, y: number): void => {
    xs.push(x);
    ys.push(y);
  };
  eachPair(ring, take);
  if (task.start.kind === 'box') {
    const { x, y, width, height } = task.start.rect;
    take(x, y);
    take(x + width, y + height);
  }
  for (const { inside, stroke } of marks) if (inside) for (const [x, y] of stroke) take(x, y);
  for (const [x, y] of task.pinned ?? []) take(x, y);
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
  const [x, y] = [least(xs), least(ys)];
  return grown({ x, y, width: most(xs) - x, height: most(ys) - y }, DOMAIN_SHARE, image);
};

/** The level to begin at, and the maximum size of a cell in its pixels: fine enough to separate marks of different sides. */
const levelFor = (
  task: Task,
  { image, pixelBudget }: RunContext,
  domain: Rect,
  marks: readonly Mark[],
): { readonly level: number; readonly frame: Frame; readonly finest: number } => {
  let level = task.level ?? chooseLevel(domain, image.levels, Math.min(MOST_PIXELS, pixelBudget));
  for (; ; level--) {
    const { scaleX, scaleY } = levelByIndex(image.levels, level);
    const frame = { domain: levelRect(domain, levelByIndex(image.levels, level)), scaleX, scaleY };
    const marked = markedPixels(marks, frame);
    if (marked !== undefined) return { level, frame, finest: finestFor(marked, frame.domain.width) };
    if (level === 0 || task.level !== undefined) throw unmet(marks);
  }
};

const onLattice = (ring: Ring, { domain, scaleX, scaleY }: Frame): Ring =>
  ring.map((value, i) => (i % 2 === 0 ? value / scaleX - domain.x : value / scaleY - domain.y));

const unmet = (marks: readonly Mark[]): SegmenterError =>
  new SegmenterError('bad-hints', {
    hints: because('of-marks')`of ${marks.length} marks`,
    reason: because(
      'hints-not-met',
    )`no contour of 8 pixels or more, without holes, has all of them on their sides, and goes through the pinned vertices where there are some, at this level; take some away, draw a larger start, or choose a finer level`,
  });
