import type { Level, Rect } from './rect.js';

/** The level with an index that is known to be valid. Throws `RangeError` for any other index. */
export const levelByIndex = <Its extends Pick<Level, 'width'>>(levels: readonly Its[], index: number): Its => {
  const level = levels[index];
  if (level) return level;
  throw new RangeError(`there is no level ${index} of ${levels.length}`);
};

/** `rect`, of full-resolution pixels, grown outwards to whole pixels of a level and cut to it. */
export const levelRect = (rect: Rect, level: Level): Rect => {
  const from = (at: number, scale: number, size: number): number =>
    Math.min(Math.max(Math.floor(at / scale), 0), size - 1);
  const to = (at: number, scale: number, size: number, start: number): number =>
    Math.min(Math.max(Math.ceil(at / scale), start + 1), size);
  const x = from(rect.x, level.scaleX, level.width);
  const y = from(rect.y, level.scaleY, level.height);
  return {
    x,
    y,
    width: to(rect.x + rect.width, level.scaleX, level.width, x) - x,
    height: to(rect.y + rect.height, level.scaleY, level.height, y) - y,
  };
};

/** The finest level at which `domain` has at most `budget` pixels; the coarsest where no level satisfies this. */
export const chooseLevel = (domain: Rect, levels: readonly Level[], budget: number): number => {
  const index = levels.findIndex((level) => {
    const { width, height } = levelRect(domain, level);
    return width * height <= budget;
  });
  return index < 0 ? levels.length - 1 : index;
};
