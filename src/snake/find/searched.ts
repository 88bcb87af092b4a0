/** Searches a domain at the usual level, or at a finer one where only that shows many similar objects (ALGORITHMS D.13). */
import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { SEARCHED_FOR_MANY } from '../../algorithm/domain.js';
import { chooseLevel, levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { neverLess, shareOf, type Tell } from '../../core/told.js';
import type { SnakeParameters } from '../schema.js';
import { CHOICE_SHARE, type Choice, choiceOf } from './map/best-map.js';
import { sideBySide, windowsIn } from './map/part-of.js';
import { isPopulation } from './map/population.js';
import { seek } from './seek.js';
import type { Sought } from './sought.js';

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
 * objects replace the few. At a level without them, only nine sample windows are read.
 */
export const searched = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  { wanted, usual }: ToSearch,
  tell: Tell,
): Promise<Searched> => {
  const at = async (level: number, heard: Tell, choice?: Choice): Promise<Searched> => {
    const { samples, rect: domain } = await context.pixels(wanted, level);
    const place = { samples, domain, index: level };
    const sought = await seek({ task, context, parameters, place, tell: heard, choice });
    return { sought, domain, level };
  };
  const alone = task.level !== undefined || task.likeness !== undefined;
  const budget = Math.min(context.pixelBudget, SEARCHED_FOR_MANY);
  const finest = alone ? usual : Math.min(usual, chooseLevel(wanted, context.image.levels, budget));
  const heard = neverLess(tell);
  /** Each level takes about as long, as a choice looks at no more pixels of a fine one. */
  const ofLevel = (level: number): Tell => {
    const [before, all] = [usual - level, usual - finest + 1];
    return shareOf(heard, before / all, (before + 1) / all);
  };
  const first = await at(usual, ofLevel(usual));
  const { channel, parts } = first.sought;
  if (channel === undefined || parts.length === 0 || isPopulation(first.sought)) return first;
  for (let level = usual - 1; level >= finest; level--) {
    const place = { level, wanted, grounds: parts.length };
    const its = ofLevel(level);
    const choice = await manyAt(place, context, { ...parameters, channel }, shareOf(its, 0, CHOICE_SHARE));
    const finer = choice && (await at(level, its, choice));
    if (finer && finer.sought.parts.length > 0) return finer;
  }
  return first;
};

/** A level that is tested for many similar objects. */
interface LevelToTest extends Pick<ToSearch, 'wanted'> {
  readonly level: number;
  /** Parts of the usual level, each of which could be the ground of many objects. */
  readonly grounds: number;
}

/** The choice by a part of a level; `undefined` where it does not show many similar objects. */
const manyAt = async (
  { level, wanted, grounds }: LevelToTest,
  { image, region, elsewhere, signal }: RunContext,
  { channel, polarity }: SnakeParameters,
  tell: Tell,
): Promise<Choice | undefined> => {
  const { x, y, width, height } = levelRect(wanted, levelByIndex(image.levels, level));
  const windows = windowsIn({ width, height }) ?? [{ x: 0, y: 0, width, height }];
  const seen = windows.map((window) => region({ ...window, x: x + window.x, y: y + window.y }, level));
  const samples = await Promise.all(seen);
  const part = windows.length > 1 ? sideBySide(samples) : samples[0]!;
  const { aside } = elsewhere?.(part.width * part.height) ?? {};
  const choice = await choiceOf(part, { channel, polarity }, { signal, tell, aside }, { grounds });
  return choice?.manyAlike ? choice : undefined;
};
