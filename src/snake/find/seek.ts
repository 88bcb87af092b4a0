/** Finds starts of snakes without a drawn box: by what stands out, or by what looks like examples. */

import { shareOf, type Tell } from '../../core/told.js';
import { refuseConstant, see } from '../problem.js';
import { seekLike } from './like/seek-like.js';
import { mapBy, settingsBy } from './map/area-map.js';
import { mapOf, tilesBy } from './map/best-map.js';
import { CHOICE_SHARE, type Choice, choiceOf } from './map/choice.js';
import { partsOf } from './map/parts.js';
import { regionMap } from './map/region-map.js';
import type { SurestMap } from './map/surest-map.js';
import { partOf } from './map/windows/part-of.js';
import { copied } from './part-work.js';
import type { Search, Sought } from './sought.js';

/** What of a map is used. */
type Mapped = Pick<SurestMap, 'width' | 'height' | 'labels' | 'radius' | 'sureness'>;

/** Finds the parts of a domain. Rejects with `AbortError`. */
export const seek = async (search: Search): Promise<Sought> => {
  const { context, parameters, place, task } = search;
  const seen = once(() => see(place.samples, parameters, context.signal));
  return task.likeness === undefined ? seekStandingOut(search, seen) : seekLike(task.likeness, search, seen);
};

const seekStandingOut = async (
  { context, parameters, place: { samples }, tell, settings, look, finer, near = false }: Search,
  seen: Sought['seen'],
): Promise<Sought> => {
  const { signal } = context;
  const { aside } = context.elsewhere?.(samples.width * samples.height) ?? {};
  const kind = once(async () => {
    const { channel } = await seen();
    // A region of an area may lie wholly inside an object.
    if (!settings) await refuseConstant(channel);
    return channel.kind;
  });
  const { channel: wanted, polarity } = parameters;
  // The search needs an intensity, even where the snake uses codes.
  const channel = wanted === 'auto' || (await kind()) === 'codes' ? 'auto' : wanted;
  // Determines the kind at the first progress report, when other workers have already started on the map.
  const heard: Tell = async (done) => {
    await kind();
    await tell(done);
  };
  const appearance = { channel, polarity };
  const execution = { signal, tell: heard, aside };
  const toChoose = { ...execution, tell: shareOf(heard, 0, CHOICE_SHARE) };
  const toMap = { ...execution, tell: shareOf(heard, CHOICE_SHARE, 1) };
  const found = async (): Promise<{ readonly choice?: Choice | undefined; readonly map?: Mapped | undefined }> => {
    if (settings) {
      const its = await settings(appearance, toChoose.tell);
      if (its === undefined) return {};
      const mapped = aside
        ? regionMap.by(aside, { settings: its, samples: copied(samples), appearance }, signal)
        : mapBy(its, samples, appearance, toMap);
      const [map] = await Promise.all([mapped, toMap.tell(0)]);
      return { map: map && { ...map, ...its.found } };
    }
    const choice = look?.choice ?? (await choiceOf(partOf(samples), appearance, toChoose, { near }));
    if (choice?.manyAlike && choice.map) finer?.begin(appearance, choice.map.radius);
    const inTiles = finer && choice && tilesBy(choice, samples) !== undefined;
    const looked = inTiles ? { choice, settings: await settingsBy(choice, toMap) } : look;
    if (inTiles && looked && (await finer.instead(appearance, looked))) return { choice };
    return { choice, map: await mapOf(samples, appearance, toMap, choice, looked?.settings) };
  };
  const { choice, map } = await found().finally(kind);
  const rest = { channel, further: choice?.further, seen, about: () => ({}), serves: () => true };
  if (map === undefined) return { ...rest, width: 0, height: 0, labels: new Int32Array(), parts: [] };
  const { width, height, labels, radius, sureness } = map;
  const parts = partsOf(labels, map).sort((a, b) => b.area - a.area || a.label - b.label);
  return { ...rest, width, height, labels, parts, found: { radius, sureness } };
};

/** Calls `make` once and caches its result. */
const once = <Its>(make: () => Promise<Its>): (() => Promise<Its>) => {
  let made: Promise<Its> | undefined;
  return () => (made ??= make());
};
