/**
 * A cached run, for another run from the same start with one more mark: the front without marks, the evidence that marks are weighed
 * against, and the front after each correction. A run that reuses these corrections has the same result as one that computes them
 * again.
 */

import { unpackBits } from '../bits/bits.js';
import type { LevelSetProblem, Posed } from '../problem.js';
import type { Snapshot } from '../steps/snapshot.js';
import { correctionOf, type Stage, type Wrong, withCertain, wrongAt } from './corrections.js';
import type { Ground } from './ground.js';
import { type CellMark, nameOf } from './marks.js';

/** A front that a run reached. */
export interface Front {
  readonly problem: Posed;
  readonly final: Snapshot;
  readonly stage: Stage;
}

/** The end of an evolution. */
export interface Watched {
  readonly final: Snapshot;
  /** Whether the engine ended the run. */
  readonly stopped: boolean;
}

/** A correction and its result. */
interface Step {
  readonly heads: string;
  readonly others: string;
  /** All marks of the run that made the correction. */
  readonly marks: readonly CellMark[];
  readonly front: Front;
}

/** A copy of the state, which stays valid when the run continues. */
export const lasting = ({ bits, moments, slice: _, ...progress }: Snapshot, slices: number): Snapshot => {
  const own = bits.slice();
  const words = bits.length / slices;
  return { ...progress, bits: own, slice: (z) => own.subarray(z * words, (z + 1) * words), moments: moments?.slice() };
};

/** The run of a start, and its corrections. `began` is specific to the kind of run. */
export class Course<Began> {
  readonly #path: Step[] = [];

  constructor(
    readonly began: Began,
    readonly ground: Ground,
    /** The front of the start alone. */
    readonly first: Front,
  ) {}

  /** Bytes in memory; without the samples if they are `shared` with other code. */
  bytes(shared: boolean): number {
    const { field } = this.ground;
    const own = new Set<object>(shared ? field.planes : []);
    if (field.missing && shared) own.add(field.missing);
    let sum = this.ground.bytes;
    const take = (array: ArrayBufferView | undefined): void => {
      if (array === undefined || own.has(array)) return;
      own.add(array);
      sum += array.byteLength;
    };
    for (const plane of field.planes) take(plane);
    take(field.missing);
    for (const { problem, final, stage } of [this.first, ...this.#path.map(({ front }) => front)]) {
      for (const plane of problem.field.planes) take(plane);
      take(final.bits);
      take(stage.certain);
      take(stage.decided);
    }
    return sum;
  }

  /** Drops the last correction; `false` where there is none. */
  shorten(): boolean {
    return this.#path.pop() !== undefined;
  }

  /** The cached front after a correction, if the correction would be the same now. */
  known(at: number, { heads, others }: Wrong, marks: readonly CellMark[]): Front | undefined {
    const step = this.#path[at];
    if (step?.heads !== namesOf(heads) || step.others !== namesOf(others)) return undefined;
    const { certain } = step.front.stage;
    // A mark affects the correction of another mark only through the certain cells under it.
    const apart = (mark: CellMark): boolean => mark.cells.every((cell) => certain[cell] === 0);
    const differing = [...lacking(marks, step.marks), ...lacking(step.marks, marks)];
    return differing.every(apart) ? step.front : undefined;
  }

  /** Caches the front after correction number `at`, and drops the later ones. */
  keep(at: number, { heads, others }: Wrong, marks: readonly CellMark[], front: Front): void {
    this.#path.splice(at);
    this.#path.push({ heads: namesOf(heads), others: namesOf(others), marks, front });
  }
}

/** Marks that are not among others. */
const lacking = (marks: readonly CellMark[], others: readonly CellMark[]): readonly CellMark[] => {
  const names = new Set(others.map(nameOf));
  return marks.filter((mark) => !names.has(nameOf(mark)));
};

const namesOf = (marks: readonly CellMark[]): string => marks.map(nameOf).join('; ');

/**
 * Continues from the start's front until all marks are on their sides, or the engine ends the run.
 * @param watch evolves a front, and shows its states
 */
export async function* throughMarks<State, Word>(
  course: Course<unknown>,
  marks: readonly CellMark[],
  ordered: boolean,
  watch: (problem: LevelSetProblem) => AsyncGenerator<State, Watched, Word>,
): AsyncGenerator<State, Front, Word> {
  const { ground } = course;
  const { grid } = ground.field;
  let front = course.first;
  for (let at = 0; ; at++) {
    const wrong = wrongAt(grid, front.final.bits, front.stage, marks, ordered);
    if (wrong === undefined) return front;
    const known = course.known(at, wrong, marks);
    if (known) {
      front = known;
      continue;
    }
    await ground.open();
    const mask = withCertain(unpackBits(grid, front.final.bits), front.stage);
    const { stage, ...corrected } = correctionOf(ground, front.stage, mask, wrong, marks);
    const { mask: _, ...problem } = { ...front.problem, ...corrected };
    const { final, stopped } = yield* watch({ ...problem, mask: corrected.mask });
    front = { problem, final: lasting(final, grid.depth), stage };
    if (stopped) return front;
    course.keep(at, wrong, marks, front);
  }
}
