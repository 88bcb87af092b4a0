/** A picture that represents an area at a level: all of it where it is small, otherwise nine windows of it side by side (ALGORITHMS D.13). */
import type { RunContext } from '../../algorithm/algorithm.js';
import { chooseLevel, levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Samples } from '../../image/samples.js';
import { MOST, sideBySide, WINDOWS, windowsIn } from './map/windows/part-of.js';
import { variedWindows } from './map/windows/varied-windows.js';

/** An area of an image, in full-resolution pixels, and the level at which it is looked at. */
export interface AreaAtLevel {
  readonly within: Rect;
  readonly level: number;
}

/** The picture with windows that are spread evenly. Rejects as `RunContext.region`. */
export const evenPicture = (area: AreaAtLevel, context: RunContext): Promise<Samples> =>
  pictureOf(area, context, async (windows) => windows);

/** The same with windows where something is, if the area has a level small enough to be read whole. */
export const variedPicture = (area: AreaAtLevel, context: RunContext): Promise<Samples> =>
  pictureOf(area, context, async (windows, size) => {
    const { levels } = context.image;
    const level = chooseLevel(area.within, levels, MOST);
    const whole = levelRect(area.within, levelByIndex(levels, level));
    if (whole.width * whole.height > context.pixelBudget) return windows;
    const [{ width, height }] = windows as readonly [Rect];
    return variedWindows(WINDOWS ** 2, { width, height }, size, await context.region(whole, level));
  });

/** @param choose gives the windows that are looked at, by those that are spread evenly and the rectangle that they lie in */
const pictureOf = async (
  { within, level }: AreaAtLevel,
  context: RunContext,
  choose: (even: readonly Rect[], rect: Rect) => Promise<readonly Rect[]>,
): Promise<Samples> => {
  const rect = levelRect(within, levelByIndex(context.image.levels, level));
  const even = windowsIn(rect);
  if (even === undefined) return context.region(rect, level);
  const windows = await choose(even, rect);
  const read = windows.map((each) => context.region({ ...each, x: rect.x + each.x, y: rect.y + each.y }, level));
  return sideBySide(await Promise.all(read));
};
