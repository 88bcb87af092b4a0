/** What a worker does goes by its name; one of any other name runs the engine. */

/** Reads or writes one file of contours. */
export const CONTOUR_FILES = 'snake-segmenter contour files';
/** Reads of a file of contours what is in view. */
export const CONTOUR_VIEW = 'snake-segmenter contour view';
/** Decodes tiles. */
export const DECODER = 'snake-segmenter-decoder';
/** Carries out runs of lists. */
export const EVOLVER = 'snake-segmenter-evolver';
