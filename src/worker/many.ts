/** Many runs as one: each object's steps are its own, so each contour is what it would be alone, in whatever order they end. */
import type { Outcome, RunCommand, RunState } from '../algorithm/algorithm.js';
import { isAbort, isLoss, SegmenterError } from '../core/errors.js';
import type { Ring } from '../core/ring.js';

type Steps = AsyncGenerator<RunState, Outcome, RunCommand>;

/** End of one start: nothing yet, an outcome, or why there is none. */
export type Ended = Outcome | SegmenterError | undefined;

interface Active {
  readonly index: number;
  readonly steps: Steps;
  last: RunState | undefined;
  /** The step under way. */
  next:
    | Promise<{ readonly active: Active; readonly result: IteratorResult<RunState, Outcome> | SegmenterError }>
    | undefined;
}

/**
 * Runs all starts, at most `atOnce` of them side by side; one that ends makes room for the next. Yields a state after each step of
 * any. One that fails leaves its coded error in `ended`, and the others are none the worse; an abort, a lost device and what is not
 * coded end all. Told to finish, it ends those under way with their last valid states, and begins no other.
 *
 * @param ended by index; what is there already is not run again
 */
export async function* runMany(
  begin: (index: number) => Steps,
  ended: Ended[],
  atOnce: number,
): AsyncGenerator<RunState, void, RunCommand> {
  const active: Active[] = [];
  const rings: Ring[] = ended.flatMap((each) => ringsOf(each));
  let waiting = 0;
  let word: RunCommand = 'go';
  const step = (of: Active): void => {
    of.next ??= of.steps.next(word).then(
      (result) => ({ active: of, result }),
      (error: unknown) => {
        if (error instanceof SegmenterError && !isLoss(error) && !isAbort(error)) return { active: of, result: error };
        throw error;
      },
    );
    // Where another has ended all, nobody waits for this one.
    of.next.catch(() => {});
  };
  const land = async (): Promise<RunState | undefined> => {
    const { active: of, result } = await Promise.race(active.flatMap(({ next }) => next ?? []));
    of.next = undefined;
    if (!(result instanceof SegmenterError) && result.done !== true) {
      of.last = result.value;
      return result.value;
    }
    const end = result instanceof SegmenterError ? result : result.value;
    ended[of.index] = end;
    rings.push(...ringsOf(end));
    active.splice(active.indexOf(of), 1);
    return undefined;
  };
  try {
    for (;;) {
      while (word !== 'finish' && active.length < atOnce && waiting < ended.length) {
        const index = waiting++;
        if (ended[index] === undefined) active.push({ index, steps: begin(index), last: undefined, next: undefined });
      }
      if (active.length === 0) return;
      // Step by step there is one under way at a time.
      const stepping = word === 'step';
      if (stepping && active.every(({ next }) => next === undefined)) step(active[0]!);
      else if (!stepping) for (const each of active) step(each);
      const state = await land();
      if (state === undefined || word === 'finish') continue;
      const under = active.flatMap(({ last }) => (last ? [last.ring] : []));
      word = yield { ...state, rings: [...rings, ...under], done: ended.filter(Boolean).length / ended.length };
    }
  } finally {
    await Promise.allSettled(active.map(({ steps }) => steps.return({ contours: [] })));
  }
}

const ringsOf = (ended: Ended): Ring[] => {
  if (ended === undefined || ended instanceof SegmenterError) return [];
  return ended.contours.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates.map((ring) => ring.slice(0, -1).flat()) : [],
  );
};
