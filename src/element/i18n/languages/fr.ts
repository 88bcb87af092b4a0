export { frenchErrors as errors } from '../errors/fr.js';
export { frenchFields as fields } from '../fields/fr.js';
export { french as messages } from '../fr.js';
