/** The pixels of a tile that only a viewer's source can reach. */

import type OpenSeadragon from 'openseadragon';
import { isBlob } from '../../../core/any-window.js';
import { reasonWithin, SegmenterError } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because, Damage, type Reason, type Told } from '../../../core/reasons.js';
import { patience } from '../../../image/io/patience.js';
import type { Library } from '../openseadragon.js';
import { settingsFor, type TileAccess, type TilePlace } from './tile-access.js';
import type { OwnTile } from './tile-types.js';

/** A tile, with the most pixels that it may have on a side. */
interface TileToRead extends TilePlace {
  readonly most: number;
}

const isDrawable = (value: unknown): value is Drawable =>
  value instanceof HTMLImageElement || value instanceof ImageBitmap || value instanceof HTMLCanvasElement;

/** Red, green and blue of a tile's pixels. */
interface TilePixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
  /** 1 where a pixel is wholly transparent; left out where none is. */
  readonly missing?: Uint8Array<ArrayBuffer>;
}

type Drawable = HTMLImageElement | ImageBitmap | HTMLCanvasElement;

const picture = async (data: unknown): Promise<Drawable | undefined> => {
  if (isDrawable(data)) return data;
  if (isBlob(data)) return createImageBitmap(data, { colorSpaceConversion: 'none' });
  if (data instanceof CanvasRenderingContext2D) return data.canvas;
  return undefined;
};

/** A picture at an address, readable where its server allows it. */
const fetchPicture = async (src: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = src;
  await image.decode();
  return image;
};

/**
 * Fetches one tile as the viewer would, with a job of our own: the viewer's queue is cleared whenever it draws. Before
 * OpenSeadragon 4.0 every tile was a picture at its address.
 */
const fetchTile = async (source: OpenSeadragon.TileSource, place: TilePlace, access: TileAccess): Promise<OwnTile> => {
  const { level, column, row } = place;
  const address = source.getTileUrl(level, column, row);
  const src = typeof address === 'function' ? address() : address;
  if (!('downloadTileStart' in source)) return { data: await fetchPicture(src), type: 'image', tile: {} };
  const { headers, credentials } = await settingsFor(src, source, place, access);
  const crossOriginPolicy = credentials === 'include' ? 'use-credentials' : 'Anonymous';
  const tile = { level, x: column, y: row, tiledImage: { source, crossOriginPolicy } };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const coming = new Promise<OwnTile>((resolve, reject) => {
    const job = {
      src,
      userData: {},
      crossOriginPolicy,
      loadWithAjax: Object.keys(headers ?? {}).length > 0,
      ajaxWithCredentials: credentials === 'include',
      ajaxHeaders: headers,
      postData: source.getTilePostData(level, column, row),
      tile,
      source,
      // Before 6 the last argument is the reason where there are no data.
      finish: (data: unknown, _request: unknown, said: unknown) => {
        const type = typeof said === 'string' ? said : undefined;
        if (data === null || data === undefined) reject(new Error(type ?? 'its source gives nothing'));
        else resolve({ data, type, tile });
      },
      fail: (reason: string) => reject(new Error(reason)),
    };
    // A server is waited for as long in all, try by try, and by OpenSeadragon once.
    const limit = patience.silence * patience.silentTries;
    timer = setTimeout(() => {
      reject(new Damage(because('tile-silent')`its source has given nothing for ${limit} ms`));
      abandon(source, job);
    }, limit);
    // A page's own may be asynchronous.
    Promise.resolve(Reflect.apply(source.downloadTileStart, source, [job])).catch(reject);
  });
  return coming.finally(() => clearTimeout(timer));
};

/** Tells the source that a tile is no longer needed, as the viewer does; errors of the source are ignored. */
const abandon = async (source: OpenSeadragon.TileSource, job: object): Promise<void> => {
  const abort: unknown = Reflect.get(source, 'downloadTileAbort');
  try {
    if (typeof abort === 'function') await Reflect.apply(abort, source, [job]);
  } catch {
    // The tile is given up in any case.
  }
};

const sizeOf = (drawable: Drawable): readonly [number, number] =>
  drawable instanceof HTMLImageElement
    ? [drawable.naturalWidth, drawable.naturalHeight]
    : [drawable.width, drawable.height];

/** A tile as a canvas draws it, until `release` is called. */
interface Drawn {
  readonly drawable: Drawable | undefined;
  release(): void;
}

/** What canvases draw of data; a bitmap that is made of them is closed by `release`. */
const drawn = async (data: unknown, release = (): void => undefined): Promise<Drawn> => {
  try {
    const drawable = await picture(data);
    const isMade = drawable !== data && drawable instanceof ImageBitmap;
    return {
      drawable,
      release: () => {
        if (isMade) drawable.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};

/** The tile as it is, or turned into a picture by what its source or converters know. */
const drawableOf = async (
  source: OpenSeadragon.TileSource,
  own: OwnTile,
  library: Library | undefined,
): Promise<Drawn> => {
  const asItIs = await drawn(own.data);
  if (asItIs.drawable) return asItIs;
  const { pictureOfType } = await loaded(import('./tile-types.js'));
  const converted = await pictureOfType(source, own, library);
  return drawn(converted?.picture, converted?.release);
};

/**
 * The pixels of a tile in the size that it came in. Rejects with `tile-unavailable` (it is missing, no picture, or too large) or `cors` (it may not be
 * read).
 * @param library the viewer's OpenSeadragon where it is known
 */
export const pixelsOfTile = async (
  source: OpenSeadragon.TileSource,
  place: TileToRead,
  access: TileAccess,
  library: Library | undefined,
): Promise<TilePixels> => {
  const { level, column, row, most } = place;
  const tile = `${level}/${column}_${row}`;
  const unavailable = (reason: Told, cause?: unknown): SegmenterError =>
    new SegmenterError(
      'tile-unavailable',
      { tile, name: because('viewer-image')`the viewer’s image`, reason },
      { cause },
    );
  const had = async <T>(what: Promise<T>, lacks: Reason): Promise<T> => {
    try {
      return await what;
    } catch (cause) {
      if (cause instanceof SegmenterError) throw cause;
      throw unavailable(because('lacks-because')`${lacks} (${reasonWithin(cause)})`, cause);
    }
  };
  const own = await had(fetchTile(source, place, access), because('tile-missing')`it is missing`);
  const { drawable, release } = await had(
    drawableOf(source, own, library),
    because('tile-no-picture')`it cannot be turned into a picture`,
  );
  try {
    if (!drawable) throw unavailable(noPicture(own));
    const [width, height] = sizeOf(drawable);
    if (!(width > 0 && height > 0)) throw unavailable(because('tile-no-pixels')`it has no pixels`);
    if (Math.max(width, height) > most)
      throw unavailable(
        because('tile-too-large')`it is ${width} × ${height}, and tiles have at most ${most} pixels on a side`,
      );
    return pixelsOf(drawable, tile);
  } finally {
    release();
  }
};

/** The reason where nothing turned a tile into a picture. */
const noPicture = ({ type }: OwnTile): Reason =>
  type === undefined
    ? because('source-no-picture')`its source gives no picture`
    : because(
        'source-other-type',
      )`its source gives no picture but “${type}”, which no converter known here turns into one; set \`openSeadragon\` to the viewer’s OpenSeadragon where that comes from a bundle`;

/** Throws `cors` where the picture may not be read. */
const pixelsOf = (drawable: Drawable, tile: string): TilePixels => {
  const [width, height] = sizeOf(drawable);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  if (!context)
    throw new SegmenterError('unsupported', {
      what: because('reading-tiles')`Reading tiles`,
      reason: because('no-canvas-2d')`no 2-D canvas`,
    });
  context.drawImage(drawable, 0, 0);
  let rgba: Uint8ClampedArray;
  try {
    rgba = context.getImageData(0, 0, width, height).data;
  } catch (cause) {
    throw new SegmenterError('cors', { url: tile, header: 'Access-Control-Allow-Origin' }, { cause });
  }
  const data = new Uint8Array(width * height * 3);
  const missing = new Uint8Array(width * height);
  for (let pixel = 0, from = 0, to = 0; pixel < missing.length; pixel++, from += 4, to += 3) {
    data[to] = rgba[from]!;
    data[to + 1] = rgba[from + 1]!;
    data[to + 2] = rgba[from + 2]!;
    missing[pixel] = rgba[from + 3] === 0 ? 1 : 0;
  }
  return { width, height, data, ...(missing.includes(1) ? { missing } : {}) };
};
