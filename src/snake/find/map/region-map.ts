/** The map of a region of an area, made by another worker: this thread has the other regions, and the contours of all. */
import { toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { partWork } from '../part-work.js';
import { type MapSettings, mapBy } from './area-map.js';
import type { ObjectMap } from './object-map.js';
import type { Appearance } from './planes.js';

/** A region, and how its map is made. */
interface RegionToMap {
  readonly settings: MapSettings;
  readonly samples: Samples;
  readonly appearance: Appearance;
}

/** The labels of `mapBy`; `undefined` where the settings' plane is missing. Rejects as `bestMap`. */
export const regionMap = partWork(
  'region map',
  async (
    { settings, samples, appearance }: RegionToMap,
    signal,
    aside,
  ): Promise<Pick<ObjectMap, 'width' | 'height' | 'labels'> | undefined> => {
    const map = await mapBy(settings, samples, appearance, { signal, tell: toNobody, aside });
    return map && { width: map.width, height: map.height, labels: map.labels };
  },
  true,
);
