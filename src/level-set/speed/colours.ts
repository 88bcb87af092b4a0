/**
 * Evidence of a body in a volume by its colours: how often each value occurs in the body and round it. Grey matter lies between bright
 * white matter and dark fluid, so that its mean equals that of its background. A speed by means cannot separate them; the values can.
 *
 * The first body is the ellipsoid in the box and its slices (`ellipsoid.ts`); the colours of the result are counted a second time. The
 * evidence of a cell is ln of the share of its colour in the body, less that of its colour in the background, and the box's prior in nats.
 */

import { naturalExp } from '../../core/numbers/exponential.js';
import { log2Q12 } from '../../core/numbers/fixed-log2.js';
import type { Field } from '../bits/grid.js';
import type { Told } from '../hints/ground.js';
import { countsOf, evenedBy, type Scene, sceneOf } from '../hints/scene.js';
import type { LevelSetProblem } from '../problem.js';
import type { LevelSetParameters } from '../schema.js';
import { weighedAs } from '../weighing.js';
import { ellipsoidPlane } from './ellipsoid.js';
import { FORBIDDEN, type HeldBox, MIDDLE, UNIT } from './held.js';
import { DECIDED } from './speed.js';

/** log₂e · 4096, so that nats compare with logarithms of 12 fraction bits. */
const PER_NAT = 4096 * Math.LOG2E;

/** Cells that belong to the object by the prior alone. */
const bodyOf = (prior: Uint8Array | Uint16Array): Uint8Array => {
  const body = new Uint8Array(prior.length);
  for (let cell = 0; cell < prior.length; cell++) if (prior[cell]! > MIDDLE) body[cell] = 1;
  return body;
};

/**
 * The field's cells decided by their colours in the two regions of a mask and by a box's prior: one plane, 1 where a cell is more likely the object's.
 * The decision uses integers only.
 */
const decidedBy = (scene: Scene, prior: Uint8Array | Uint16Array, inside: Uint8Array, nats: number): Uint8Array => {
  const [outside, object] = countsOf(scene, inside, (cell) => (prior[cell] === FORBIDDEN ? 0 : 1));
  const half = evenedBy(scene) / 2;
  const total = (counts: Float64Array): number =>
    log2Q12(counts.reduce((all, count) => all + count, half * counts.length));
  const base = total(outside) - total(object);
  const worth = Int32Array.from(
    object,
    (count, colour) => base + log2Q12(count + half) - log2Q12(outside[colour]! + half),
  );
  const weights = Int32Array.from({ length: 256 }, (_, value) =>
    Math.round(((value - MIDDLE) * nats * PER_NAT) / UNIT),
  );
  const plane = new Uint8Array(prior.length);
  for (let cell = 0; cell < prior.length; cell++) {
    const value = prior[cell]!;
    if (value !== FORBIDDEN && worth[scene.colours[cell]!]! + weights[value]! > 0) plane[cell] = 1;
  }
  return plane;
};

/** The evidence of colours in one run. */
export interface Colours {
  /** Cells that belong to the object by the box and its slices alone. */
  readonly body: Uint8Array;
  readonly told: Told;
  readonly scene: Scene;
  /** 1 where a cell belongs to the object by the last count. */
  readonly decided: Uint8Array;
  /** Number of counts of the colours so far. */
  readonly counted: number;
  /** Counts the colours in a mask; the front continues from the problem returned. */
  next(mask: Uint8Array): Pick<LevelSetProblem, 'field' | 'mask' | 'speed'>;
}

/**
 * Evidence of colours, only where a box and its slices are given, the front stays within them, and the speed is `auto`; not for independent
 * samples, for which the models of means and variances are valid.
 */
export const coloursIn = (
  { speed, boxPrior, confine }: Pick<LevelSetParameters, 'speed' | 'boxPrior' | 'confine'>,
  field: Field,
  held: HeldBox | undefined,
  independent: boolean,
): Colours | undefined => {
  if (held?.slices === undefined || !confine || speed !== 'auto' || independent) return undefined;
  const nats = weighedAs(independent, { speed, boxPrior }).boxPrior;
  const scene = sceneOf(field);
  const prior = ellipsoidPlane(scene, held, held.slices);
  const body = bodyOf(prior);
  const against = Float64Array.from({ length: 256 }, (_, value) => naturalExp(((MIDDLE - value) * nats) / UNIT));
  const told: Told = { plane: prior, against };
  let [counted, decided] = [0, body];
  return {
    body,
    told,
    scene,
    get decided() {
      return decided;
    },
    get counted() {
      return counted;
    },
    next(mask) {
      counted++;
      decided = decidedBy(scene, prior, mask, nats);
      const { grid, missing } = scene;
      const alone = { grid, planes: [decided] };
      return { field: missing ? { ...alone, missing } : alone, mask, speed: DECIDED };
    },
  };
};
