/** Opens an image by its content, and by its name where the content says nothing. */
import type { ImageSpec } from '../worker/protocol.js';
import { ArraySource, checkedSamples } from './array-source.js';
import type { ImageSource } from './samples.js';

/** An opened image. `format` is a short name such as `png`, `dzi` or `tiff`. */
export interface OpenedImage extends ImageSource {
  readonly format: string;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
}

/**
 * @throws SegmenterError `image-not-found`, `image-unreadable`, `image-too-large`, `cors`, `unsupported` or
 *   `bad-parameter`; rejects with `AbortError` once `signal` is aborted.
 */
export const open = async (spec: ImageSpec, _options: OpenOptions = {}): Promise<OpenedImage> => {
  if (spec.kind === 'samples') {
    const { name, placement } = spec;
    return new ArraySource(checkedSamples(spec), {
      ...(name === undefined ? {} : { name }),
      ...(placement === undefined ? {} : { placement }),
    });
  }
  throw new TypeError(`images by ${spec.kind} come next`);
};
