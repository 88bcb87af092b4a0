/** The finer levels, at which only windows along the ring are read. */
export { meansOf } from './level-means.js';
export { refineAlong } from './refine-along.js';
