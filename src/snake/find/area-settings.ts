/** How the regions of an area are searched: all alike, by sample windows of the area (ALGORITHMS D.13). */
import type { RunContext } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import { isAbort } from '../../core/errors.js';
import { chooseLevel, levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Tell } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';
import { perImage } from '../hints/memory.js';
import { type MapSettings, settingsOf } from './map/like-area.js';
import { MOST, sideBySide, WINDOWS, windowsIn } from './map/part-of.js';
import type { Appearance } from './map/planes.js';
import { variedWindows } from './map/varied-windows.js';

/** An area of an image, the level at which it is searched, and how its objects look. */
interface Area {
  /** In full-resolution pixels. */
  readonly within: Rect;
  readonly level: number;
  readonly appearance: Appearance;
  readonly slice: number | undefined;
}

/** Settings under way or found; `undefined` where nothing stands out in the area. */
const settingsIn = perImage<Promise<MapSettings | undefined>>();

/**
 * The settings of an area's maps, found once for all of its regions. Rejects as `bestMap`.
 * @param tell hears of the progress, and does not hold it: other runs may wait for the settings
 */
export const areaSettings = async (area: Area, context: RunContext, tell: Tell): Promise<MapSettings | undefined> => {
  const known = settingsIn(context);
  const key = JSON.stringify([area, context.pixelBudget, context.view]);
  for (;;) {
    const others = known.get(key);
    const settings = others ?? found(area, context, tell);
    if (others === undefined) {
      known.set(key, settings);
      settings.catch(() => known.delete(key));
    }
    try {
      return await abortable(settings, context.signal);
    } catch (error) {
      // The run that was finding them has ended.
      if (others === undefined || context.signal.aborted || !isAbort(error)) throw error;
    }
  }
};

const found = async (area: Area, context: RunContext, tell: Tell): Promise<MapSettings | undefined> => {
  const { signal, elsewhere } = context;
  const picture = await pictureOf(area, context);
  const { aside } = elsewhere?.(picture.width * picture.height) ?? {};
  const heard: Tell = async (done) => {
    tell(done).catch(() => {});
  };
  return settingsOf(picture, area.appearance, { signal, tell: heard, aside });
};

/** All of a small area, or a picture of nine windows of it: where something is, if a level of the area is small enough to be read whole. */
const pictureOf = async ({ within, level }: Area, context: RunContext): Promise<Samples> => {
  const { levels } = context.image;
  const rect = levelRect(within, levelByIndex(levels, level));
  const windows = windowsIn(rect);
  if (windows === undefined) return context.region(rect, level);
  const above = chooseLevel(within, levels, MOST);
  const overview = levelRect(within, levelByIndex(levels, above));
  const isSmall = overview.width * overview.height <= context.pixelBudget;
  const [{ width, height }] = windows as readonly [Rect];
  const chosen = isSmall
    ? variedWindows(WINDOWS ** 2, { width, height }, rect, await context.region(overview, above))
    : windows;
  const at = (window: Rect): Rect => ({ ...window, x: rect.x + window.x, y: rect.y + window.y });
  return sideBySide(await Promise.all(chosen.map((window) => context.region(at(window), level))));
};
