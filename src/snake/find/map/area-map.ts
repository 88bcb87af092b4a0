/** Maps of regions of one area, all made in the way that a picture of the area gives (ALGORITHMS D.13). */
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import type { Execution } from '../part-work.js';
import { choiceOf } from './best-map.js';
import { type ObjectMap, type ObjectPlane, rest, type ScaledPlane } from './object-map.js';
import { type Appearance, objectPlanes } from './planes.js';
import { raised } from './population.js';
import { mapLike, type PartsChoice, surestMap } from './surest-map.js';

/** How an area's maps are made, as plain data. Lengths are pixels of the level that is searched. */
export interface MapSettings extends Pick<ScaledPlane, 'grain' | 'radius' | 'separability'> {
  readonly plane: Pick<ObjectPlane, 'name' | 'scale'>;
  /** As of `Choice`. */
  readonly window: number | undefined;
  readonly parts: PartsChoice;
}

/** The settings by a picture of the area; `undefined` where nothing stands out in it. Rejects as `bestMap`. */
export const settingsOf = async (
  picture: Samples,
  appearance: Appearance,
  execution: Execution,
): Promise<MapSettings | undefined> => {
  const choice = await choiceOf(picture, appearance, execution);
  if (choice === undefined) return undefined;
  const { scaled, window, map } = choice;
  const { plane, grain, radius, separability } = scaled;
  const { choice: parts } = await surestMap(scaled, { ...execution, tell: toNobody }, map);
  const { name, scale } = plane;
  return { plane: { name, ...(scale && { scale }) }, grain, radius, separability, window, parts };
};

/** The map of a region by the settings of its area; `undefined` where its plane is missing. Rejects as `bestMap`. */
export const mapBy = async (
  { plane: { name, scale }, window, parts, ...its }: MapSettings,
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
): Promise<ObjectMap | undefined> => {
  const { signal } = execution;
  for await (const planes of objectPlanes(samples, appearance, signal, { chosen: true, scale })) {
    const made = await planes.find((each) => each.name === name)?.make();
    if (made === undefined) continue;
    await rest(signal);
    const plane = window === undefined ? made : raised(made, window, undefined, scale?.height);
    return mapLike({ ...its, plane }, parts, execution);
  }
  return undefined;
};
