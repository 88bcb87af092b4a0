/** Starts of snakes without a drawn box: by what stands out, or by what looks like examples. */

import type { Outcome, RunContext, Task } from '../../algorithm/algorithm.js';
import type { Border } from '../../algorithm/evidence/box-prior.js';
import type { Example } from '../../algorithm/examples.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import type { Tell } from '../../core/told.js';
import type { Samples } from '../../image/samples.js';
import { refuseConstant, type Seen, see } from '../problem.js';
import type { SnakeParameters } from '../schema.js';
import { isOpen } from '../weighing/weights.js';
import { standingOut } from './like/agreement.js';
import { pixelsWithin } from './like/examples.js';
import { learnt, modelToKeep } from './like/learnt.js';
import { likeMap } from './like/like-map.js';
import { boundsOf, checkModel, isWithin, type ObjectModel } from './like/model.js';
import { bestMap, type Choice } from './map/best-map.js';
import type { Size } from './map/box-blur.js';
import { cutOff } from './map/cut-off.js';
import { type MapPart, partsOf } from './map/parts.js';
import { standingParts } from './map/standing-parts.js';

type Contour = Outcome['contours'][number];

/** By which factor the area of a contour may differ from its part's: no more where half of what either has is both's. */
const CHANGED = 2;

/** The parts that were found in a domain, and what is known of each. */
export interface Sought extends Size {
  /** Label of the part of each pixel of the domain. */
  readonly labels: Int32Array;
  /** The channel in which objects were looked for; missing where they were to be like examples. */
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

/**
 * @param domain that the samples are of, in pixels of the level
 * @param choice as of `bestMap`, where no example is given
 */
export const seek = async (
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  samples: Samples,
  domain: Rect,
  index: number,
  tell: Tell,
  choice?: Choice,
): Promise<Sought> => {
  const { signal } = context;
  const { likeness } = task;
  const { aside } = context.elsewhere?.(samples.width * samples.height) ?? {};
  const seen = once(() => see(samples, parameters, signal));
  if (likeness === undefined) {
    const kind = once(async () => {
      const { channel } = await seen();
      await refuseConstant(channel);
      return channel.kind;
    });
    const { channel: wanted, polarity } = parameters;
    // An intensity is looked at even where the snake is to see codes.
    const channel = wanted === 'auto' || (await kind()) === 'codes' ? 'auto' : wanted;
    // The kind is settled once other workers have begun with the map, which then first tells how far it is.
    const heard: Tell = async (done) => {
      await kind();
      await tell(done);
    };
    const map = await bestMap(samples, channel, polarity, signal, { tell: heard, aside, choice }).finally(kind);
    if (map === undefined) return { ...NOTHING, channel, seen };
    const parts = partsOf(map.labels, map).sort((a, b) => b.area - a.area || a.label - b.label);
    const { width, height, labels } = map;
    return { ...NOTHING, channel, width, height, labels, parts, seen };
  }
  const { bands, bits } = context.image;
  const given = 'model' in likeness ? { model: checkModel(likeness.model, bands, bits) } : likeness;
  const byItself = () => standingParts(samples, aside, signal);
  // Where others work beside this thread, these are sought while the examples are learnt.
  const meanwhile = aside && !('model' in given && given.model.agreement === undefined) ? byItself() : undefined;
  meanwhile?.catch(() => {});
  const learning =
    'model' in given ? undefined : await learnt(given.examples, context, { samples, domain }, index, tell, aside);
  const model = 'model' in given ? given.model : learning!.model;
  const level = levelByIndex(context.image.levels, index);
  const scaled = inPixels(model, level, samples);
  const standing =
    learning?.standing ?? (model.agreement && (await standingOut(samples, scaled.radius, signal, tell, aside)));
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
    { ...learning, model: scaled, refused, shown },
    standing,
    border,
    () => meanwhile ?? byItself(),
    signal,
    tell,
    aside,
  );
  // While others vote, this thread has time for it.
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
 * A model with its lengths and areas in pixels of a level: the windows of the features go with them. No object is as wide as the samples
 * are, whatever a file says.
 */
const inPixels = (model: ObjectModel, { scaleX }: Pick<Level, 'scaleX'>, { width, height }: Size): ObjectModel => {
  const [ratio, [least, most]] = [model.scale / scaleX, model.areas];
  const radius = Math.min(ratio * model.radius, Math.max(width, height));
  return { ...model, radius, areas: [ratio * ratio * least, ratio * ratio * most] };
};

/** Does it when it is first asked for, and gives the same from then on. */
const once = <Its>(make: () => Promise<Its>): (() => Promise<Its>) => {
  let made: Promise<Its> | undefined;
  return () => (made ??= make());
};
