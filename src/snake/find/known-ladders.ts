/** A cache of clicks' ladders: searching for a click's shapes takes longer than a snake, and each step up or down needs the same ladder. */

import { keyOf, perImage } from '../hints/memory.js';
import type { Click } from './click.js';
import type { Rung } from './ladder.js';

const laddersIn = perImage<readonly Rung[]>();

/** Shapes of a ladder: those within the view, all shapes, or best rectangles. */
type Source = 'in view' | 'whole' | 'rectangles';

/** The ladders of one click. */
interface KnownLadders {
  /** The cached ladder, or that of `make`, which is then cached. */
  get(source: Source, make: () => Promise<readonly Rung[]>): Promise<readonly Rung[]>;
  set(source: Source, rungs: readonly Rung[]): void;
}

/** The ladders of a task's click, which do not depend on its bound or expected sizes. */
export const laddersOf = ({ task, context }: Pick<Click, 'task' | 'context'>): KnownLadders => {
  const ladders = laddersIn(context);
  const { expectedAreas: _usual, largerThan: _larger, smallerThan: _smaller, ...asked } = task;
  const click = keyOf(asked, context, []);
  const set = (source: Source, rungs: readonly Rung[]): readonly Rung[] => {
    ladders.set(source + click, rungs);
    return rungs;
  };
  return { set, get: async (source, make) => ladders.get(source + click) ?? set(source, await make()) };
};
