export { german as messages, germanErrors as errors } from '../de.js';
export { germanFields as fields } from '../fields/de.js';
