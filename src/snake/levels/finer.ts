/** The finer levels, at which only windows along the ring are read. */
export { meansOf } from './level-means.js';
export { readAhead } from './read-ahead.js';
export { refineAlong } from './refine-along.js';
