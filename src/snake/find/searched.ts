/** What is found in a domain, and at which level: a finer one than usual where that alone shows many objects alike (ALGORITHMS D.13). */
import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { SEARCHED_FINELY } from '../../algorithm/domain.js';
import { chooseLevel } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Tell } from '../../core/told.js';
import type { SnakeParameters } from '../schema.js';
import { isPopulation } from './map/population.js';
import { type Sought, seek } from './sought.js';

/** A search's result, and where it is. */
export interface Searched {
  readonly sought: Sought;
  /** What was searched, in pixels of the level. */
  readonly domain: Rect;
  readonly level: number;
}

/**
 * Searches a domain at the usual level. If that has few objects, as tissue on glass, and no level or example is given, the finest level that is searched at once is
 * looked at for many objects alike, which then replace the few.
 *
 * @param wanted the domain, in full-resolution pixels
 */
export const searched = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  wanted: Rect,
  usual: number,
  tell: Tell,
): Promise<Searched> => {
  const at = async (level: number, heard: Tell, grounds?: number): Promise<Searched> => {
    const { samples, rect: domain } = await context.pixels(wanted, level);
    const sought = await seek(task, context, parameters, samples, domain, level, heard, grounds);
    return { sought, domain, level };
  };
  const first = await at(usual, tell);
  if (task.level !== undefined || task.likeness !== undefined) return first;
  const fine = chooseLevel(wanted, context.image.levels, Math.min(context.pixelBudget, SEARCHED_FINELY));
  if (fine >= usual || first.sought.parts.length === 0 || isPopulation(first.sought)) return first;
  // Of the whole search as much is done as was told, and nobody knows how much is left.
  const finer = await at(fine, () => tell(), first.sought.parts.length);
  return finer.sought.parts.length > 0 ? finer : first;
};
