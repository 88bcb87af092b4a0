import type { ImageSource } from '../image/samples.js';

/** Closes an image. An error of a caller's own source is reported, and the other images are closed nevertheless. */
export const letGo = (image: ImageSource): void => {
  try {
    image.close();
  } catch (error) {
    globalThis.reportError?.(error);
  }
};
