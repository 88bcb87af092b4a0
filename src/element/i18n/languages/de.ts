export { german as messages } from '../de.js';
export { germanErrors as errors } from '../errors/de.js';

import { germanFileReasons } from '../reasons/files/de.js';
import { germanRequestReasons } from '../reasons/requests/de.js';
import { germanSlideReasons } from '../reasons/slides/de.js';
import { germanWorkReasons } from '../reasons/work/de.js';

export { germanFields as fields } from '../fields/de.js';

/** Sentences for reasons of errors. */
export const reasons = { ...germanFileReasons, ...germanRequestReasons, ...germanSlideReasons, ...germanWorkReasons };
