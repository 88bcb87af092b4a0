/** The plane, and the scale, in which objects and the rest are told apart best. */
import type { Aside } from '../../../algorithm/algorithm.js';
import { shareOf } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import type { Execution } from '../part-work.js';
import { bestGrain, mostSeparable } from './best-grain.js';
import { scaledOf } from './map-works.js';
import { type ObjectMap, type ScaledPlane, scaledPlane } from './object-map.js';
import { partedMap } from './parted.js';
import { partsOf } from './parts.js';
import { type Appearance, objectPlanes, type PlaneToBe } from './planes.js';
import { groundsAmong, isPopulation, type Population, populationIn } from './population.js';

/** Radii of the initial smoothing window, in pixels: for smooth objects, and for coarse-grained ones. */
const GRAINS = [1, 3];

/** Approximate shares of time: of the choice of a plane in its map, and of the comparison of planes in that choice. */
export const CHOICE_SHARE = 2 / 3;
const PLANES_SHARE = 2 / 7;

/** What may be known before the best plane is chosen. */
interface ChoiceOptions {
  /**
   * Radius of the objects in pixels, where it is known. Planes are compared at that scale; the scale of the chosen plane is still estimated
   * from the plane itself.
   */
  readonly known?: number;
  /** As of `populationIn`, by the parts that a coarser look has given; by those of the first map when not given. */
  readonly grounds?: number;
  /** Leaves out the groups of planes after that of the best plane when a population is looked for. */
  readonly near?: boolean;
}

/** The plane and the scale that separate objects best. */
export interface Choice {
  readonly scaled: ScaledPlane;
  /** Radius, in pixels, of the window whose ground was subtracted from the plane. */
  readonly window?: number;
  /** The map of the samples that were looked at, where the choice took one. */
  readonly map?: ObjectMap | undefined;
  /** Whether the plane shows many similar objects. */
  readonly manyAlike: boolean;
  /** The first group of planes in which no population was looked for, counted from 0; not given where all groups were looked at. */
  readonly further?: number | undefined;
}

/** The choice by all pixels of samples; `undefined` where nothing stands out. Rejects as `channelRows`, and with `AbortError`. */
export const choiceOf = async (
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
  options: ChoiceOptions = {},
): Promise<Choice | undefined> => {
  const { signal, tell, aside } = execution;
  const { known } = options;
  const toCompare = { ...execution, tell: shareOf(tell, 0, PLANES_SHARE) };
  const { best, group } = await bestPlane(samples, appearance, toCompare, known);
  if (known !== undefined) {
    const scaled = best && (await scaledPlane(best.plane, best.grain, signal));
    return scaled && { scaled, manyAlike: false };
  }
  const map = best && (await partedMap(best, signal, { aside }));
  if (map && isPopulation(map)) return { scaled: best, map, manyAlike: true };
  const grounds = options.grounds ?? groundsAmong(map === undefined ? [] : partsOf(map.labels, map));
  const toLook = { ...execution, tell: shareOf(tell, PLANES_SHARE, 1) };
  const groups = { from: 0, end: options.near ? group + 1 : Number.POSITIVE_INFINITY };
  const { found, further } = await bestPopulation(samples, appearance, toLook, { grounds, groups });
  return found ? { ...found, manyAlike: true } : best && { scaled: best, map, manyAlike: false, further };
};

/**
 * The choice of a population in the groups of planes in which none was looked for. Rejects as `choiceOf`.
 * @param further the first of these groups
 */
export const furtherChoice = async (
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
  { grounds, further }: { readonly grounds: number; readonly further: number },
): Promise<Choice | undefined> => {
  const groups = { from: further, end: Number.POSITIVE_INFINITY };
  const { found } = await bestPopulation(samples, appearance, execution, { grounds, groups });
  return found && { ...found, manyAlike: true };
};

/** Where a population is looked for. */
interface ToLookIn {
  /** As of `populationIn`. */
  readonly grounds: number;
  /** Groups of planes, from the first to before the last. */
  readonly groups: { readonly from: number; readonly end: number };
}

/** The population in the first group of planes that shows one, and the first group that was not looked at. */
const bestPopulation = async (
  samples: Samples,
  appearance: Appearance,
  execution: Execution,
  { grounds, groups: { from, end } }: ToLookIn,
): Promise<{ readonly found?: Population; readonly further?: number }> => {
  let group = 0;
  for await (const planes of objectPlanes(samples, appearance, execution.signal)) {
    if (group === end) return { further: end };
    const found = group < from ? undefined : await populationIn(planes, grounds, execution);
    if (found !== undefined) return { found };
    group++;
  }
  return {};
};

/** The best plane and its group, counted from 0; without one, the number of groups. */
interface BestPlane {
  readonly best?: ScaledPlane;
  readonly group: number;
}

const bestPlane = async (
  samples: Samples,
  appearance: Appearance,
  { signal, tell, aside }: Execution,
  known: number | undefined,
): Promise<BestPlane> => {
  let [steps, all, group] = [0, 0, 0];
  for await (const planes of objectPlanes(samples, appearance, signal)) {
    /** The most separable plane of each grain. */
    const bests = new Map<number, ScaledPlane>();
    all += planes.length * GRAINS.length;
    const begun = aside && (await beginAll(planes, known, aside, signal));
    if (begun) await tell();
    for (const [k, toBe] of planes.entries()) {
      const plane = begun ? undefined : await toBe.make();
      for (const [g, grain] of GRAINS.entries()) {
        const next = plane ? await scaledPlane(plane, grain, signal, known) : await begun![k]![g];
        const best = bests.get(grain);
        if (next && (best === undefined || next.separability > best.separability)) bests.set(grain, next);
        // The number of further planes is unknown.
        await tell(++steps / all);
      }
    }
    const best = await (known === undefined
      ? bestGrain([...bests.values()], signal)
      : mostSeparable([...bests.values()]));
    if (best && !isNoise(best)) return { best, group };
    group++;
  }
  return { group };
};

/** Starts `scaledPlane` for each plane and grain in other workers, in parallel. */
const beginAll = async (
  planes: readonly PlaneToBe[],
  known: number | undefined,
  aside: Aside,
  signal: AbortSignal,
): Promise<Promise<ScaledPlane | undefined>[][]> => {
  const begun: Promise<ScaledPlane | undefined>[][] = [];
  for (const toBe of planes) {
    const plane = await toBe.make();
    const each = GRAINS.map(async (grain) => {
      const scaled = await scaledOf.by(aside, { plane, grain, known }, signal);
      return scaled && { ...scaled, plane };
    });
    // Avoids unhandled rejections after an abort.
    for (const one of each) one.catch(() => {});
    begun.push(each);
  }
  return begun;
};

/** Separability of uniformly distributed values, the maximum for a single class. */
const EVEN = 3 / 4;
/**
 * Correlation of neighbours below which samples are independent (ALGORITHMS D.9), and the number of standard errors that are subtracted from
 * it first.
 */
const CORRELATION = 0.2;
const ERRORS = 2;

/** Whether a plane is independent noise alone: no classes, and uncorrelated neighbours. */
const isNoise = ({ plane, separability }: ScaledPlane): boolean =>
  separability <= EVEN && correlationOf(plane) < CORRELATION;

/** Correlation of each pixel with the next one in its row, less two standard errors; 1 for constant values. */
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
