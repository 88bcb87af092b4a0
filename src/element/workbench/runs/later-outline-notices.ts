/** The notices on new outlines, once they are loaded. */
import { later } from '../../../core/later.js';

/** The later part: `outline-notices.ts`. */
export const outlineNotices = later(() => import('./outline-notices.js'));
