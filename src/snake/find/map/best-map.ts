/** The map of samples in the plane, and at the scale, in which objects and the rest are told apart best. */
import { shareOf } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import type { Execution } from '../part-work.js';
import { type MapSettings, settingsBy } from './area-map.js';
import type { Size } from './box-blur.js';
import { CHOICE_SHARE, type Choice, choiceOf } from './choice.js';
import { type ObjectMap, objectMap, type ScaledPlane, scaledPlane } from './object-map.js';
import { type Appearance, objectPlanes } from './planes.js';
import { raised } from './population.js';
import { surestMap } from './surest-map.js';
import { type FoundMap, tiledMap } from './tiled-map.js';
import { partOf, windowsIn } from './windows/part-of.js';
import { type Tile, tilesOf } from './windows/tiles.js';

/**
 * `undefined` where nothing stands out. A large image's plane is chosen by a part of its pixels. Rejects as `channelRows`, and with `AbortError`.
 */
export const bestMap = async (
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
): Promise<FoundMap | undefined> => {
  const toChoose = { ...execution, tell: shareOf(execution.tell, 0, CHOICE_SHARE) };
  const choice = await choiceOf(partOf(samples), appearance, toChoose);
  return mapOf(samples, appearance, { ...execution, tell: shareOf(execution.tell, CHOICE_SHARE, 1) }, choice);
};

/**
 * The same by the choice that a part of the samples gave.
 * @param settings those by the choice, where they are at hand
 */
export const mapOf = async (
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
  choice: Choice | undefined,
  settings?: MapSettings,
): Promise<FoundMap | undefined> => {
  if (choice === undefined) return undefined;
  if (windowsIn(samples) === undefined) return surestMap(choice.scaled, execution, choice.map);
  const tiles = tilesBy(choice, samples);
  if (tiles) return tiledMap(samples, tiles, appearance, settings ?? (await settingsBy(choice, execution)), execution);
  const whole = await wholePlane(samples, chosenPlane(choice), appearance, execution);
  return whole && surestMap(whole, execution);
};

/** The tiles in which samples are mapped by the choice that a part of them gave; `undefined` where they are mapped as a whole. */
export const tilesBy = ({ manyAlike, scaled }: Choice, size: Size): readonly Tile[] | undefined => {
  const tiles = manyAlike && windowsIn(size) !== undefined ? tilesOf(size, scaled.radius) : [];
  return tiles.length > 1 ? tiles : undefined;
};

/** The map of objects whose radius is known, in pixels. Rejects as `bestMap`. */
export const mapAtScale = async (
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
  known: number,
): Promise<ObjectMap | undefined> => {
  const { signal, tell } = execution;
  const toChoose = { ...execution, tell: shareOf(tell, 0, CHOICE_SHARE) };
  const choice = await choiceOf(partOf(samples), appearance, toChoose, { known });
  const inParts = windowsIn(samples) !== undefined;
  const last = { ...execution, tell: shareOf(tell, CHOICE_SHARE, 1) };
  const whole = choice && inParts ? await wholePlane(samples, chosenPlane(choice), appearance, last) : choice?.scaled;
  return whole && objectMap(whole, signal);
};

/** Which plane, and at which scale. */
interface ChosenPlane extends Pick<ScaledPlane, 'grain' | 'radius'> {
  readonly name: string;
  readonly window: number | undefined;
}

/** The plane of a choice as plain data. */
const chosenPlane = ({ scaled: { plane, grain, radius }, window }: Choice): ChosenPlane => ({
  name: plane.name,
  grain,
  radius,
  window,
});

/** The chosen plane of other samples than those by which it was chosen; `undefined` where it shows nothing there. Rejects likewise. */
const wholePlane = async (
  samples: Samples,
  { name, grain, radius, window }: ChosenPlane,
  appearance: Appearance,
  { signal, tell }: Execution,
): Promise<ScaledPlane | undefined> => {
  for await (const planes of objectPlanes(samples, appearance, signal, { chosen: true })) {
    const plane = await planes.find((each) => each.name === name)?.make();
    await tell(0);
    const its = plane && window !== undefined ? raised(plane, window) : plane;
    const whole = its && (await scaledPlane(its, grain, signal, radius));
    if (whole) return whole;
  }
  return undefined;
};
