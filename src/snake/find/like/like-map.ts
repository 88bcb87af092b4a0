/** Objects that look like examples: found by the votes of a model's forest, and cut apart where they touch. */

import type { Aside } from '../../../algorithm/algorithm.js';
import type { Border } from '../../../algorithm/evidence/box-prior.js';
import { computed } from '../../../core/numbers/computed.js';
import { lookedUp } from '../../../core/numbers/looked-up.js';
import { shareOf } from '../../../core/told.js';
import type { Samples } from '../../../image/samples.js';
import { boxBlur } from '../map/box-blur.js';
import { cutOff } from '../map/cut-off.js';
import { evidenceOf } from '../map/evidence/evidence.js';
import { type Looked, TraitsIn } from '../map/evidence/traits.js';
import { flagsAbove, inBoth } from '../map/flags.js';
import { risingIn } from '../map/parted.js';
import { greatest } from '../map/parts.js';
import { type ChosenParts, surest, type Weigh, type WeighedMap, weighed } from '../map/surest.js';
import { type Execution, partWork } from '../part-work.js';
import { agreed, pixelsOf } from './agreement.js';
import { evenPlanes } from './features.js';
import { PARTS } from './forest.js';
import type { Learning } from './learn.js';
import { LIKE_SCALES } from './like-scales.js';
import { boundsOf, isWithin, type ObjectModel } from './model.js';
import { partsOfMask } from './model-parts.js';
import { votesOfAll } from './strip-works.js';

/** Share of the votes above which a pixel belongs to an object. */
const HALF = 1 / 2;
/**
 * Minimum share of the votes of a part where the samples show an example. An object that stands out may have few votes, since the examples
 * show few looks, and hardly any where counter-examples show it (ALGORITHMS D.7). Samples without an example may hold no such object; there
 * half of the votes are required.
 */
const LEAST_VOTES = 0.15;
/** Approximate shares of a map's time until the votes are known, and until the parts of their mask are. */
const VOTES_SHARE = 1 / 3;
const PARTS_SHARE = 2 / 3;
/** Radius of the window in which pixels must stand out, so that touching objects come apart, in radii of a usual object. */
const WINDOW = 1 / 2;

/** The parts of a domain that are like examples. */
interface LikeMap {
  readonly labels: Int32Array;
  /** By label: the mean share of the votes, 0 to 1, and the class that has most of them. */
  readonly probability: Float64Array;
  readonly classOf: Uint8Array;
}

/** Votes of each pixel of samples. */
interface Votes {
  /** Votes for an object, 0 to `certain`. */
  readonly objects: Uint16Array;
  /** Votes of the forest by class, the background first; with a single class of objects, only those for the background. */
  readonly sums: readonly Uint16Array[];
  /** Votes of a unanimous forest. */
  readonly certain: number;
}

/** A model, and what stands out in the samples; their planes where they are known. */
type VotingModel = Pick<Learning, 'model' | 'standing'> & Partial<Learning>;

/** A model, with what its examples tell of the samples. */
export interface Taught extends Partial<Learning> {
  readonly model: ObjectModel;
  /** Flags of the pixels in counter-examples. */
  readonly refused?: Uint8Array | undefined;
  /** Whether the samples contain an example. */
  readonly shown?: boolean | undefined;
}

/** What parts like examples are found by. */
interface Given extends Taught {
  readonly standing: Learning['standing'];
  /** Sides of the samples that are edges of the image. */
  readonly border: Border;
  /** Finds the parts that stand out without examples, by label. */
  readonly byItself: () => Promise<Int32Array | undefined>;
}

/** Votes of a model. Rejects with `AbortError`. */
export const votesOn = async (
  samples: Samples,
  { model, planes, standing }: VotingModel,
  execution: Execution,
): Promise<Votes> => {
  const { cuts, trees, radius } = model;
  const forest = { cuts, trees, radius, classes: model.classes.length + 1 };
  const coming = votesOfAll(planes ?? (await evenPlanes(samples, execution.signal)), forest, execution);
  const stands = model.agreement && standing && pixelsOf(standing, model.agreement.window * radius);
  const sums = await coming;
  return { objects: objectVotes(samples, model, sums[0]!, stands), sums, certain: trees.length * PARTS };
};

/** Finds by a model the parts of samples that are like its examples. Rejects with `AbortError`. */
export const likeMap = async (samples: Samples, given: Given, execution: Execution): Promise<LikeMap> => {
  const { model, standing, border, byItself, refused, shown = false } = given;
  const { signal, tell, aside } = execution;
  const { radius, areas } = model;
  const { width, height } = samples;
  const size = { width, height };
  const coming = votesOn(samples, given, { ...execution, tell: shareOf(tell, 0, VOTES_SHARE) });
  // Runs on this thread while other workers vote.
  const rising = standing && risingIn({ plane: standing.plane, radius, grain: 1 }, [WINDOW], signal);
  rising?.catch(() => {});
  const votes = await coming;
  const { objects, certain } = votes;
  const even = boxBlur(objects, size, 1);
  const mask = flagsAbove(even, Math.floor(HALF * certain));
  const partsIn = (of: Uint8Array, by?: Aside) =>
    partsOfMask.by(by, { mask: of, size, model: { radius, areas }, border }, signal);
  if (!rising) {
    const parts = await partsIn(mask);
    return { labels: parts.labels, ...votesOf(parts, votes) };
  }
  const looked = { ...size, votes: objects, certain, values: standing.plane.values, model: { radius, areas } };
  const leastVotes = shown ? LEAST_VOTES : HALF;
  const weighedBy = async (labels: Int32Array, by?: Aside): Promise<WeighedMap> => {
    const evidence = await likeEvidence.by(by, { labels, looked, border, refused, leastVotes }, signal);
    return { labels, evidence };
  };
  const whole = partsIn(mask, aside).then(({ labels }) => weighedBy(labels, aside));
  // Parts found without examples are cut at their own scale, in the plane that shows them best.
  const others = model.agreement && byItself().then((labels) => labels && weighedBy(labels, aside));
  // Rejections are reported where all are awaited; this avoids unhandled ones before.
  for (const its of [whole, others]) its?.catch(() => {});
  const [stands] = await rising;
  const pieces = await weighedBy((await partsIn(inBoth(mask, stands!))).labels);
  await tell(PARTS_SHARE);
  const candidates = [await whole, pieces, await others];
  const found = surest(
    candidates.filter((its) => its !== undefined),
    size,
  );
  return { labels: found.labels, ...votesOf(found, votes) };
};

/** Evidence for a part that cannot be an object. */
const NEVER = -1;

/** A map, and what its parts are weighed by. */
interface MapToWeigh {
  readonly labels: Int32Array;
  readonly looked: Looked;
  /** Sides of the pixels that are edges of the image. */
  readonly border: Border;
  /** Flags of the pixels in counter-examples. */
  readonly refused: Uint8Array | undefined;
  readonly leastVotes: number;
}

/** Evidence that each part of a map is like the examples, by label. */
export const likeEvidence = partWork(
  'like evidence',
  async ({ labels, looked, border, refused, leastVotes }: MapToWeigh, signal) => {
    const traits = new TraitsIn(looked, labels);
    const cut = cutOff(labels, looked, border, greatest(labels) + 1);
    const gone = refused && mostlyIn(refused, labels);
    const weigh: Weigh = (part) => {
      if (!isWithin(part.area, boundsOf(looked.model.areas, cut[part.label] === 1))) return NEVER;
      if (gone?.[part.label] === 1) return NEVER;
      const its = traits.of(part);
      return its.votes > leastVotes ? evidenceOf(LIKE_SCALES, its) : NEVER;
    };
    return (await weighed(labels, weigh, looked, signal)).evidence;
  },
);

/** By label: 1 for a part of which more than half is flagged. */
const mostlyIn = (flags: Uint8Array, labels: Int32Array): Uint8Array => {
  const balance = new Int32Array(greatest(labels) + 1);
  for (let i = 0; i < labels.length; i++) balance[labels[i]!]! += flags[i] === 1 ? 1 : -1;
  return computed(new Uint8Array(balance.length), (label) => (balance[label]! > 0 ? 1 : 0));
};

/** Evidence of the forest and of the contrast map that each pixel belongs to an object, 0 to `trees × PARTS`. @param stands 1 for what stands out */
const objectVotes = (
  { missing }: Samples,
  { trees, agreement }: ObjectModel,
  background: Uint16Array,
  stands: Uint8Array | undefined,
): Uint16Array => {
  const certain = trees.length * PARTS;
  /** Votes for objects, indexed by the votes for the background, of a pixel that stands out (1) or does not (0). */
  const votesWhere = (standsOut: number): Uint16Array =>
    computed(new Uint16Array(certain + 1), (against) => {
      if (!agreement || !stands) return certain - against;
      // The rule of succession: even a unanimous forest of 32 trees is not certain.
      const probability = (certain - against + PARTS) / (certain + 2 * PARTS);
      return Math.round(certain * agreed(probability, standsOut, agreement));
    });
  const [lying, standingOut] = [votesWhere(0), votesWhere(1)];
  const votes = lookedUp(background, lying, new Uint16Array(background.length));
  if (stands) for (let i = 0; i < votes.length; i++) if (stands[i] === 1) votes[i] = standingOut[background[i]!]!;
  if (missing) for (let i = 0; i < votes.length; i++) if (missing[i]) votes[i] = 0;
  return votes;
};

const votesOf = (
  { labels, areas }: Pick<ChosenParts, 'labels' | 'areas'>,
  { objects, sums, certain }: Votes,
): Pick<LikeMap, 'probability' | 'classOf'> => {
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
