/**
 * A run with hints: first the result of the start alone, then one correction after another. Of the marks on the wrong
 * side, the one that was made first is next. Where no common order was given, the first of each list are candidates, and the
 * deeper goes first; the other may then become deeper by at most the width of the corrected error. Results for the same
 * marks are cached, so that an additional mark costs one additional correction.
 */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { isMet, type Mark } from '../../algorithm/shapes/mark-sides.js';
import type { Position, Ring } from '../../core/geometry/ring.js';
import type { SnakeParameters } from '../schema.js';
import type { Course } from '../steps/progress.js';
import { CommandRelay } from './command-relay.js';
import { CorrectionStage, type Present } from './correct.js';
import type { Correction } from './evidence.js';
import { listOf, markedPixels } from './marks.js';
import { keyOf, outcomesOf, remember } from './memory.js';

/** Maximum number of marks that are corrected one by one; further marks on the wrong side are corrected together. */
const MOST_CORRECTIONS = 12;
/** Width of an error in depths of its mark: no correction moves the outline further. A mark that becomes deeper than that was cut off by a correction. */
const ERROR_WIDTH = 2;
/** Longer than any edge. */
const NEVER = 65536;
/** Contains every possible pixel. */
const WHOLE = { x: 0, y: 0, width: 2 ** 26, height: 2 ** 26 };

/** A correction; depth in full-resolution pixels. */
interface Made {
  readonly mark: Mark;
  /** Marks corrected together with it. */
  readonly others: readonly Mark[];
  /** Marks that were on their sides before, and stay there where a contour allows it. */
  readonly held: readonly Mark[];
  readonly depth: number;
}

/** Progress of a run with hints, kept when its device is lost. */
class Hinted {
  static readonly #known = new WeakMap<object, Hinted>();

  /** Contour after the marks corrected so far. */
  present: Outcome | undefined;
  readonly made: Made[] = [];
  /** The mark that the last correction skipped for a deeper one: its index among the marks, and its maximum permitted depth. */
  passed: { readonly place: number; readonly depth: number } | undefined;
  /** The current correction. Where its contour leaves a mark on the wrong side, `kept` is the course that keeps its initial ring instead. */
  next: { readonly made: Made; readonly task: Task; readonly course: Course; kept?: Course } | undefined;

  /** A run's corrections so far, which are kept when its device is lost; empty for a new run. */
  static of(run: object): Hinted {
    const hinted = Hinted.#known.get(run) ?? new Hinted();
    Hinted.#known.set(run, hinted);
    return hinted;
  }
}

/** The two kinds of runs that make up a run with hints. */
export interface CorrectionRuns {
  /** Runs from the start without marks. */
  readonly first: () => AsyncGenerator<RunState, Outcome, RunCommand>;
  /** Runs from a course's place. */
  readonly along: (
    task: Task,
    parameters: SnakeParameters,
    course: Course,
  ) => AsyncGenerator<RunState, Outcome, RunCommand>;
}

/** Runs a task with marks: the start alone first, then one correction for each mark on the wrong side. */
export async function* runHinted(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  { first, along }: CorrectionRuns,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const marks = marksOf(task);
  const memory = outcomesOf(context);
  const hinted = Hinted.of(context.run);
  const { made } = hinted;
  const key = (corrections: readonly Made[]): string => {
    const told = corrections.map(({ mark, others, held }) => [mark, ...others, ...held]);
    return keyOf(task, context, told);
  };
  const relay = new CommandRelay();
  // A polygon is corrected directly, without a run first.
  const drawn = task.start.kind === 'polygon' ? ringOf(task.start.rings[0] ?? []) : undefined;
  const corrects = drawn !== undefined && marks.some((mark) => !isMet(drawn, mark));
  if (!corrects && hinted.present === undefined) {
    hinted.present = memory.get(key(made)) ?? (yield* relay.through(first()));
    if (!relay.stopped) remember(context, key(made), hinted.present);
  }
  for (;;) {
    if (relay.stopped && hinted.present) return hinted.present;
    const present = presentOf(hinted.present, drawn);
    const wrong = marks.filter((mark) => !isMet(present.ring, mark));
    if (wrong.length === 0 && hinted.present) return hinted.present;
    const its = asSeen(parameters, present.record);
    if (hinted.next === undefined) {
      const next = await begin(task, context, its, { present, marks, wrong, hinted });
      const known = memory.get(key([...made, next.made]));
      if (known) {
        made.push(next.made);
        hinted.present = known;
        continue;
      }
      hinted.next = { made: next.made, ...(await next.place()) };
    }
    const { next } = hinted;
    let outcome = yield* relay.through(along(next.task, its, next.course));
    const { ring } = presentOf(outcome, undefined);
    if (!next.course.first!.guide!.marks.every((mark) => isMet(ring, mark))) {
      next.kept ??= keeping(next.course);
      outcome = yield* relay.through(along({ ...next.task, level: next.kept.place!.level }, unmoved(its), next.kept));
    }
    made.push(next.made);
    hinted.present = outcome;
    hinted.next = undefined;
    if (!relay.stopped) remember(context, key(made), outcome);
  }
}

/** The certain marks: the user's, and the click that a run starts from as an inside mark, unless a mark contradicts it. */
const marksOf = ({ marks = { inside: [], outside: [] }, start }: Task): readonly Mark[] => {
  const told = listOf(marks);
  if (start.kind !== 'point') return told;
  const click: Mark = { stroke: [[start.x, start.y]], inside: true };
  const whole = { domain: WHOLE, scaleX: 1, scaleY: 1 };
  return markedPixels([click, ...told], whole) === undefined ? told : [click, ...told];
};

/** Parameters that give a correction the channel of the contour before: codes, where its run chose them. */
const asSeen = (parameters: SnakeParameters, record: Present['record']): SnakeParameters =>
  parameters.channel === 'auto' && record?.model === 'categorical'
    ? { ...parameters, channel: record.channel!, model: 'categorical' }
    : parameters;

/** What is to be corrected. */
interface ToCorrect {
  readonly present: Present;
  readonly marks: readonly Mark[];
  /** The marks on the wrong side of the present contour, in their order. */
  readonly wrong: readonly Mark[];
  readonly hinted: Hinted;
}

/** Begins the next correction: chooses the mark and computes where its snake begins. */
const begin = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  { present, marks, wrong, hinted }: ToCorrect,
): Promise<{
  readonly made: Made;
  readonly place: () => Promise<{ readonly task: Task; readonly course: Course }>;
}> => {
  const stage = await CorrectionStage.open(task, context, parameters, present, marks);
  const { made, passed } = hinted;
  const seen = (mark: Mark): Correction => {
    const correction = stage.correction(mark);
    if (passed?.place !== marks.indexOf(mark)) return correction;
    const most = Math.max(1, passed.depth / stage.cell);
    const { away, depth } = correction;
    return { ...correction, away: Math.min(away, most), depth: Math.min(depth, most) };
  };
  const heads = task.marks?.order
    ? wrong.slice(0, 1)
    : [wrong.find(({ inside }) => inside), wrong.find(({ inside }) => !inside)];
  const candidates = heads.flatMap((mark) => (mark ? [{ mark, correction: seen(mark) }] : []));
  const { mark, correction } = candidates.reduce((a, b) => (b.correction.depth > a.correction.depth ? b : a));
  const other = candidates.find((each) => each.mark !== mark);
  hinted.passed = other && {
    place: marks.indexOf(other.mark),
    depth: (other.correction.depth + ERROR_WIDTH * correction.depth) * stage.cell,
  };
  const others = made.length + 1 < MOST_CORRECTIONS ? [] : wrong.filter((each) => each !== mark);
  const held = madeBefore(mark, marks, task).filter(
    (each) => !wrong.includes(each) && !made.some((its) => its.mark === each),
  );
  const next: Made = { mark, others, held, depth: correction.depth * stage.cell };
  return {
    made: next,
    place: async () => {
      const before = made.map(
        (each): Correction => ({ ...stage.correction(each.mark), depth: each.depth / stage.cell }),
      );
      const heeded = [...made, next].flatMap(({ mark, others }) => [mark, ...others]);
      const place = await stage.place([...before, correction], heeded, held);
      return { task: { ...task, domain: stage.domain }, course: { place, first: place } };
    },
  };
};

/** Marks made before a given one, as far as their order is known. An additional mark does not change them, so that their results stay cached. */
const madeBefore = (mark: Mark, marks: readonly Mark[], { marks: told }: Task): readonly Mark[] => {
  const before = marks.slice(0, marks.indexOf(mark));
  if (told?.order) return before;
  const clicks = marks.length - (told ? listOf(told).length : 0);
  return before.filter(({ inside }, k) => k < clicks || inside === mark.inside);
};

/** A box that contains no vertex except one in the corner, so that all others are fixed. */
const CORNER = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** A course that keeps the initial ring of another course unchanged. */
const keeping = ({ first }: Course): Course => {
  // The results of the other course are dropped.
  const { samples, starts, checkpoint, after, ...place } = first!;
  return { place: { ...place, starts: starts.map(({ ring }) => ({ ring, box: CORNER })), distance: 1 } };
};

/** Parameters with which no vertex is added, and none outside its box is moved or removed. */
const unmoved = (parameters: SnakeParameters): SnakeParameters => ({
  ...parameters,
  minimumLength: NEVER,
  prune: false,
});

const presentOf = (outcome: Outcome | undefined, drawn: Ring | undefined): Present => {
  const contour = outcome?.contours[0];
  if (contour?.geometry.type !== 'Polygon') return { ring: drawn ?? [], record: undefined };
  return { ring: ringOf(contour.geometry.coordinates[0]!), record: contour.metadata };
};

/** Makes a ring of a closed list of positions. */
const ringOf = (positions: readonly Position[]): Ring => positions.slice(0, -1).flat();
