/** Checks of what a person marked on an object: most requests have none. */
export { checkHints } from './hints.js';
export { checkPins } from './pins.js';
