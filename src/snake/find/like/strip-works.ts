/** Parts of learning and search on strips of samples, which other workers may do: features of some pixels, and votes of all. */
import type { Rect } from '../../../core/geometry/rect.js';
import { TimeSlice, yielding } from '../../../core/yielding.js';
import { type Execution, eachOf, partWork } from '../part-work.js';
import { binned, type EvenPlanes, featuresIn, featuresOf, reachOf } from './features.js';
import { valuesAt } from './forest.js';
import type { ObjectModel } from './model.js';
import { partRound, stripsOf } from './strips.js';
import { voter } from './voter.js';

interface StripPlaces {
  readonly planes: EvenPlanes;
  readonly radius: number;
  /** Pixels of the planes. */
  readonly places: Int32Array;
}

/** Values of some pixels, by feature. */
export const stripValues = partWork('values', async ({ planes, radius, places }: StripPlaces, signal) => {
  const slice = new TimeSlice();
  const values: Uint16Array[] = [];
  for (const feature of featuresOf(planes, radius)) {
    values.push(valuesAt(feature, places, new Uint16Array(places.length)));
    if (slice.spent) await slice.renew(signal);
  }
  return values;
});

/** What a forest needs to vote. */
type Forest = Pick<ObjectModel, 'cuts' | 'trees' | 'radius'> & { readonly classes: number };

interface StripToVoteOn {
  readonly planes: EvenPlanes;
  readonly forest: Forest;
  /** Rows that are voted on: from the first to before the last. */
  readonly rows: readonly [first: number, end: number];
}

/** Zero sums by class; with a single class of objects, only that of the background. */
const noVotes = (classes: number, pixels: number): readonly Uint16Array[] =>
  Array.from({ length: classes === 2 ? 1 : classes }, () => new Uint16Array(pixels));

/** Votes of the pixels of some rows, by class as `noVotes`. */
export const stripVotes = partWork('votes', async ({ planes, forest, rows }: StripToVoteOn, signal) => {
  const { cuts, trees, radius, classes } = forest;
  const [from, to] = rows.map((row) => row * planes.width) as [number, number];
  const slice = new TimeSlice();
  const bins: Uint8Array[] = [];
  for (const feature of featuresOf(planes, radius)) {
    bins.push(binned(feature.subarray(from, to), cuts[bins.length]!));
    if (slice.spent) await slice.renew(signal);
  }
  const sums = noVotes(classes, to - from);
  const vote = voter(trees, classes);
  for await (const [first, end] of yielding(to - from, signal)) vote(bins, first, end, sums);
  return sums;
});

/**
 * Values of some pixels, by feature, in the order of the pixels. Rejects with `AbortError`.
 * @param chosen the pixels
 */
export const valuesOf = async (
  planes: EvenPlanes,
  radius: number,
  chosen: Int32Array,
  { signal, aside }: Pick<Execution, 'signal' | 'aside'>,
): Promise<readonly Uint16Array[]> => {
  const values = Array.from({ length: featuresIn(planes.planes.length) }, () => new Uint16Array(chosen.length));
  const reach = reachOf(radius);
  await eachOf(stripsOf(planes, reach), aside, async (strip) => {
    const its = indicesIn(strip, chosen);
    if (its.length === 0) return;
    const part = partRound(planes, boundsOf(its, chosen, planes.width), reach);
    const { x, y, width } = part.around;
    const places = Int32Array.from(its, (index) => {
      const [column, row] = placeOf(chosen[index]!, planes.width);
      return (row - y) * width + column - x;
    });
    const found = await stripValues.by(aside, { planes: part.planes, radius, places }, signal);
    for (const [feature, of] of found.entries())
      for (const [k, index] of its.entries()) values[feature]![index] = of[k]!;
  });
  return values;
};

/** Votes of all pixels, by class as `noVotes`. Tells how much of the planes was voted on. Rejects with `AbortError`. */
export const votesOfAll = async (
  planes: EvenPlanes,
  forest: Forest,
  { signal, tell, aside }: Execution,
): Promise<readonly Uint16Array[]> => {
  const { width, height } = planes;
  const sums = noVotes(forest.classes, width * height);
  const reach = reachOf(forest.radius);
  let done = 0;
  await eachOf(stripsOf(planes, reach), aside, async (strip, by) => {
    const part = partRound(planes, strip, reach);
    const first = strip.y - part.around.y;
    const rows = [first, first + strip.height] as const;
    const its = await stripVotes.by(by, { planes: part.planes, forest, rows }, signal);
    for (const [label, of] of its.entries()) sums[label]!.set(of, strip.y * width);
    done += strip.height;
    await tell(done / height);
  });
  return sums;
};

/** Indices into `chosen` of the pixels that lie in a strip. */
const indicesIn = ({ y, width, height }: Rect, chosen: Int32Array): Int32Array => {
  const [from, end] = [y * width, (y + height) * width];
  return Int32Array.from(chosen.keys()).filter((index) => chosen[index]! >= from && chosen[index]! < end);
};

const placeOf = (pixel: number, width: number): readonly [column: number, row: number] => [
  pixel % width,
  Math.floor(pixel / width),
];

/** The smallest rectangle that holds the pixels with these indices. */
const boundsOf = (indices: Int32Array, chosen: Int32Array, width: number): Rect => {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (const index of indices) {
    const [column, row] = placeOf(chosen[index]!, width);
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};
