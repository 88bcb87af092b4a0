/** How the regions of an area are searched: all alike, by sample windows of the area (ALGORITHMS D.13). */
import type { RunContext } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import { isAbort } from '../../core/errors.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Tell } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';
import { perImage } from '../hints/memory.js';
import { type AreaAtLevel, evenPicture, variedPicture } from './area-picture.js';
import { type MapSettings, settingsOf } from './map/area-map.js';
import type { Appearance } from './map/planes.js';

/** An area of an image, and how its objects look. */
interface Area extends AreaAtLevel {
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

/**
 * The settings by windows where something is; if nothing stands out in these, by evenly spread ones. In a radar scene of lakes the former may all
 * lie on land, whose speckle is the stronger.
 */
const found = async (area: Area, context: RunContext, tell: Tell): Promise<MapSettings | undefined> => {
  const { signal, elsewhere } = context;
  const heard: Tell = async (done) => {
    tell(done).catch(() => {});
  };
  const shownBy = (picture: Samples): Promise<MapSettings | undefined> => {
    const { aside } = elsewhere?.(picture.width * picture.height) ?? {};
    return settingsOf(picture, area.appearance, { signal, tell: heard, aside });
  };
  const varied = await variedPicture(area, context);
  const { width, height } = levelRect(area.within, levelByIndex(context.image.levels, area.level));
  const isWhole = varied.width === width && varied.height === height;
  return (await shownBy(varied)) ?? (isWhole ? undefined : shownBy(await evenPicture(area, context)));
};
