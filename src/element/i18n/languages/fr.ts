export { frenchErrors as errors } from '../errors/fr.js';

import { frenchDrawing } from '../drawing/fr.js';
import { french } from '../fr.js';
import { frenchProblems } from '../problems/fr.js';
import { frenchFileReasons } from '../reasons/files/fr.js';
import { frenchRequestReasons } from '../reasons/requests/fr.js';
import { frenchSlideReasons } from '../reasons/slides/fr.js';
import { frenchWorkReasons } from '../reasons/work/fr.js';

export { frenchFields as fields } from '../fields/fr.js';

/** The messages, those of drawings and of the banner among them. */
export const messages = { ...french, ...frenchDrawing, ...frenchProblems };

/** Sentences for reasons of errors. */
export const reasons = { ...frenchFileReasons, ...frenchRequestReasons, ...frenchSlideReasons, ...frenchWorkReasons };
