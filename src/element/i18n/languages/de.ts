export { german as messages } from '../de.js';
export { germanErrors as errors } from '../errors/de.js';
export { germanFields as fields } from '../fields/de.js';
