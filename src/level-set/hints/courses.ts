/** The courses of the last runs of an image, from which a run with one mark more goes on. */

import type { RunContext } from '../../algorithm/algorithm.js';
import { type Keepable, Kept } from '../../compute/kept.js';
import type { Course } from './course.js';

/** Bytes kept for each image, beside the samples of a volume that is in memory anyway. */
const MOST_BYTES = 2 ** 26;
/** Courses kept for each image: a person corrects the last objects. */
const MOST_COURSES = 16;

interface KeptCourse<Began> extends Keepable {
  readonly course: Course<Began>;
}

/** What tells memories apart. */
interface Known extends Pick<RunContext, 'engine' | 'view'> {
  readonly image: Pick<RunContext['image'], 'levels'>;
}

/** Two kinds of runs have two memories: what each of them began with is its own. */
class Memory<Began> {
  constructor(private readonly most: number) {}

  readonly #images = new WeakMap<object, WeakMap<object, Kept<KeptCourse<Began>>>>();

  /** The memory of a context's image. */
  of(context: Known): Courses<Began> {
    const { engine, image } = context;
    const its = this.#images.get(engine) ?? new WeakMap<object, Kept<KeptCourse<Began>>>();
    const kept = its.get(image.levels) ?? new Kept<KeptCourse<Began>>(this.most, MOST_COURSES);
    this.#images.set(engine, its);
    its.set(image.levels, kept);
    return new Courses(kept, this.most, context);
  }
}

/** The memory of one image. */
export class Courses<Began> {
  constructor(
    private readonly kept: Kept<KeptCourse<Began>>,
    private readonly most: number,
    private readonly context: Known,
  ) {}

  /** Takes a course out of the memory: another run of the same start meanwhile begins anew. */
  take(key: unknown): Course<Began> | undefined {
    return this.kept.take(this.context.image.levels, this.#named(key))?.course;
  }

  /**
   * Keeps a course; corrections that are too much are forgotten, the last ones first. Of a long list of runs the last ones stay.
   * @param shared the samples are the volume's own
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

/** Makes a memory for a kind of run, of so many bytes for each image. */
export const courses = <Began>(most = MOST_BYTES): Memory<Began> => new Memory<Began>(most);
