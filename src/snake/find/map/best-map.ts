/** The map of the plane, and of the scale, in which objects and the rest are told apart best. */
import type { Aside } from '../../../algorithm/algorithm.js';
import { throwIfAborted } from '../../../core/errors.js';
import { type Tell, toNobody } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { bestGrain, mostSeparable } from './best-grain.js';
import { scaledAside } from './map-works.js';
import { type ObjectMap, objectMap, type ScaledPlane, scaledPlane } from './object-map.js';
import { partOf } from './part-of.js';
import { partedMap } from './parted.js';
import { partsOf } from './parts.js';
import { objectPlanes, type PlaneToBe, type Polarity } from './planes.js';
import { isPopulation, type Population, populationIn, raised } from './population.js';

/** Radii of the smoothing window to begin with: for objects that are even, and for objects of a coarse grain. */
const GRAINS = [1, 3];

/** Steps after the choice of a plane: its scale, where the choice was made by a part of the image, and its map. */
const LAST_STEPS = 2;

/** What a search for the best map may know before, and who hears how far it is. */
export interface BestMapOptions {
  /**
   * Radius of the objects in pixels, where it is known: planes are compared at that scale; the one that is chosen says for itself at which
   * scale it shows objects best.
   */
  readonly known?: number;
  readonly tell?: Tell;
  /** Other workers, which do `mapWork`. */
  readonly aside?: Aside | undefined;
}

/**
 * `undefined` where nothing stands out. A large image's plane is chosen by a part of its pixels. Rejects as `applyChannel`, and with `AbortError`.
 */
export const bestMap = async (
  samples: Samples,
  channel: string,
  polarity: Polarity,
  signal: AbortSignal,
  { known, tell = toNobody, aside }: BestMapOptions = {},
): Promise<ObjectMap | undefined> => {
  const part = partOf(samples);
  const best = await bestPlane(part, channel, polarity, signal, known, tell, aside);
  const mapOf = (scaled: ScaledPlane): Promise<ObjectMap> =>
    known === undefined ? partedMap(scaled, signal, aside) : objectMap(scaled, signal);
  const chosen = best && known !== undefined ? await scaledPlane(best.plane, best.grain, signal) : best;
  if (known === undefined) {
    const map = chosen && (await mapOf(chosen));
    const grounds = Math.max(1, map === undefined ? 0 : partsOf(map.labels, map).length);
    const found =
      map && isPopulation(map) ? undefined : await bestPopulation(part, channel, polarity, grounds, signal, tell);
    if (found !== undefined)
      return mapOfAll(samples, part, found.scaled, mapOf, channel, polarity, signal, tell, found.window);
    if (part === samples) return map;
  }
  return chosen && mapOfAll(samples, part, chosen, mapOf, channel, polarity, signal, tell);
};

/** The map of all samples in the plane that a part of them has chosen. */
const mapOfAll = async (
  samples: Samples,
  part: Samples,
  chosen: ScaledPlane,
  mapOf: (scaled: ScaledPlane) => Promise<ObjectMap>,
  channel: string,
  polarity: Polarity,
  signal: AbortSignal,
  tell: Tell,
  window?: number,
): Promise<ObjectMap | undefined> => {
  if (part === samples) return mapOf(chosen);
  for await (const planes of objectPlanes(samples, channel, polarity, signal, true)) {
    const plane = await planes.find(({ name }) => name === chosen.plane.name)?.make();
    await tell();
    const its = plane && window !== undefined ? raised(plane, window) : plane;
    const whole = its && (await scaledPlane(its, chosen.grain, signal, chosen.radius));
    if (whole) return mapOf(whole);
  }
  return undefined;
};

/** Many objects alike, in the first group of planes that shows such. */
const bestPopulation = async (
  part: Samples,
  channel: string,
  polarity: Polarity,
  grounds: number,
  signal: AbortSignal,
  tell: Tell,
): Promise<Population | undefined> => {
  for await (const planes of objectPlanes(part, channel, polarity, signal)) {
    const found = await populationIn(planes, grounds, signal, tell);
    if (found !== undefined) return found;
  }
  return undefined;
};

const bestPlane = async (
  samples: Samples,
  channel: string,
  polarity: Polarity,
  signal: AbortSignal,
  known: number | undefined,
  tell: Tell,
  aside: Aside | undefined,
): Promise<ScaledPlane | undefined> => {
  let [steps, all, furthest] = [0, LAST_STEPS, 0];
  for await (const planes of objectPlanes(samples, channel, polarity, signal)) {
    /** By grain the most separable plane. */
    const bests = new Map<number, ScaledPlane>();
    all += planes.length * GRAINS.length;
    const begun = aside && known === undefined ? await beginAll(planes, aside) : undefined;
    for (const [k, toBe] of planes.entries()) {
      const plane = begun ? undefined : await toBe.make();
      for (const [g, grain] of GRAINS.entries()) {
        const next = plane ? await scaledPlane(plane, grain, signal, known) : await begun![k]![g];
        throwIfAborted(signal);
        const best = bests.get(grain);
        if (next && (best === undefined || next.separability > best.separability)) bests.set(grain, next);
        // What comes with further planes is not known before.
        furthest = Math.max(furthest, ++steps / all);
        await tell(furthest);
      }
    }
    const best = await (known === undefined
      ? bestGrain([...bests.values()], signal)
      : mostSeparable([...bests.values()]));
    if (best && !isNoise(best)) return best;
  }
  return undefined;
};

/** Each plane by each grain, all at once in other workers. */
const beginAll = async (planes: readonly PlaneToBe[], aside: Aside): Promise<Promise<ScaledPlane | undefined>[][]> => {
  const begun: Promise<ScaledPlane | undefined>[][] = [];
  for (const toBe of planes) {
    const plane = await toBe.make();
    const each = GRAINS.map((grain) => scaledAside(plane, grain, aside));
    // What is aborted is not waited for.
    for (const one of each) one.catch(() => {});
    begun.push(each);
  }
  return begun;
};

/** Separability of values that are spread evenly: what has one class only has no more. */
const EVEN = 3 / 4;
/** Correlation of neighbours below which samples are independent (ALGORITHMS D.9), and standard errors that it must exceed chance by. */
const CORRELATION = 0.2;
const ERRORS = 2;

/** Whether a plane is independent noise alone: no classes, and neighbours that know nothing of each other. */
const isNoise = ({ plane, separability }: ScaledPlane): boolean =>
  separability <= EVEN && correlationOf(plane) < CORRELATION;

/** Of each pixel and the next of its row, less two standard errors. */
const correlationOf = ({ values, missing, width }: ScaledPlane['plane']): number => {
  let [count, sum, squares, products] = [0, 0, 0, 0];
  for (let i = 0; i + 1 < values.length; i++) {
    if ((i + 1) % width === 0 || missing?.[i] || missing?.[i + 1]) continue;
    const [value, next] = [values[i]!, values[i + 1]!];
    count++;
    sum += value;
    squares += value * value;
    products += value * next;
  }
  const mean = sum / count;
  const variance = squares / count - mean * mean;
  return variance > 0 ? (products / count - mean * mean) / variance - ERRORS / Math.sqrt(count) : 1;
};
