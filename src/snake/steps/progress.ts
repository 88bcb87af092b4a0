/** The progress of a run, kept by its identity, from which it resumes on another device. */
import type { Outcome } from '../../algorithm/algorithm.js';
import type { Samples } from '../../image/samples.js';
import type { FoundStart } from '../find/find.js';
import type { Guide } from '../hints/guide.js';
import type { Terms } from '../levels/fine-level.js';
import type { LevelsAhead } from '../levels/next-level.js';
import type { Refined } from '../levels/refine-along.js';
import type { RingStart } from '../starts.js';
import type { Weights } from '../weighing/weights.js';
import type { RunMemory } from './checkpoint.js';

/** The level in which one object's contour evolves. */
export interface Place extends RunMemory {
  readonly level: number;
  /** Record of the channel's transform, which the level above fitted. */
  readonly record: Readonly<Record<string, string>> | undefined;
  /** Tilt of the body in the user's box, which the level above found. */
  readonly tilt?: number;
  readonly starts: readonly RingStart[];
  readonly distance: number;
  /** Weights that `auto` has come to. */
  weights: Weights;
  /** The domain's, where they were read already. */
  readonly samples?: Samples;
  /** Guide that holds the snake to a person's marks. */
  readonly guide?: Guide | undefined;
  /** The weights are final: what was to be seen in a contour has been. */
  weighed: boolean;
  /** Of the evolutions that went on from the end of this one, in their order. */
  after?: RunMemory[];
}

/** Result of the levels at which the domain is read whole. */
export interface Whole {
  /** Measures the contour when it is first asked: a device may evolve it at finer levels meanwhile. */
  readonly outcome: () => Promise<Outcome>;
  /** The contour to refine and the terms, where the domain is too large to be read whole at the next level. */
  readonly rest?: { readonly refined: Refined; readonly terms: Terms };
}

/** One object. */
export interface Course {
  /** Where the object was sought: it may not be there. */
  soughtAt?: { readonly x: number; readonly y: number };
  place?: Place;
  /** The place that it was put at to begin with. */
  first?: Place;
  /** The levels after the present one begin to come. */
  ahead?: LevelsAhead;
  /** The contour had strayed from the user's box, and is sought again within it. */
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

  /** Gives the progress of a run, which now begins, or begins anew. */
  static of(run: object): RunProgress {
    const progress = RunProgress.#known.get(run) ?? new RunProgress();
    RunProgress.#known.set(run, progress);
    return progress;
  }

  /** The course of one of a run's objects, which have the same numbers each time. */
  course(index: number): Course {
    const course = this.#courses[index] ?? {};
    this.#courses[index] = course;
    return course;
  }
}
