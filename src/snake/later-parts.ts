/** Code that is loaded when a run first needs it. Most runs begin with a box on an image that fits, and need none of it. */
import { later } from '../core/later.js';

/** Searches without a start. */
export const everywhere = later(() => import('./find/find-objects.js'));
/** Parts of a search that other workers do. */
export const searching = later(() => import('./find/works.js'));
/** The start of a click. */
export const point = later(() => import('./find/find-round.js'));
/** The next larger or smaller shape of a click. */
export const nextShape = later(() => import('./find/next-shape.js'));
/** What a run from a click reads first. */
export const click = later(() => import('./find/click-windows.js'));
/** Models learnt from examples. */
export const examples = later(() => import('./find/like/lesson-place.js'));
/** Found objects rated anew. */
export const rating = later(() => import('./find/like/rated.js'));
/** Corrections by a person's marks. */
export const marked = later(() => import('./hints/corrections.js'));
/** Drawn outlines. */
export const drawn = later(() => import('./hints/outline.js'));
/** Finer levels, read along the ring. */
export const finer = later(() => import('./levels/finer.js'));
/** Kernels compiled, and a device woken. */
export const device = later(() => import('./prepare.js'));
/** The second look at a box. */
export const second = later(() => import('./weighing/box-surface.js'));
/** What a run from a box reads whole. */
export const whole = later(() => import('./levels/whole-reads.js'));
