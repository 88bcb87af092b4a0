import { later } from '../../core/later.js';

/** The code of stores, and the database. */
export const stores = later(() => import('./store-parts.js'));
