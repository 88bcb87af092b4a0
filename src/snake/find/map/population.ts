/**
 * Many similar objects in a plane with uneven ground: nuclei in tissue on glass, letters on a shaded page. A single threshold would separate
 * the tissue from the glass, or the shade from the light (ALGORITHMS D.13).
 */
import { lookedUp } from '../../../core/numbers/looked-up.js';
import { type Execution, eachOf, partWork } from '../part-work.js';
import { boxBlur, type Size } from './box-blur.js';
import { type ObjectMap, type ObjectPlane, objectMap, type ScaledPlane, scaledPlane } from './object-map.js';
import { type MapPart, partsOf } from './parts.js';
import type { PlaneToBe } from './planes.js';
import { topHat } from './top-hat.js';

/** Minimum objects of a population: with sizes that spread by an octave, 16 give the mean to a quarter of an octave. */
const FEWEST = 16;
/** The precision of a radius, as a factor. */
export const QUARTER_OCTAVE = 2 ** (1 / 4);
/** Objects are similar if their radii are within an octave of the median: a quarter to four times its area. */
const OCTAVE = 4;
/** Minimum share of the found pixels in similar objects that are wholly visible. */
const MOST_OF = 1 / 2;
/**
 * Separability of a plane with objects: between that of one class with a long tail (exponential, 0.648) and that of values spread evenly
 * (¾). What is left of a texture has a tail.
 */
const SEPARABLE = 0.7;
/** The same where all windows agree: as far above that tail's separability as this is above a Gaussian's. */
const MORE_THAN_A_TAIL = 0.66;
/** Maximum growth of the radius from the narrowest window to the widest, as a factor: an octave, half of the windows' own two. */
const HALF_WAY = 2;
/** Radii of the windows whose ground is taken away, each twice the one before: an object is narrower than its window. */
const WINDOWS = [8, 16, 32];
/** Radius of the smoothing window. */
const GRAIN = 1;
const TOP = 65535;

/** Plane that shows a population best, and the radius of the window whose ground was subtracted. */
export interface Population {
  readonly scaled: ScaledPlane;
  readonly window: number;
}

/** Window and separability of a population. */
interface Look {
  readonly window: number;
  readonly separability: number;
}

/** Whether a map holds many similar objects that are wholly visible: at least `FEWEST` per ground, with half of the found pixels. */
export const isPopulation = (map: Pick<ObjectMap, 'labels' | 'width' | 'height'>, grounds = 1): boolean =>
  areMany(partsOf(map.labels, map), map, grounds);

/** The same of a map's parts. */
export const areMany = (parts: readonly MapPart[], map: Size, grounds = 1): boolean => {
  const isWhole = ({ x, y, width, height }: MapPart): boolean =>
    x > 0 && y > 0 && x + width < map.width && y + height < map.height;
  const areas = parts
    .filter(isWhole)
    .map(({ area }) => area)
    .sort((a, b) => a - b);
  const median = areas[areas.length >> 1] ?? 0;
  const alike = areas.filter((area) => area * OCTAVE >= median && area <= OCTAVE * median);
  const sum = (of: readonly number[]): number => of.reduce((all, area) => all + area, 0);
  return alike.length >= FEWEST * grounds && sum(alike) >= MOST_OF * sum(parts.map(({ area }) => area));
};

/**
 * The parts that may be grounds, each weighed by its area: their effective number, the inverse of Simpson's index. Parts of one size count in
 * full, specks beside a large part hardly.
 */
export const groundsAmong = (parts: readonly MapPart[]): number => {
  let [sum, squares] = [0, 0];
  for (const { area } of parts) {
    sum += area;
    squares += area * area;
  }
  return squares === 0 ? 1 : (sum * sum) / squares;
};

/** A plane, in which a population is looked for. */
interface PlaneToLookAt {
  readonly plane: ObjectPlane;
  /** As of `populationIn`. */
  readonly grounds: number;
  /** Separability that it must exceed, or reach. */
  readonly over: number;
  /** Whether an equal separability is enough. */
  readonly orAlike: boolean;
}

/** The best look at a plane; `undefined` where none shows a population. */
export const populationOf = partWork('population', async ({ plane, grounds, over, orAlike }: PlaneToLookAt, signal) => {
  let best: Look | undefined;
  const looks: (Population | undefined)[] = [];
  const even = evened(plane);
  for (const window of WINDOWS) {
    const scaled = await scaledPlane(raised(plane, window, even), GRAIN, signal);
    looks.push(scaled && { scaled, window });
  }
  const holds = async ({ scaled }: Population): Promise<boolean> =>
    isPopulation(await objectMap(scaled, signal), grounds);
  const standsOutMore = ({ scaled: { separability } }: Population): boolean =>
    separability > (best?.separability ?? over) || (orAlike && best === undefined && separability === over);
  const take = ({ window, scaled: { separability } }: Population): void => {
    best = { window, separability };
  };
  for (const [narrower, wider] of looks.slice(1).map((wider, i) => [looks[i], wider] as const)) {
    if (!narrower || !wider || !stays(narrower, wider, QUARTER_OCTAVE)) continue;
    for (const next of [narrower, wider]) {
      if (next.scaled.separability >= SEPARABLE && standsOutMore(next) && (await holds(next))) take(next);
    }
  }
  const agreed = await agreedOn(looks, holds);
  if (agreed && standsOutMore(agreed)) take(agreed);
  return best;
});

/**
 * The population that stands out most in one of the planes, at a scale that does not change where the window is doubled. Objects found in
 * texture or in large objects grow with the window. `undefined` where there is none. Rejects with `AbortError`.
 *
 * @param grounds number of the parts that one threshold gives, each of which could be the ground of many objects (`groundsAmong`)
 */
export const populationIn = async (
  planes: readonly PlaneToBe[],
  grounds: number,
  { signal, tell, aside }: Execution,
): Promise<Population | undefined> => {
  let best: (Look & { readonly index: number }) | undefined;
  let looked = 0;
  await eachOf([...planes.entries()], aside, async ([index, toBe]) => {
    const plane = await toBe.make();
    // Of equal separabilities that of the first plane is chosen, in whatever order the workers finish.
    const to = { over: best?.separability ?? 0, orAlike: best !== undefined && index < best.index };
    const next = await populationOf.by(aside, { plane, grounds, ...to }, signal);
    await tell(++looked / planes.length);
    if (next === undefined || next.separability < (best?.separability ?? 0)) return;
    if (best && next.separability === best.separability && index > best.index) return;
    best = { ...next, index };
  });
  if (best === undefined) return undefined;
  const { index, window } = best;
  const scaled = await scaledPlane(raised(await planes[index]!.make(), window), GRAIN, signal);
  return scaled && { scaled, window };
};

/**
 * The population that all windows agree on: that of the widest, or of the middle one where the widest shows none. A wider window removes
 * less of the objects.
 */
const agreedOn = async (
  [first, middle, last]: readonly (Population | undefined)[],
  holds: (look: Population) => Promise<boolean>,
): Promise<Population | undefined> => {
  if (!first || !middle || !last || !stays(first, last, HALF_WAY)) return undefined;
  const isOneClass = ({ scaled }: Population): boolean => scaled.separability < MORE_THAN_A_TAIL;
  if ([first, middle, last].some(isOneClass) || !(await holds(first)) || !(await holds(middle))) return undefined;
  return (await holds(last)) ? last : middle;
};

/** Whether radii are alike up to a factor. */
const stays = (narrower: Population, wider: Population, factor: number): boolean => {
  const ratio = wider.scaled.radius / narrower.scaled.radius;
  return ratio <= factor && ratio * factor >= 1;
};

/**
 * Subtracts the ground of a window from a plane and stretches the result to 16 bits.
 *
 * @param even the plane evened out by the least window, where it is at hand
 * @param height the height that is stretched, in place of the plane's greatest
 */
export const raised = (plane: ObjectPlane, window: number, even = evened(plane), height?: number): ObjectPlane => {
  const values = topHat(even, plane, window);
  const { missing, scale } = plane;
  let most = height ?? 1;
  if (height === undefined)
    for (let i = 0; i < values.length; i++) if (values[i]! > most && !missing?.[i]) most = values[i]!;
  // Computed once per value.
  const table = new Uint16Array(TOP + 1);
  for (let value = 0; value <= TOP; value++) table[value] = Math.min(TOP, Math.floor((TOP * value) / most));
  return { ...plane, values: lookedUp(values, table, values), ...(scale && { scale: { ...scale, height: most } }) };
};

const evened = (plane: ObjectPlane): Uint16Array => boxBlur(plane.values, plane, GRAIN);
