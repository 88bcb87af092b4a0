/** Functions for Node beside the engine: images by their path, and threads for lists and for compressed tiles. */

export { openFile } from './image/open-file.js';
export type { OpenedImage } from './image/samples.js';
export { decodeInThreads } from './node/decoders.js';
export { evolvers } from './node/evolvers.js';
