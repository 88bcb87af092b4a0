/** The finer levels, at which only windows along the ring are read. */
export { readAhead } from './read-ahead.js';
export { refineAlong } from './refine-along.js';
export { finerContour, handedOn } from './whole-level.js';
