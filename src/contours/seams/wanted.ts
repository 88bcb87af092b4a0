/** Objects that a search is for: those in an area. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { contains } from '../geometry.js';
import type { Recipe } from '../recipe/recipe.js';
import { referencePoint } from './reference-point.js';

/** Part of an image in which objects are wanted, in full-resolution pixels. */
export type SearchArea = NonNullable<Recipe['region']>;

/** Tells whether an object's reference point lies in an area; anywhere where none is given. */
export const isWanted = (geometry: Geometry, area: SearchArea | undefined): boolean => {
  if (area === undefined) return true;
  const [x, y] = referencePoint(geometry);
  if ('type' in area) return contains(area, { x: x + 0.5, y: y + 0.5 });
  return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
};
