/** Names of workers, which select what the script does; a worker with any other name runs the engine. */

/** Reads or writes one file of contours. */
export const CONTOUR_FILES = 'snake-segmenter contour files';
/** Reads the visible part of a file of contours. */
export const CONTOUR_VIEW = 'snake-segmenter contour view';
/** Decodes tiles. */
export const DECODER = 'snake-segmenter-decoder';
/** Carries out runs of lists. */
export const EVOLVER = 'snake-segmenter-evolver';
