/** The progress of a run, stored by its identity, from which it resumes on another device. */
import type { Outcome } from '../../algorithm/algorithm.js';
import type { Samples } from '../../image/samples.js';
import type { FoundStart } from '../find/find-round.js';
import type { Guide } from '../hints/guide.js';
import type { Terms } from '../levels/fine-level.js';
import type { LevelsAhead } from '../levels/next-level.js';
import type { Refined } from '../levels/refine-along.js';
import type { RingStart } from '../starts.js';
import type { Weights } from '../weighing/weights.js';
import type { RunMemory } from './checkpoint.js';

/** The level at which one object's contour evolves. */
export interface Place extends RunMemory {
  readonly level: number;
  /** Record of the channel's transform, fitted at the level above. */
  readonly record: Readonly<Record<string, string>> | undefined;
  /** Tilt of the body in the user's box, found at the level above. */
  readonly tilt?: number;
  readonly starts: readonly RingStart[];
  readonly distance: number;
  /** The weights chosen for `auto` so far. */
  weights: Weights;
  /** The domain's samples, where they were read already. */
  readonly samples?: Samples;
  /** Guide that holds the snake to the user's marks. */
  readonly guide?: Guide | undefined;
  /** Whether the weights are final, since they were checked by a contour. */
  weighed: boolean;
  /** Memories of the evolutions that continued this one, in order. */
  after?: RunMemory[];
}

/** Result of the levels at which the domain is read whole. */
export interface Whole {
  /** Measures the contour on the first call: a device may evolve it at finer levels meanwhile. */
  readonly outcome: () => Promise<Outcome>;
  /** The contour to refine and the terms, where the domain is too large to be read whole at the next level. */
  readonly rest?: { readonly refined: Refined; readonly terms: Terms };
}

/** One object. */
export interface Course {
  /** Where the object was searched for: it may not be there. */
  soughtAt?: { readonly x: number; readonly y: number };
  place?: Place;
  /** Its initial place. */
  first?: Place;
  /** Samples of the following levels, read ahead. */
  ahead?: LevelsAhead;
  /** True where the contour had strayed from the user's box, and the search is repeated within it. */
  confined?: boolean;
  whole?: Whole;
  outcome?: Outcome;
}

/** The record of how far one run has come: what was found, weighed and evolved. */
export class RunProgress {
  static readonly #known = new WeakMap<object, RunProgress>();

  /** Result of the search round a point. */
  found?: FoundStart;
  readonly #courses: Course[] = [];

  /** The progress of a run, new or restarted. */
  static of(run: object): RunProgress {
    const progress = RunProgress.#known.get(run) ?? new RunProgress();
    RunProgress.#known.set(run, progress);
    return progress;
  }

  /** The course of one of a run's objects, whose indices are the same after a restart. */
  course(index: number): Course {
    const course = this.#courses[index] ?? {};
    this.#courses[index] = course;
    return course;
  }
}
