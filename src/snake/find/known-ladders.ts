/** Ladders of clicks, remembered: the search for a click's shapes takes longer than a snake, and who goes up and down asks for the same ones. */

import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { keyOf, perImage } from '../hints/memory.js';
import type { Rung } from './ladder.js';

type Point = { readonly x: number; readonly y: number };

const laddersIn = perImage<readonly Rung[]>();

/** What a ladder is made of: shapes in what the person sees, all shapes, or best rectangles. */
type Source = 'in view' | 'whole' | 'rectangles';

/** The ladders that were made before for the same click. */
interface KnownLadders {
  get(source: Source): readonly Rung[] | undefined;
  set(source: Source, rungs: readonly Rung[]): void;
}

/** What is remembered for a click, whatever bound or usual sizes were asked for. */
export const laddersOf = (point: Point, task: Task, context: RunContext): KnownLadders => {
  const ladders = laddersIn(context);
  const { expectedAreas: _usual, largerThan: _larger, smallerThan: _smaller, ...asked } = task;
  const click = keyOf(asked, context, []);
  const key = (source: Source): string => JSON.stringify([point, click, source]);
  return {
    get: (source) => ladders.get(key(source)),
    set: (source, rungs) => ladders.set(key(source), rungs),
  };
};
