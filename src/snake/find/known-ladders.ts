/** A cache of clicks' ladders: the search for a click's shapes takes longer than a snake, and each step up or down asks for the same ladder. */

import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { keyOf, perImage } from '../hints/memory.js';
import type { Rung } from './ladder.js';

const laddersIn = perImage<readonly Rung[]>();

/** What a ladder is made of: shapes in what the person sees, all shapes, or best rectangles. */
type Source = 'in view' | 'whole' | 'rectangles';

/** The ladders of one click. */
interface KnownLadders {
  /** The ladder that is remembered, or that `make` gives, which is remembered then. */
  get(source: Source, make: () => Promise<readonly Rung[]>): Promise<readonly Rung[]>;
  set(source: Source, rungs: readonly Rung[]): void;
}

/** The ladders of a task's click, whatever bound or usual sizes it has. */
export const laddersOf = (task: Task, context: RunContext): KnownLadders => {
  const ladders = laddersIn(context);
  const { expectedAreas: _usual, largerThan: _larger, smallerThan: _smaller, ...asked } = task;
  const click = keyOf(asked, context, []);
  const set = (source: Source, rungs: readonly Rung[]): readonly Rung[] => {
    ladders.set(source + click, rungs);
    return rungs;
  };
  return { set, get: async (source, make) => ladders.get(source + click) ?? set(source, await make()) };
};
