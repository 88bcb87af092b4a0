import { later } from '../../core/later.js';

/** The code of the minimap, which is loaded when it is first wanted. */
export const navigatorCode = later(() => import('./navigator.js'));
