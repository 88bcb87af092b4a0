/** Learns from examples the model that finds objects like them. */
import type { Samples } from '../../../image/samples.js';
import type { Execution } from '../part-work.js';
import { bestAgreement, type Standing } from './agreement.js';
import { maybeObjects, withoutDoubts } from './doubts.js';
import type { Lesson } from './examples.js';
import { binned, cutsOf, type EvenPlanes, evenPlanes } from './features.js';
import { grow, SEED, type TrainingSet } from './forest.js';
import type { ObjectModel } from './model.js';
import { valuesOf } from './strip-works.js';

/** Maximum pixels per class that are learnt from. */
const MOST = 3000;

/** A model, with the planes of the samples that it was learnt from, and what stands out in them. */
export interface Learning {
  readonly model: ObjectModel;
  readonly planes: EvenPlanes;
  readonly standing: Standing;
}

/**
 * Rejects as `evenPlanes`.
 * @param lesson of the samples' pixels
 * @param standingOut finds what stands out in the samples
 */
export const learn = async (
  samples: Samples,
  { classes, scale, known, told, radius, areas }: Lesson,
  standingOut: () => Promise<Standing>,
  { signal, tell, aside }: Execution,
): Promise<Learning> => {
  const { bands, data } = samples;
  const planes = await evenPlanes(samples, signal);
  await tell();
  const chosen = thinned(known, classes.length + 1, samples.missing);
  const coming = valuesOf(planes, radius, chosen, { signal, aside });
  // Avoids an unhandled rejection where `standingOut` fails first.
  coming.catch(() => {});
  const standing = await standingOut();
  const cuts: number[][] = [];
  const features: Uint8Array[] = [];
  for (const values of await coming) {
    const cut = cutsOf(values);
    cuts.push(cut);
    features.push(binned(values, cut));
  }
  await tell();
  const labels = Uint8Array.from(chosen, (pixel) => known[pixel]! - 1);
  const all: TrainingSet = { features, labels, classes: classes.length + 1 };
  const maybe = standing ? maybeObjects(standing.labels, known, chosen) : new Uint8Array(chosen.length);
  const shown = Uint8Array.from(chosen, (pixel) => (told[pixel] === 1 ? 1 : 0));
  const set = withoutDoubts(all, maybe, shown);
  const bits = data instanceof Uint8Array ? 8 : data instanceof Uint16Array ? 16 : 32;
  const about = { type: 'ObjectModel', version: 1, bands, bits, scale, radius, areas, classes } as const;
  const agreement = standing && bestAgreement(standing, known, radius);
  const model = { ...about, cuts, trees: grow(set, SEED), ...(agreement && { agreement }) };
  return { model, planes, standing };
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
