/** Searches a domain at the usual level, or at a finer one where only that shows many similar objects (ALGORITHMS D.13). */
import type { RunContext, Task } from '../../algorithm/algorithm.js';
import type { Rect } from '../../core/geometry/rect.js';
import { neverLess, type Tell } from '../../core/told.js';
import type { SnakeParameters } from '../schema.js';
import { areaSettings } from './area-settings.js';
import { type Choose, FinerLevels, type Shown, type ToSearch } from './finer-levels.js';
import { choiceOf, furtherChoice } from './map/choice.js';
import type { Appearance } from './map/planes.js';
import { areMany, groundsAmong } from './map/population.js';
import { seek } from './seek.js';
import type { Search, Sought } from './sought.js';

/** A search's result, and where it is. */
export interface Searched {
  readonly sought: Sought;
  /** What was searched, in pixels of the level. */
  readonly domain: Rect;
  readonly level: number;
}

/**
 * Searches a domain at the usual level. If it has few objects, as with tissue on glass, and neither a level nor examples are given, finer
 * levels that can be searched at once are tested for many similar objects, one after another. The first that has them is searched, and its
 * objects replace the few. Where the objects are many, but so small in pixels of their level that they are hardly resolved, or may be groups of
 * smaller ones, those of a finer level replace them if they are surer.
 *
 * The planes in which such objects are likely are looked at in all levels first, the others where none of the levels has them there.
 */
export const searched = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  place: ToSearch,
  tell: Tell,
): Promise<Searched> => {
  const { within, slice } = task;
  const { wanted, usual } = place;
  const at = async (level: number, how: Pick<Search, 'tell' | 'look' | 'near' | 'finer'>): Promise<Searched> => {
    const { samples, rect: domain } = await context.pixels(wanted, level);
    const place = { samples, domain, index: level };
    const settings =
      within &&
      ((appearance: Appearance, its: Tell) => areaSettings({ within, level, appearance, slice }, context, its));
    return { sought: await seek({ task, context, parameters, place, settings, ...how }), domain, level };
  };
  const alone = [task.level, task.likeness, within].some((given) => given !== undefined);
  const heard = neverLess(tell);
  const levels = new FinerLevels(place, context, !alone, heard);
  const shownBy = ({ level, look }: Shown): Promise<Searched> => at(level, { tell: levels.tellOf(level), look });
  /** The many objects of a finer level than one that shows many, where they are surer. */
  const surer = async (shown: Shown, appearance: Appearance): Promise<Searched | undefined> => {
    const best = await levels.surest(shown, appearance);
    const finer = best === shown ? undefined : await shownBy(best);
    return finer && areMany(finer.sought.parts, finer.sought) ? finer : undefined;
  };
  // What replaces the usual level before that is mapped, and whether it was looked for then.
  let replaced = undefined as Searched | undefined;
  let looked = false;
  const finer: Search['finer'] = {
    begin: (...of) => levels.begin(...of),
    instead: async (appearance, look) => {
      looked = true;
      replaced = await surer({ level: usual, ...look.settings.found, look }, appearance);
      return replaced !== undefined;
    },
  };
  /** The many objects of the coarsest finer level that shows many, or of a still finer one, where the usual level has a few parts. */
  const many = async ({ parts, further }: Sought, appearance: Appearance): Promise<Searched | undefined> => {
    const grounds = groundsAmong(parts);
    const of = async (shown: Shown | undefined): Promise<Searched | undefined> => {
      const finer = shown && (await shownBy(await levels.surest(shown, appearance)));
      return finer && finer.sought.parts.length > 0 ? finer : undefined;
    };
    const left = new Map([[usual, further]]);
    for (let level = usual - 1; level >= levels.finest && parts.length > 0; level--) {
      const its = await levels.look(level, appearance, (...of) => choiceOf(...of, { grounds, near: true }));
      left.set(level, its.choice?.further);
      const found = await of(its.shown);
      if (found) return found;
    }
    // How much of this is to be done is not known.
    const onward: Tell = () => heard();
    for (const [level, further] of left) {
      if (further === undefined) continue;
      const choose: Choose = (...of) => furtherChoice(...of, { grounds, further });
      const found = await of((await levels.look(level, appearance, choose, { tell: onward })).shown);
      if (found) return found;
    }
    return undefined;
  };
  try {
    const first = await at(usual, { tell: levels.tellOf(usual), ...(levels.any && { near: true, finer }) });
    if (replaced) return replaced;
    const { channel, found } = first.sought;
    if (channel === undefined || found === undefined || !levels.any) return first;
    const appearance = { channel, polarity: parameters.polarity };
    if (!areMany(first.sought.parts, first.sought)) return (await many(first.sought, appearance)) ?? first;
    return (looked ? undefined : await surer({ level: usual, ...found }, appearance)) ?? first;
  } finally {
    levels.end();
  }
};
