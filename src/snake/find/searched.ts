/** Searches a domain at the usual level, or at a finer one where only that shows many similar objects (ALGORITHMS D.13). */
import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { LEAST_RADIUS, SEARCHED_FINELY, SEARCHED_FOR_MANY } from '../../algorithm/domain.js';
import { chooseLevel, levelByIndex } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { neverLess, shareOf, type Tell } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';
import type { SnakeParameters } from '../schema.js';
import { evenPicture } from './area-picture.js';
import { areaSettings } from './area-settings.js';
import { CHOICE_SHARE, type Choice, choiceOf, furtherChoice } from './map/best-map.js';
import type { Appearance } from './map/planes.js';
import { isPopulation } from './map/population.js';
import type { Execution } from './part-work.js';
import { seek } from './seek.js';
import type { Search, Sought } from './sought.js';

/** A search's result, and where it is. */
export interface Searched {
  readonly sought: Sought;
  /** What was searched, in pixels of the level. */
  readonly domain: Rect;
  readonly level: number;
}

/** What is to be searched. */
interface ToSearch {
  /** The domain, in full-resolution pixels. */
  readonly wanted: Rect;
  /** The level that is searched first. */
  readonly usual: number;
}

/**
 * Searches a domain at the usual level. If it has few objects, as with tissue on glass, and neither a level nor examples are given, finer
 * levels that can be searched at once are tested for many similar objects, one after another. The first that has them is searched, and its
 * objects replace the few. At a level without them, only nine sample windows are read. Where the objects are many, but small in pixels of their
 * level, a finer level at which they are large enough is searched in the same way.
 *
 * The planes in which such objects are likely are looked at in all levels first, the others where none of the levels has them there.
 */
export const searched = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  { wanted, usual }: ToSearch,
  tell: Tell,
): Promise<Searched> => {
  const at = async (level: number, how: Pick<Search, 'tell' | 'choice' | 'near'>): Promise<Searched> => {
    const { samples, rect: domain } = await context.pixels(wanted, level);
    const place = { samples, domain, index: level };
    const settings =
      within &&
      ((appearance: Appearance, its: Tell) => areaSettings({ within, level, appearance, slice }, context, its));
    return { sought: await seek({ task, context, parameters, place, settings, ...how }), domain, level };
  };
  const { within, slice } = task;
  const { levels } = context.image;
  const alone = [task.level, task.likeness, within].some((given) => given !== undefined);
  const finestOf = (most: number): number =>
    alone ? usual : Math.min(usual, chooseLevel(wanted, levels, Math.min(context.pixelBudget, most)));
  const finest = finestOf(SEARCHED_FOR_MANY);
  /** Where objects are known to be small, as in a search by examples. */
  const finestForSmall = finestOf(SEARCHED_FINELY);
  const heard = neverLess(tell);
  /** Each level takes about as long, as a choice looks at no more pixels of a fine one. */
  const ofLevel = (level: number): Tell => {
    const [before, all] = [usual - level, usual - finest + 1];
    return shareOf(heard, before / all, (before + 1) / all);
  };
  const first = await at(usual, { tell: ofLevel(usual), near: usual > finest });
  const { channel, parts, further } = first.sought;
  if (channel === undefined) return first;
  const appearance = { channel, polarity: parameters.polarity };
  /** Radius of a usual object of a result at a level, in its pixels. */
  const radiusAt = (level: number, { sought, level: its }: Searched): number =>
    ((sought.radius ?? 0) * levelByIndex(levels, its).scaleX) / levelByIndex(levels, level).scaleX;
  /** Many objects, from the coarsest level at which they are large enough, or from the finest; as found where neither shows them. */
  const enlarged = async (found: Searched): Promise<Searched> => {
    if (radiusAt(found.level, found) >= LEAST_RADIUS) return found;
    for (let level = found.level - 1; level >= finestForSmall; level--) {
      const radius = radiusAt(level, found);
      if (radius < LEAST_RADIUS && level > finestForSmall) continue;
      const its = ofLevel(level);
      const { part, execution } = await partAt({ level, wanted }, context, shareOf(its, 0, CHOICE_SHARE));
      const choice = await choiceOf(part, appearance, execution, { near: true });
      // Larger ones are others, as groups of these are.
      if (!choice?.manyAlike || choice.scaled.radius > Math.SQRT2 * radius) continue;
      const finer = await at(level, { tell: its, choice });
      if (isPopulation(finer.sought)) return finer;
    }
    return found;
  };
  if (isPopulation(first.sought)) return enlarged(first);
  const grounds = Math.max(1, parts.length);
  /** The objects of a level where the choice by a part of it shows many. */
  const many = async (level: number, its: Tell, choice: Choice | undefined): Promise<Searched | undefined> => {
    const finer = choice?.manyAlike ? await at(level, { tell: its, choice }) : undefined;
    return finer && finer.sought.parts.length > 0 ? finer : undefined;
  };
  const left = new Map([[usual, further]]);
  for (let level = usual - 1; level >= finest && parts.length > 0; level--) {
    const its = ofLevel(level);
    const { part, execution } = await partAt({ level, wanted }, context, shareOf(its, 0, CHOICE_SHARE));
    const choice = await choiceOf(part, appearance, execution, { grounds, near: true });
    left.set(level, choice?.further);
    const found = await many(level, its, choice);
    if (found) return enlarged(found);
  }
  // How much of this is to be done is not known.
  const onward: Tell = () => heard();
  for (const [level, further] of left) {
    if (further === undefined) continue;
    const { part, execution } = await partAt({ level, wanted }, context, onward);
    const found = await many(level, onward, await furtherChoice(part, appearance, execution, { grounds, further }));
    if (found) return found;
  }
  return first;
};

/** A part of a level that represents it, and how that is searched. */
const partAt = async (
  { level, wanted }: Pick<ToSearch, 'wanted'> & Pick<Searched, 'level'>,
  context: RunContext,
  tell: Tell,
): Promise<{ readonly part: Samples; readonly execution: Execution }> => {
  const { elsewhere, signal } = context;
  const part = await evenPicture({ within: wanted, level }, context);
  const { aside } = elsewhere?.(part.width * part.height) ?? {};
  return { part, execution: { signal, tell, aside } };
};
