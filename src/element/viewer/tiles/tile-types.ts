/**
 * Tiles of a type of their source's own, turned into pictures as the viewer does: by the converter of OpenSeadragon 6, which was taught the
 * type, or by the source itself, as in OpenSeadragon 4 and 5.
 */
import type OpenSeadragon from 'openseadragon';
import { type Library, librariesOf } from '../openseadragon.js';
import { overrides } from './overridden.js';

/** Types of OpenSeadragon 6 that a canvas draws. */
const DRAWN = ['imageBitmap', 'context2d', 'image'];

/** What a source's job handed over. */
export interface OwnTile {
  readonly data: unknown;
  /** The name of its type, which converters know; `undefined` where the source names none. */
  readonly type: string | undefined;
  /** The description of a tile for converters and sources. */
  readonly tile: object;
}

/** A picture that is drawn before `release`. */
export interface TilePicture {
  readonly picture: unknown;
  release(): void;
}

/**
 * The picture of a tile; `undefined` where nothing turns it into one. Rejects as the converter does.
 * @param library the copy that the page names, or that made the viewer; then the page's global and the package's own are asked
 */
export const pictureOfType = async (
  source: OpenSeadragon.TileSource,
  own: OwnTile,
  library: Library | undefined,
): Promise<TilePicture | undefined> => {
  if (overrides(source, 'getTileCacheDataAsContext2D')) return bySource(source, own);
  for await (const each of librariesOf(library)) {
    const picture = await byConverter(converterOf(each), own);
    if (picture) return picture;
  }
  return undefined;
};

const bySource = (source: OpenSeadragon.TileSource, { data, tile }: OwnTile): TilePicture => {
  const call = (name: string, ...given: readonly unknown[]): unknown => {
    const value: unknown = Reflect.get(source, name);
    return typeof value === 'function' ? Reflect.apply(value, source, given) : undefined;
  };
  const cache = {};
  call('createTileCache', cache, data, tile);
  return {
    picture: call('getTileCacheDataAsContext2D', cache),
    release: () => {
      if (overrides(source, 'destroyTileCache')) call('destroyTileCache', cache);
    },
  };
};

type Converter = Pick<OpenSeadragon.DataTypeConverter, 'getConversionPath' | 'convert' | 'destroy'>;

const isConverter = (value: unknown): value is Converter =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'getConversionPath') === 'function';

/** The converter of a library, from 6 on. */
const converterOf = (library: Library): Converter | undefined => {
  const value: unknown = Reflect.get(library, 'converter');
  return isConverter(value) ? value : undefined;
};

const byConverter = async (
  converter: Converter | undefined,
  { data, type, tile }: OwnTile,
): Promise<TilePicture | undefined> => {
  const path = type === undefined ? undefined : converter?.getConversionPath(type, DRAWN);
  const drawn = path?.at(-1)?.target.value;
  if (!converter || type === undefined || drawn === undefined) return undefined;
  const release = (value: unknown, its: string): void => {
    converter.destroy(value, its);
  };
  try {
    const picture: unknown = await Reflect.apply(converter.convert, converter, [tile, data, type, drawn]);
    return { picture, release: () => release(picture, drawn) };
  } finally {
    release(data, type);
  }
};
