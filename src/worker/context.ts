/** The services of an engine for one run: samples, read once and counted, and facts about the image. */
import type { RunContext, Task } from '../algorithm/algorithm.js';
import { levelByIndex, levelRect } from '../core/geometry/levels.js';
import { checkedRegion } from '../image/checked-region.js';
import type { ImageSource, Samples } from '../image/samples.js';
import { checkLevel } from './checks/request.js';

/** State of a run that is kept when its device is lost. */
export interface KeptRun {
  readonly run: object;
  /** The last samples read, kept for another upload. */
  pixels?: { readonly key: string; readonly samples: Samples };
}

/** Objects shared by the runs of one request. */
export interface Seats extends Pick<RunContext, 'executor' | 'signal' | 'pixelBudget' | 'elsewhere'> {
  readonly image: ImageSource;
}

/** Context of a run on an image. */
export const contextOf = (
  kept: KeptRun,
  task: Task,
  { image, executor, signal, pixelBudget, elsewhere, engine, parts }: Seats & Pick<RunContext, 'engine' | 'parts'>,
): RunContext => {
  const region: RunContext['region'] = (rect, level) => {
    // A run that reads parts no longer needs the whole domain.
    kept.pixels = undefined;
    return parts.time('read', () => checkedRegion(image, rect, level, { signal, slice: task.slice }));
  };
  const pixels: RunContext['pixels'] = async (rect, level) => {
    const index = checkLevel(level, image.levels.length);
    const whole = levelRect(rect, levelByIndex(image.levels, index));
    const key = JSON.stringify([whole, index]);
    if (kept.pixels?.key === key) return { samples: kept.pixels.samples, rect: whole };
    const samples = await region(whole, index);
    if (executor.lost) kept.pixels = { key, samples };
    return { samples, rect: whole };
  };
  const { name, width, height, bands, bits, levels, placement, stack } = image;
  return {
    run: kept.run,
    engine,
    executor,
    signal,
    parts,
    image: { name, width, height, bands, bits, levels, placement, depth: stack?.depth ?? 1, slice: task.slice },
    pixelBudget,
    elsewhere,
    pixels,
    region,
    ...(stack ? { volume: () => stack.volume(signal) } : {}),
  };
};
