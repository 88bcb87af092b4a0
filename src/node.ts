/** Functions for Node beside the engine: images by their path. */

export { openFile } from './image/open-file.js';
export type { OpenedImage } from './image/samples.js';
