/** Code that a run from a drawn outline needs in addition to that of a box. */
export { withoutWhiskers } from '../steps/whiskers.js';
export { drawnOutline, ringOfPixels } from './drawn.js';
