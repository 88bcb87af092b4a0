/** The pixels of a tile that only a viewer's source can reach. */
import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../core/errors.js';
import { settingsFor, type TileAccess } from './tile-access.js';

/** A tile by OpenSeadragon's level, with the most pixels that it may have on a side. */
interface TilePlace {
  readonly level: number;
  readonly column: number;
  readonly row: number;
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
  if (data instanceof Blob) return createImageBitmap(data, { colorSpaceConversion: 'none' });
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
const fetchTile = async (
  source: OpenSeadragon.TileSource,
  { level, column, row }: TilePlace,
  access: TileAccess,
): Promise<unknown> => {
  const address = source.getTileUrl(level, column, row);
  const src = typeof address === 'function' ? address() : address;
  if (!('downloadTileStart' in source)) return fetchPicture(src);
  const { headers, credentials } = await settingsFor(src, source, level, column, row, access);
  return new Promise((resolve, reject) => {
    const job = {
      src,
      userData: {},
      crossOriginPolicy: credentials === 'include' ? 'use-credentials' : 'Anonymous',
      loadWithAjax: Object.keys(headers ?? {}).length > 0,
      ajaxWithCredentials: credentials === 'include',
      ajaxHeaders: headers,
      postData: source.getTilePostData(level, column, row),
      tile: { level, x: column, y: row },
      source,
      finish: (data: unknown) => resolve(data),
      fail: (reason: string) => reject(new Error(reason)),
    };
    Reflect.apply(source.downloadTileStart, source, [job]);
  });
};

const sizeOf = (drawable: Drawable): readonly [number, number] =>
  drawable instanceof HTMLImageElement
    ? [drawable.naturalWidth, drawable.naturalHeight]
    : [drawable.width, drawable.height];

/**
 * The pixels of a tile in the size that it came in. Rejects with `tile-unavailable` (it is missing, no picture, or too large) or `cors` (it may not be
 * read).
 */
export const pixelsOfTile = async (
  source: OpenSeadragon.TileSource,
  place: TilePlace,
  access: TileAccess,
): Promise<TilePixels> => {
  const { level, column, row, most } = place;
  const tile = `${level}/${column}_${row}`;
  const unavailable = (reason: string, cause?: unknown): SegmenterError =>
    new SegmenterError('tile-unavailable', { tile, name: 'the viewer’s image', reason }, { cause });
  let drawable: Drawable | undefined;
  try {
    drawable = await picture(await fetchTile(source, place, access));
  } catch (cause) {
    throw unavailable(`it is missing (${cause instanceof Error ? cause.message : String(cause)})`, cause);
  }
  if (!drawable) throw unavailable('its source gives no picture');
  const [width, height] = sizeOf(drawable);
  if (!(width > 0 && height > 0)) throw unavailable('it has no pixels');
  if (Math.max(width, height) > most)
    throw unavailable(`it is ${width} × ${height}, and tiles have at most ${most} pixels on a side`);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  if (!context) throw new SegmenterError('unsupported', { what: 'Reading tiles', reason: 'no 2-D canvas' });
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
