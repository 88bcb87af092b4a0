/** Distinguishes the forms of a start: no other code inspects the structure of `init`. */
import type { Rect } from '../../core/geometry/rect.js';
import { rectOf } from './request.js';

/** A start by its form, with its members unchecked. */
export type ToldInit =
  | { readonly kind: 'everywhere' }
  /** A list, or the features of a `FeatureCollection`. */
  | { readonly kind: 'list'; readonly inits: unknown }
  /** GeoJSON; a Feature stands for its geometry. */
  | { readonly kind: 'geometry'; readonly geometry: unknown }
  | { readonly kind: 'box'; readonly box: object }
  | { readonly kind: 'point'; readonly x: unknown; readonly y: unknown }
  /** Any other text: in the component, the id of a contour. */
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'none' };

/** Determines the form of a start. */
export const toldInit = (init: unknown): ToldInit => {
  if (init === 'auto') return { kind: 'everywhere' };
  if (typeof init === 'string') return { kind: 'id', id: init };
  if (Array.isArray(init)) return { kind: 'list', inits: init };
  if (typeof init !== 'object' || init === null) return { kind: 'none' };
  if ('type' in init) {
    if (init.type === 'FeatureCollection')
      return { kind: 'list', inits: 'features' in init ? init.features : undefined };
    return { kind: 'geometry', geometry: init.type === 'Feature' && 'geometry' in init ? init.geometry : init };
  }
  if (!('x' in init && 'y' in init)) return { kind: 'none' };
  if ('width' in init || 'height' in init) return { kind: 'box', box: init };
  return { kind: 'point', x: init.x, y: init.y };
};

/** The box of a start that is a box, in full-resolution pixels; `undefined` for every other form, and where a member is not a number. */
export const boxOf = (init: unknown): Rect | undefined => {
  const told = toldInit(init);
  return told.kind === 'box' ? rectOf(told.box) : undefined;
};
