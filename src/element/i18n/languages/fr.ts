export { frenchErrors as errors } from '../errors/fr.js';

import { frenchFileReasons } from '../reasons/files/fr.js';
import { frenchRequestReasons } from '../reasons/requests/fr.js';
import { frenchSlideReasons } from '../reasons/slides/fr.js';
import { frenchWorkReasons } from '../reasons/work/fr.js';

export { frenchFields as fields } from '../fields/fr.js';
export { french as messages } from '../fr.js';

/** Sentences for reasons of errors. */
export const reasons = { ...frenchFileReasons, ...frenchRequestReasons, ...frenchSlideReasons, ...frenchWorkReasons };
