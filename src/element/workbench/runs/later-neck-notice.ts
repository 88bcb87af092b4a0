/** The notice of necks in new contours, once it is loaded. */
import { later } from '../../../core/later.js';

/** The later part: `neck-notice.ts`. */
export const neckNotice = later(() => import('./neck-notice.js'));
