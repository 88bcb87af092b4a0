/** Maps of regions of one area, all made in the way that a picture of the area gives (ALGORITHMS D.13). */
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import type { Execution } from '../part-work.js';
import { type Choice, choiceOf } from './choice.js';
import { type ObjectMap, type ObjectPlane, rest, type ScaledPlane } from './object-map.js';
import { type Appearance, objectPlanes } from './planes.js';
import { raised } from './population.js';
import { mapLike, type PartsChoice, type SurestMap, surestMap } from './surest-map.js';

/** How an area's maps are made, as plain data. Lengths are pixels of the level that is searched. */
export interface MapSettings extends Pick<ScaledPlane, 'grain' | 'radius' | 'separability'> {
  readonly plane: Pick<ObjectPlane, 'name' | 'scale'>;
  /** As of `Choice`. */
  readonly window: number | undefined;
  readonly parts: PartsChoice;
  /** Of the picture's own map; `radius` above is that of its parts before they are cut. */
  readonly found: Pick<SurestMap, 'radius' | 'sureness'>;
}

/** The settings by a picture of the area; `undefined` where nothing stands out in it. Rejects as `bestMap`. */
export const settingsOf = async (
  picture: Samples,
  appearance: Appearance,
  execution: Execution,
): Promise<MapSettings | undefined> => {
  const choice = await choiceOf(picture, appearance, execution);
  return choice && settingsBy(choice, execution);
};

/** The settings by a choice that a picture gave. Rejects with `AbortError`. */
export const settingsBy = async (
  { scaled, window, map }: Choice,
  { signal, aside }: Pick<Execution, 'signal' | 'aside'>,
): Promise<MapSettings> => {
  const { plane, grain, radius, separability } = scaled;
  const { choice: parts, ...found } = await surestMap(scaled, { signal, aside, tell: toNobody }, map);
  const { name, scale } = plane;
  return {
    plane: { name, ...(scale && { scale }) },
    grain,
    radius,
    separability,
    window,
    parts,
    found: { radius: found.radius, sureness: found.sureness },
  };
};

/** The map of a region by the settings of its area; `undefined` where its plane is missing. Rejects as `bestMap`. */
export const mapBy = async (
  { plane: { name, scale }, window, parts, found: _found, ...its }: MapSettings,
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
