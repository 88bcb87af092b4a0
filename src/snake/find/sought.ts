/** Starts of snakes without a drawn box: by what stands out, or by what looks like examples. */

import type { Outcome, RunContext, Task } from '../../algorithm/algorithm.js';
import type { Border } from '../../algorithm/evidence/box-prior.js';
import type { Example } from '../../algorithm/examples.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Level } from '../../core/geometry/rect.js';
import type { Tell } from '../../core/told.js';
import { refuseConstant, type Seen, see } from '../problem.js';
import type { SnakeParameters } from '../schema.js';
import { isOpen } from '../weighing/weights.js';
import { standingOut } from './like/agreement.js';
import { pixelsWithin } from './like/examples.js';
import { learnForDomain, modelToKeep } from './like/lesson-place.js';
import { likeMap } from './like/like-map.js';
import { boundsOf, checkModel, isWithin, type ObjectModel } from './like/model.js';
import { bestMap, type Choice } from './map/best-map.js';
import type { Size } from './map/box-blur.js';
import { cutOff } from './map/cut-off.js';
import { type MapPart, partsOf } from './map/parts.js';
import { standingParts } from './map/standing-parts.js';
import { copied } from './part-work.js';
import type { SampledDomain } from './sampled-domain.js';

type Contour = Outcome['contours'][number];

/** Maximum factor between the areas of a contour and of its part. At a larger one they overlap by less than half of their union. */
const CHANGED = 2;

/** The parts that were found in a domain, and what is known of each. */
export interface Sought extends Size {
  /** Label of the part of each pixel of the domain. */
  readonly labels: Int32Array;
  /** The channel that was searched for objects; missing in a search by examples. */
  readonly channel?: string;
  /** In the order in which their snakes run. */
  readonly parts: readonly MapPart[];
  /** Facts about a part beside its contour. */
  about(part: MapPart): Pick<Contour, 'probability' | 'class'>;
  /** Whether the contour of a part may have an area, in pixels of the level. */
  serves(part: MapPart, area: number): boolean;
  /** What the snakes see of the domain. */
  seen(): Promise<Seen>;
  /** The model that found them, as it is kept. */
  readonly model?: Promise<ObjectModel>;
}

const NOTHING: Omit<Sought, 'seen'> = {
  width: 0,
  height: 0,
  labels: new Int32Array(),
  parts: [],
  about: () => ({}),
  serves: () => true,
};

/** Finds the parts of a domain. @param choice as in the options of `bestMap`; used only without examples */
export const seek = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  place: SampledDomain,
  { tell, choice }: { readonly tell: Tell; readonly choice?: Choice | undefined },
): Promise<Sought> => {
  const { signal } = context;
  const { likeness } = task;
  const { samples, domain, index } = place;
  const { aside } = context.elsewhere?.(samples.width * samples.height) ?? {};
  const seen = once(() => see(samples, parameters, signal));
  if (likeness === undefined) {
    const kind = once(async () => {
      const { channel } = await seen();
      await refuseConstant(channel);
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
    const map = await bestMap(samples, { channel, polarity }, { signal, tell: heard, aside }, { choice }).finally(kind);
    if (map === undefined) return { ...NOTHING, channel, seen };
    const parts = partsOf(map.labels, map).sort((a, b) => b.area - a.area || a.label - b.label);
    const { width, height, labels } = map;
    return { ...NOTHING, channel, width, height, labels, parts, seen };
  }
  const execution = { signal, tell, aside };
  const { bands, bits } = context.image;
  const given = 'model' in likeness ? { model: checkModel(likeness.model, bands, bits) } : likeness;
  const byItself = () => standingParts.by(aside, aside ? copied(samples) : samples, signal);
  // With other workers, these parts are found while the examples are learnt.
  const meanwhile = aside && !('model' in given && given.model.agreement === undefined) ? byItself() : undefined;
  meanwhile?.catch(() => {});
  const learning = 'model' in given ? undefined : await learnForDomain(given.examples, place, context, execution);
  const model = 'model' in given ? given.model : learning!.model;
  const level = levelByIndex(context.image.levels, index);
  const scaled = inPixels(model, level, samples);
  const standing = learning?.standing ?? (model.agreement && (await standingOut(samples, scaled.radius, execution)));
  const border: Border = {
    left: domain.x === 0,
    top: domain.y === 0,
    right: domain.x + domain.width === level.width,
    bottom: domain.y + domain.height === level.height,
  };
  const within = (contours: readonly Example[]): Uint8Array | undefined =>
    contours.length > 0 ? pixelsWithin(contours, domain, level) : undefined;
  const [refused, shown] =
    'model' in given ? [] : [within(given.examples.unlike), within(given.examples.like)?.includes(1)];
  const coming = likeMap(
    samples,
    { ...learning, model: scaled, standing, border, byItself: () => meanwhile ?? byItself(), refused, shown },
    execution,
  );
  // Runs on this thread while other workers vote.
  if (aside && isOpen(parameters)) seen().catch(() => {});
  const { labels, probability, classOf } = await coming;
  const parts = partsOf(labels, samples);
  parts.sort((a, b) => probability[b.label]! - probability[a.label]! || a.label - b.label);
  const about: Sought['about'] = ({ label }) => ({
    probability: Math.round(1000 * probability[label]!) / 1000,
    class: model.classes[classOf[label]!]!,
  });
  const { kept } = await modelToKeep(model, task, context, index, aside);
  kept.catch(() => {});
  const { width, height } = samples;
  const cut = cutOff(labels, samples, border, probability.length);
  const serves: Sought['serves'] = ({ label }, area) => {
    const [least, most] = boundsOf(scaled.areas, cut[label] === 1);
    return isWithin(area, [least / CHANGED, CHANGED * most]);
  };
  return { width, height, labels, parts, about, serves, seen, model: kept };
};

/**
 * Converts the lengths and areas of a model to pixels of a level; the windows of the features follow from them. Limits the radius to the
 * longer side of the samples, as a model file may contain any value.
 */
const inPixels = (model: ObjectModel, { scaleX }: Pick<Level, 'scaleX'>, { width, height }: Size): ObjectModel => {
  const [ratio, [least, most]] = [model.scale / scaleX, model.areas];
  const radius = Math.min(ratio * model.radius, Math.max(width, height));
  return { ...model, radius, areas: [ratio * ratio * least, ratio * ratio * most] };
};

/** Calls `make` once and caches its result. */
const once = <Its>(make: () => Promise<Its>): (() => Promise<Its>) => {
  let made: Promise<Its> | undefined;
  return () => (made ??= make());
};
