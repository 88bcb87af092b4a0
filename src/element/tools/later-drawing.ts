/** Tools that draw or change contours, and what cuts and joins areas, once they are loaded. */
import { later } from '../../core/later.js';

/** The later part: `drawing.ts`. */
export const drawing = later(() => import('./drawing.js'));
