/** Requests for pictures of parts of the image, read from the coarsest level that has their resolution. */
import type { Rect } from '../../core/geometry/rect.js';
import type { DisplayRequest, ImageInfo } from '../../worker/protocol.js';

/**
 * @param rect in full-resolution pixels; grown to whole ones
 * @param size of the picture in pixels, and the slice of a volume, the first when not given
 */
export const displayRequest = (
  image: ImageInfo,
  { x, y, width, height }: Rect,
  size: { readonly width: number; readonly height: number; readonly slice?: number | undefined },
): DisplayRequest => {
  const scale = Math.min(width / size.width, height / size.height);
  const level = image.levels.findLastIndex(({ scaleX, scaleY }) => Math.max(scaleX, scaleY) <= Math.max(1, scale));
  const rect = { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) };
  const request = { rect, level: Math.max(0, level), width: size.width, height: size.height };
  return image.stack ? { ...request, slice: size.slice ?? 0 } : request;
};

/** The request for a picture of the whole image with at most `side` pixels a side. @param slice as of `displayRequest` */
export const wholeImageRequest = (image: ImageInfo, side: number, slice: number | undefined): DisplayRequest => {
  const { width, height } = image;
  const scale = Math.min(1, side / Math.max(width, height));
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  return displayRequest(image, { x: 0, y: 0, width, height }, { width: across, height: down, slice });
};
