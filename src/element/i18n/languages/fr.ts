export { frenchFields as fields } from '../fields/fr.js';
export { french as messages, frenchErrors as errors } from '../fr.js';
