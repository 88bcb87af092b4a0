export { germanErrors as errors } from '../errors/de.js';

import { german } from '../de.js';
import { germanDrawing } from '../drawing/de.js';
import { germanProblems } from '../problems/de.js';
import { germanFileReasons } from '../reasons/files/de.js';
import { germanRequestReasons } from '../reasons/requests/de.js';
import { germanSlideReasons } from '../reasons/slides/de.js';
import { germanWorkReasons } from '../reasons/work/de.js';

export { germanFields as fields } from '../fields/de.js';

/** The messages, those of drawings and of the banner among them. */
export const messages = { ...german, ...germanDrawing, ...germanProblems };

/** Sentences for reasons of errors. */
export const reasons = { ...germanFileReasons, ...germanRequestReasons, ...germanSlideReasons, ...germanWorkReasons };
