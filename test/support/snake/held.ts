/** A run in part of a domain: vertices outside the box stay, and the pixels that cannot change sides count as constants. */
import type { ChannelPlanes } from '../../../src/image/channels/channels.js';
import type { RingStart } from '../../../src/snake/starts.js';
import type { Problem } from '../../../src/snake/steps/optimiser.js';
import type { Random } from '../random.js';
import { bruteMoments, problem, scene } from './cases.js';

const [width, height] = [90, 80];
const box = { x0: 52, y0: 8, x1: 86, y1: 72 };
/** Two vertices stay: those left of the box. */
const ring = [20, 20, 60, 20, 72, 24, 74, 40, 70, 60, 58, 62, 20, 60];

/** Left of every vertex, or so deep inside that no edge from a vertex that stays to one in the box gets there. */
const isRest = (x: number, y: number): boolean => x < 20 || (x >= 22 && x < 30 && y >= 36 && y < 44);

export interface HeldCase {
  /** The whole domain. */
  readonly whole: ChannelPlanes;
  readonly inWhole: Problem;
  /** The same without the rest's pixels, whose moments the start has instead. */
  readonly part: ChannelPlanes;
  readonly inPart: Problem;
}

export const heldCase = (random: Random, kind: Parameters<typeof scene>[3], more: Partial<Problem>): HeldCase => {
  const whole = scene(random, width, height, kind);
  const rest = Uint8Array.from({ length: width * height }, (_, i) =>
    isRest(i % width, Math.floor(i / width)) ? 1 : 0,
  );
  const outside = (i: number): boolean => whole.missing?.[i] === 1;
  const part: ChannelPlanes = { ...whole, missing: rest.map((flag, i) => (flag === 1 || outside(i) ? 1 : 0)) };
  const only: ChannelPlanes = { ...whole, missing: rest.map((flag, i) => (flag === 0 || outside(i) ? 1 : 0)) };
  const start: RingStart = { ring, box };
  const all = [0, 0, width, 0, width, height, 0, height];
  const held = { target: bruteMoments(only, ring), domain: bruteMoments(only, all) };
  return {
    whole,
    inWhole: problem([start], more),
    part,
    inPart: problem([{ ...start, rest: held }], more),
  };
};
