/** The ladder of a click: its shapes by size, of which a person takes the next larger or smaller one (ALGORITHMS D.12). */

import type { Task } from '../../algorithm/algorithm.js';

/**
 * Least factor between the areas of different objects: two such contours overlap by at most half of their union, so that neither is taken for the other.
 */
export const APART = 2;

/** What is known of a shape. */
interface Sized {
  /** In full-resolution px². */
  readonly area: number;
  readonly score: number;
}

/** A shape of a ladder. */
export interface Rung {
  /** In full-resolution px². */
  readonly area: number;
  /** `undefined` where its cells have no outline. */
  readonly start: Task['start'] | undefined;
}

/** Shapes of different objects: the best one, then the best whose area differs enough from those of all chosen ones, and so on. */
const distinct = <S extends Sized>(shapes: readonly S[]): readonly S[] => {
  const kept: S[] = [];
  for (const shape of shapes.toSorted((a, b) => b.score - a.score)) {
    const { area } = shape;
    if (kept.every((other) => Math.max(area, other.area) >= APART * Math.min(area, other.area))) kept.push(shape);
  }
  return kept;
};

/**
 * Shapes of different objects in ascending order of area. A shape is left out if one at least as good exists among both the smaller and the
 * larger ones, so the next smaller shape than the best is the best of all smaller ones, and so on. The ladder does not depend on a bound: a
 * step up and a step down lead back to the same shape.
 */
export const ladder = <S extends Sized>(shapes: readonly S[]): readonly S[] => {
  const bySize = distinct(shapes).toSorted((a, b) => a.area - b.area);
  const isBest = (shape: S, others: readonly S[]): boolean => others.every(({ score }) => score < shape.score);
  return bySize.filter((shape, k) => isBest(shape, bySize.slice(0, k)) || isBest(shape, bySize.slice(k + 1)));
};
