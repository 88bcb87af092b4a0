/** Kinds of images, by the end of an address's path. */

/** Pictures that browsers decode: single files, which are read whole. */
export const isPicturePath = (path: string): boolean => /\.(png|jpe?g|webp|gif|bmp|avif)$/i.test(path);

/** Texts that describe an image of tiles: Deep Zoom or IIIF. */
export const isDescriptorPath = (path: string): boolean => /(\.dzi|\.xml|\/info\.json)$/i.test(path);
