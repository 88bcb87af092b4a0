/** Generators for fast-check beside plain values. */
import fc from 'fast-check';
import { type Case, randomCase } from './level-set/cases.js';
import { Random } from './random.js';
import { starAt } from './snake/cases.js';

/** Seeds of `Random`, for noise and the like: no seed is simpler than another, so they do not shrink. What has a size is drawn apart. */
export const seeds = (): fc.Arbitrary<number> => fc.noShrink(fc.noBias(fc.integer({ min: 0, max: 2 ** 32 - 1 })));

export const between = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });

/** Rings round the middle of `width` × `height` lattice points, as `starRing` makes them: simple where there is room. */
export const starRings = (
  width: number,
  height: number,
  least: number,
  most: number,
): fc.Arbitrary<readonly number[]> =>
  fc
    .array(fc.tuple(between(0, 50), between(0, 20)), { minLength: least, maxLength: most, size: 'max' })
    .map((points) => starAt(width, height, points));

/** Any closed rings of lattice points, crossing themselves or not. */
export const anyRings = (width: number, height: number, least: number, most: number): fc.Arbitrary<readonly number[]> =>
  fc
    .array(fc.tuple(between(0, width), between(0, height)), { minLength: least, maxLength: most, size: 'max' })
    .map((points) => points.flat());

/** Fields, masks and schedules of the level set in 2D and 3D; one that fails shrinks to two dimensions and a smaller grid. */
export const levelSetCases = (): fc.Arbitrary<Case> =>
  fc
    .record({ seed: seeds(), deep: fc.boolean(), most: fc.noBias(between(10, 60)) })
    .map(({ seed, deep, most }) => randomCase(new Random(seed), deep, most));
