import type { ImageSource, Stack } from '../../samples.js';
import { pagesToVolume } from './pages.js';

/** The stack of an image that reads slice by slice. @param spacing of its voxels in mm, where it is known */
export const stackOf = (image: ImageSource, depth: number, spacing: Stack['spacing'] | undefined): Stack => {
  const { name, width, height, bands, bits, levels } = image;
  const page = (slice: number): ImageSource => ({
    ...{ name, width, height, bands, bits, levels },
    region: (rect, level, options) => image.region(rect, level, { ...options, slice }),
    close: () => {},
  });
  const known = spacing ? { spacing } : {};
  const volume = async (signal?: AbortSignal): ReturnType<Stack['volume']> => {
    const pages = Array.from({ length: depth }, (_, slice) => page(slice));
    return { ...(await pagesToVolume(pages, name, signal)), ...known };
  };
  return { depth, volume, ...known };
};
