/** What a run from a drawn outline needs beside one from a box. */
export { withoutWhiskers } from '../steps/whiskers.js';
export { drawnOutline, ringOfPixels } from './drawn.js';
