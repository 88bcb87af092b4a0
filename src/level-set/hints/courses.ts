/** A cache of the last runs of an image, from which a run with one more mark continues. */

import type { RunContext } from '../../algorithm/algorithm.js';
import { type Keepable, Kept } from '../../compute/kept.js';
import type { Course } from './course.js';

/** Bytes cached per image, without the samples of a volume, which is in memory anyway. */
const MOST_BYTES = 2 ** 26;
/** Runs cached per image: users correct the last objects. */
const MOST_COURSES = 16;

interface KeptCourse<Began> extends Keepable {
  readonly course: Course<Began>;
}

/** The keys of the caches. */
interface Known extends Pick<RunContext, 'engine' | 'view'> {
  readonly image: Pick<RunContext['image'], 'levels'>;
}

/** The caches of one kind of run, one per image. Each kind of run has its own, because its initial state has another type. */
class Memory<Began> {
  constructor(private readonly most: number) {}

  readonly #images = new WeakMap<object, WeakMap<object, Kept<KeptCourse<Began>>>>();

  /** The cache of a context's image. */
  of(context: Known): Courses<Began> {
    const { engine, image } = context;
    const its = this.#images.get(engine) ?? new WeakMap<object, Kept<KeptCourse<Began>>>();
    const kept = its.get(image.levels) ?? new Kept<KeptCourse<Began>>(this.most, MOST_COURSES);
    this.#images.set(engine, its);
    its.set(image.levels, kept);
    return new Courses(kept, this.most, context);
  }
}

/** The cache of one image. */
export class Courses<Began> {
  constructor(
    private readonly kept: Kept<KeptCourse<Began>>,
    private readonly most: number,
    private readonly context: Known,
  ) {}

  /** Takes a run out of the cache: a simultaneous run of the same start has to begin from the start. */
  take(key: unknown): Course<Began> | undefined {
    return this.kept.take(this.context.image.levels, this.#named(key))?.course;
  }

  /**
   * Caches a run. Corrections that exceed the limit are dropped, the last ones first, and so are the oldest runs.
   * @param shared the samples are those of the volume in memory
   */
  give(key: unknown, course: Course<Began>, shared: boolean): void {
    while (course.bytes(shared) > this.most && course.shorten());
    this.kept.give(this.context.image.levels, this.#named(key), {
      course,
      bytes: course.bytes(shared),
      destroy: () => {},
    });
  }

  #named(key: unknown): string {
    return JSON.stringify([this.context.view, key]);
  }
}

/** Makes the caches for a kind of run, with `most` bytes per image. */
export const courses = <Began>(most = MOST_BYTES): Memory<Began> => new Memory<Began>(most);
