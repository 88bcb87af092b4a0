/** Objects that look like examples: what a forest learns from them, where it is told to look, cut apart where they touch. */
import type { Aside } from '../../../algorithm/algorithm.js';
import type { Border } from '../../../algorithm/evidence/box-prior.js';
import type { Examples } from '../../../algorithm/examples.js';
import { throwIfAborted } from '../../../core/errors.js';
import type { Level } from '../../../core/geometry/rect.js';
import type { Tell } from '../../../core/told.js';
import { yielding } from '../../../core/yielding.js';
import type { Samples } from '../../../image/samples.js';
import { bestMap } from '../map/best-map.js';
import { boxBlur } from '../map/box-blur.js';
import { cutOff } from '../map/cut-off.js';
import { filled, opened } from '../map/mask.js';
import { apart, keepParts, THIN } from '../map/object-map.js';
import { parted } from '../map/parted.js';
import { agreed, bestAgreement, pixelsOf, type Standing } from './agreement.js';
import { maybeObjects, withoutDoubts } from './doubts.js';
import type { Lesson } from './examples.js';
import { binned, cutsOf, featuresOf } from './features.js';
import { grow, PARTS, SEED, type TrainingSet, valuesAt } from './forest.js';
import { boundsOf, isWithin, type ObjectModel } from './model.js';
import { surest } from './surest.js';
import { voter } from './voter.js';

/** Most pixels of a class that are learnt from. */
const MOST = 3000;
/** A pixel is an object's where more speaks for that than for the background. */
const HALF = 1 / 2;

/** The parts of a domain that are like examples, and the model that found them. */
export interface LikeMap {
  readonly model: ObjectModel;
  readonly labels: Int32Array;
  /** By label: the mean share of the votes, 0 to 1, and the class that has most of them. */
  readonly probability: Float64Array;
  readonly classOf: Uint8Array;
}

/** A model, and the features of the samples that it was learnt from: of each pixel the bin. */
export interface Learning {
  readonly model: ObjectModel;
  readonly features: readonly Uint8Array[];
}

/** @param lesson of the samples' pixels */
export const learn = async (
  samples: Samples,
  examples: Examples,
  { known, told, radius, areas }: Lesson,
  level: Level,
  standing: Standing,
  signal: AbortSignal,
  tell: Tell,
): Promise<Learning> => {
  const chosen = thinned(known, examples.classes.length + 1, samples.missing);
  const everywhere: Uint8Array[] = [];
  const features: Uint8Array[] = [];
  const cuts: number[][] = [];
  for await (const values of featuresOf(samples, radius, signal)) {
    const cut = cutsOf(valuesAt(values, chosen, new Uint16Array(chosen.length)));
    cuts.push(cut);
    const bins = binned(values, cut);
    everywhere.push(bins);
    features.push(valuesAt(bins, chosen, new Uint8Array(chosen.length)));
    await tell();
    throwIfAborted(signal);
  }
  const labels = Uint8Array.from(chosen, (pixel) => known[pixel]! - 1);
  const all: TrainingSet = { features, labels, classes: examples.classes.length + 1 };
  const maybe = standing ? maybeObjects(standing.labels, known) : new Uint8Array(known.length);
  const set = withoutDoubts(
    all,
    valuesAt(maybe, chosen, new Uint8Array(chosen.length)),
    Uint8Array.from(chosen, (pixel) => (told[pixel] === 1 ? 1 : 0)),
  );
  const { bands, data } = samples;
  const bits = data instanceof Uint8Array ? 8 : data instanceof Uint16Array ? 16 : 32;
  const { classes } = examples;
  const about = { type: 'ObjectModel', version: 1, bands, bits, scale: level.scaleX, radius, areas, classes } as const;
  const agreement = standing && bestAgreement(standing, known, radius);
  const model = { ...about, cuts, trees: grow(set, SEED), ...(agreement && { agreement }) };
  return { model, features: everywhere };
};

/** Of each class at most `MOST` of its pixels, evenly spread. */
const thinned = (known: Uint8Array, classes: number, missing: Uint8Array | undefined): Int32Array => {
  const counts = new Int32Array(classes + 1);
  const counted = (pixel: number): number => (missing?.[pixel] ? 0 : known[pixel]!);
  for (let pixel = 0; pixel < known.length; pixel++) counts[counted(pixel)]!++;
  // Pixels by class, those of each in their order.
  const ends = new Int32Array(classes + 1);
  for (let label = 2; label <= classes; label++) ends[label] = ends[label - 1]! + counts[label - 1]!;
  const starts = ends.slice();
  const all = new Int32Array(known.length - counts[0]!);
  for (let pixel = 0; pixel < known.length; pixel++) {
    const label = counted(pixel);
    if (label > 0) all[ends[label]!++] = pixel;
  }
  const chosen: number[] = [];
  for (let label = 1; label <= classes; label++) {
    const step = Math.max(1, counts[label]! / MOST);
    for (let at = 0; at < counts[label]!; at += step) chosen.push(all[starts[label]! + Math.floor(at)]!);
  }
  return Int32Array.from(chosen);
};

/** Votes of each pixel of samples. */
interface Votes {
  /** For being an object's, of `certain`. */
  readonly objects: Uint16Array;
  /** Of the forest for each class, the background first; where there is a single class of objects, for the background alone. */
  readonly sums: readonly Uint16Array[];
  /** Of one mind. */
  readonly certain: number;
}

/** Votes of a model, which may bring the samples' features with it. Rejects with `AbortError`. */
export const votesOn = async (
  samples: Samples,
  { model, features = [] }: Pick<Learning, 'model'> & Partial<Learning>,
  standing: Standing,
  signal: AbortSignal,
  tell: Tell,
): Promise<Votes> => {
  const pixels = samples.width * samples.height;
  const its = features.length > 0 ? features : await binsOf(samples, model, signal, tell);
  const classes = model.classes.length + 1;
  // Of a single class only the background's share counts.
  const sums = Array.from({ length: classes === 2 ? 1 : classes }, () => new Uint16Array(pixels));
  const vote = voter(model.trees, classes);
  for await (const [from, to] of yielding(pixels, signal)) {
    vote(its, from, to, sums);
    await tell((1 + to / pixels) / 2);
  }
  return { objects: objectVotes(samples, model, sums[0]!, standing), sums, certain: model.trees.length * PARTS };
};

/**
 * Finds by a model the parts of samples that are like its examples. Rejects with `AbortError`.
 * @param border which sides of the samples are the image's
 */
export const likeMap = async (
  samples: Samples,
  learning: Pick<Learning, 'model'> & Partial<Learning>,
  standing: Standing,
  border: Border,
  signal: AbortSignal,
  tell: Tell,
  aside?: Aside,
): Promise<LikeMap> => {
  const { model } = learning;
  const { objects, sums, certain } = await votesOn(samples, learning, standing, signal, tell);
  const pixels = objects.length;
  const even = boxBlur(objects, samples, 1);
  const mask = new Uint8Array(pixels);
  for (let i = 0; i < pixels; i++) mask[i] = even[i]! > HALF * certain ? 1 : 0;
  const { radius, areas } = model;
  const hole = Math.PI * radius * radius;
  const partsIn = async (of: Uint8Array) => {
    const whole = opened(filled(of, samples, hole), samples, Math.max(1, THIN * radius));
    const its = await apart(whole, samples, signal);
    const cut = cutOff(its.labels, samples, border, its.areas.length);
    const serves = (area: number, label: number): number => (isWithin(area, boundsOf(areas, cut[label] === 1)) ? 1 : 0);
    keepParts(its.labels, its.areas.map(serves));
    return { ...its, width: samples.width, height: samples.height };
  };
  const parts = await (standing ? parted(mask, standing.plane, radius, 1, partsIn, signal) : partsIn(mask));
  // What is found without examples is cut at its own scale, in the plane that shows it best: of the two the likelier parts count.
  const others = standing && model.agreement ? await bestMap(samples, 'auto', 'any', signal, { aside }) : undefined;
  const found = others ? surest([parts.labels, others.labels], objects, HALF * certain, areas, samples, border) : parts;
  return { model, labels: found.labels, ...votesOf(found.labels, found.areas, objects, sums, certain) };
};

const binsOf = async (
  samples: Samples,
  { cuts, radius }: ObjectModel,
  signal: AbortSignal,
  tell: Tell,
): Promise<Uint8Array[]> => {
  const bins: Uint8Array[] = [];
  for await (const values of featuresOf(samples, radius, signal)) {
    bins.push(binned(values, cuts[bins.length]!));
    await tell(bins.length / (2 * cuts.length));
    throwIfAborted(signal);
  }
  return bins;
};

/** Evidence for each pixel being an object's, of `trees × PARTS`: the forest, and the contrast map. */
const objectVotes = (
  samples: Samples,
  { trees, agreement, radius }: ObjectModel,
  background: Uint16Array,
  standing: Standing,
): Uint16Array => {
  const certain = trees.length * PARTS;
  const stands = agreement && standing && pixelsOf(standing, agreement.window * radius);
  return background.map((against, i) => {
    if (samples.missing?.[i]) return 0;
    if (!agreement || !stands) return certain - against;
    // The rule of succession again: a forest of 32 trees of one mind is not certain.
    const probability = (certain - against + PARTS) / (certain + 2 * PARTS);
    return Math.round(certain * agreed(probability, stands[i]!, agreement));
  });
};

const votesOf = (
  labels: Int32Array,
  areas: Int32Array,
  objects: Uint16Array,
  sums: readonly Uint16Array[],
  certain: number,
) => {
  const inAll = new Float64Array(areas.length);
  const totals = sums.map(() => new Float64Array(areas.length));
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const label = labels[pixel]!;
    if (label === 0) continue;
    inAll[label]! += objects[pixel]!;
    for (const [k, votes] of sums.entries()) totals[k]![label]! += votes[pixel]!;
  }
  const probability = Float64Array.from(areas, (area, label) => inAll[label]! / Math.max(1, area * certain));
  const classOf = Uint8Array.from(areas, (_, label) => {
    let best = 1;
    for (let k = 2; k < totals.length; k++) if (totals[k]![label]! > totals[best]![label]!) best = k;
    return best - 1;
  });
  return { probability, classOf };
};
