/** Size of a pixel, and place in the world, of the viewer's tile source where that reads a TIFF itself (GeoTIFFTileSource, by geotiff.js). */
import type OpenSeadragon from 'openseadragon';
import { placementOf, type Tags } from '../../../image/formats/tiff/placement.js';
import { tags } from '../../../image/formats/tiff/tags.js';
import type { Placement } from '../../../image/samples.js';

/** What geotiff.js has of one image of a file: its tags by name, from version 3 on behind `loadValue`. */
interface TiffImage {
  readonly fileDirectory: object;
  getWidth(): unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isTiffImage = (value: unknown): value is TiffImage =>
  isObject(value) &&
  'getWidth' in value &&
  typeof value.getWidth === 'function' &&
  'fileDirectory' in value &&
  isObject(value.fileDirectory);

/** Placement by the tags of the TIFF that a tile source reads; `undefined` where they give none, or the source reads no TIFF. */
export const placementOfTiles = async (source: OpenSeadragon.TileSource): Promise<Placement | undefined> => {
  const images: unknown = Reflect.get(source, 'GeoTIFFImages');
  if (!Array.isArray(images)) return undefined;
  const list: readonly unknown[] = images;
  const image = list.filter(isTiffImage).find((each) => each.getWidth() === source.dimensions.x);
  // An unreadable value does not prevent the image from being shown.
  return image && placementOf(tagsOf(image.fileDirectory)).catch(() => undefined);
};

const tagsOf = (directory: object): Tags => {
  const names = new Map<number, string>(Object.entries(tags).map(([name, tag]) => [tag, name]));
  const value = async (tag: number): Promise<unknown> => {
    const name = names.get(tag) ?? '';
    return 'loadValue' in directory && typeof directory.loadValue === 'function'
      ? directory.loadValue(name)
      : Reflect.get(directory, name);
  };
  const numbers = async (tag: number): Promise<readonly number[]> => {
    const its = await value(tag);
    if (typeof its === 'number') return [its];
    return Array.isArray(its) || ArrayBuffer.isView(its) ? Array.from(Object.values(its), Number) : [];
  };
  return {
    numbers,
    // A fraction is two numbers there.
    number: async (tag) => {
      const [first, under] = await numbers(tag);
      return first === undefined || under === undefined ? first : first / under;
    },
    text: async (tag) => {
      const its = await value(tag);
      return typeof its === 'string' ? its.split('\0', 1)[0] : undefined;
    },
  };
};
