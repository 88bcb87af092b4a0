/** Checks of the user's marks on an object, loaded on demand since most requests have none. */
export { checkHints } from './hints.js';
export { checkPins } from './pins.js';
