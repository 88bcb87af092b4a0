/** Searches a domain at the usual level, or at a finer one where only that shows many similar objects (ALGORITHMS D.13). */
import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { LEAST_RADIUS, SEARCHED_FINELY, SEARCHED_FOR_MANY } from '../../algorithm/domain.js';
import { chooseLevel, levelByIndex } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { neverLess, shareOf, type Tell } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';
import type { SnakeParameters } from '../schema.js';
import { evenPicture, variedPicture } from './area-picture.js';
import { areaSettings } from './area-settings.js';
import { settingsBy } from './map/area-map.js';
import { CHOICE_SHARE, type Choice, choiceOf, furtherChoice } from './map/choice.js';
import type { Appearance } from './map/planes.js';
import { isPopulation } from './map/population.js';
import type { SurestMap } from './map/surest-map.js';
import type { Execution } from './part-work.js';
import { seek } from './seek.js';
import type { Look, Search, Sought } from './sought.js';

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

/** What a level shows: all of it, or the look at a part of it. Lengths are pixels of the level. */
interface Shown extends Pick<SurestMap, 'radius' | 'sureness'> {
  readonly level: number;
  readonly look?: Look;
}

/** Radius from which on objects are no groups of smaller ones: those would have been large enough to be found themselves. */
const NO_GROUP = 2 * LEAST_RADIUS;
/** Mean evidence of parts of which nineteen of twenty are objects, in hundredths of a nat: evidence of 0 is a probability of 2/5 (`evidenceOf`). */
const SURE = 335;

/**
 * Searches a domain at the usual level. If it has few objects, as with tissue on glass, and neither a level nor examples are given, finer
 * levels that can be searched at once are tested for many similar objects, one after another. The first that has them is searched, and its
 * objects replace the few. Where the objects are many, but so small in pixels of their level that they are hardly resolved, or may be groups of
 * smaller ones, those of a finer level replace them if they are surer. Of a level that is tested, nine sample windows are read.
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
  const at = async (level: number, how: Pick<Search, 'tell' | 'look' | 'near'>): Promise<Searched> => {
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
  /** The finest level that is looked at where the objects of a coarser one are sure. */
  const finestOfSure = finestOf(SEARCHED_FINELY);
  const heard = neverLess(tell);
  /** Each level takes about as long, as a choice looks at no more pixels of a fine one. */
  const ofLevel = (level: number): Tell => {
    const [before, all] = [usual - level, usual - finest + 1];
    return shareOf(heard, before / all, (before + 1) / all);
  };
  const first = await at(usual, { tell: ofLevel(usual), near: usual > finest });
  const { channel, parts, further, found } = first.sought;
  if (channel === undefined || found === undefined || usual === finest) return first;
  const appearance = { channel, polarity: parameters.polarity };
  /** The choice by a part of a level, and what the level shows by that, where it is many similar objects. */
  const look = async (level: number, its: Tell, choose: Choose, picture = evenPicture) => {
    const { part, execution } = await partAt({ level, wanted, picture }, context, shareOf(its, 0, CHOICE_SHARE));
    const choice = await choose(part, appearance, execution);
    if (!choice?.manyAlike) return { choice };
    const settings = await settingsBy(choice, execution);
    return { choice, shown: { level, ...settings.found, look: { choice, settings } } satisfies Shown };
  };
  /** The level at which objects are surest, from one that shows many on. */
  const surest = async (from: Shown): Promise<Shown> => {
    let best = from;
    const last = (): number => (best.sureness < SURE ? finest : finestOfSure);
    for (let level = best.level - 1; level >= last() && best.radius < NO_GROUP; level--) {
      const radius = best.radius * (levelByIndex(levels, best.level).scaleX / levelByIndex(levels, level).scaleX);
      if (radius < LEAST_RADIUS && level > last()) continue;
      const { shown } = await look(level, ofLevel(level), (...of) => choiceOf(...of, { near: true }), variedPicture);
      // Larger ones are others, as groups of these are.
      if (!shown || shown.radius > radius || shown.sureness <= best.sureness) continue;
      best = shown;
    }
    return best;
  };
  const shownBy = ({ level, look }: Shown): Promise<Searched> => at(level, { tell: ofLevel(level), look });
  if (isPopulation(first.sought)) {
    const best = await surest({ level: usual, ...found });
    const finer = best.look && (await shownBy(best));
    return finer && isPopulation(finer.sought) ? finer : first;
  }
  /** The objects of a level that shows many, or of a finer one. */
  const many = async (shown: Shown): Promise<Searched | undefined> => {
    const finer = await shownBy(await surest(shown));
    return finer.sought.parts.length > 0 ? finer : undefined;
  };
  const grounds = Math.max(1, parts.length);
  const left = new Map([[usual, further]]);
  for (let level = usual - 1; level >= finest && parts.length > 0; level--) {
    const its = await look(level, ofLevel(level), (...of) => choiceOf(...of, { grounds, near: true }));
    left.set(level, its.choice?.further);
    const finer = its.shown && (await many(its.shown));
    if (finer) return finer;
  }
  // How much of this is to be done is not known.
  const onward: Tell = () => heard();
  for (const [level, further] of left) {
    if (further === undefined) continue;
    const its = await look(level, onward, (...of) => furtherChoice(...of, { grounds, further }));
    const finer = its.shown && (await many(its.shown));
    if (finer) return finer;
  }
  return first;
};

/** Chooses a plane by a part of a level. */
type Choose = (part: Samples, appearance: Appearance, execution: Execution) => Promise<Choice | undefined>;

/** A part of a level that represents it, and how that is searched. */
const partAt = async (
  {
    level,
    wanted,
    picture,
  }: Pick<ToSearch, 'wanted'> & Pick<Searched, 'level'> & { readonly picture: typeof evenPicture },
  context: RunContext,
  tell: Tell,
): Promise<{ readonly part: Samples; readonly execution: Execution }> => {
  const { elsewhere, signal } = context;
  const part = await picture({ within: wanted, level }, context);
  const { aside } = elsewhere?.(part.width * part.height) ?? {};
  return { part, execution: { signal, tell, aside } };
};
