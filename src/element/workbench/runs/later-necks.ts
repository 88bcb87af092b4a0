/** What finds the necks of outlines, once it is loaded. */
import { later } from '../../../core/later.js';

/** The later part. */
export const necks = later(() => import('../../../algorithm/shapes/necks.js'));
