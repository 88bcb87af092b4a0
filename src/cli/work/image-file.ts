/** An image by its path or address, in Node. */
import { open } from '../../image/open.js';
import { openFile } from '../../image/open-file.js';
import type { OpenedImage } from '../../image/samples.js';

/** Whether an image is named by an HTTP(S) URL. */
export const isAddress = (image: string): boolean => /^https?:\/\//i.test(image);

/** Rejects with a coded error. Close the image after use. */
export const openImage = (image: string, signal?: AbortSignal): Promise<OpenedImage> => {
  const options = signal === undefined ? {} : { signal };
  return isAddress(image) ? open({ kind: 'url', url: image }, options) : openFile(image, options);
};
