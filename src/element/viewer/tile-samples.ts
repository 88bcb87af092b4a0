/** Samples of an image that only a viewer's tile source can reach: its finest level, tile after tile, off-screen. */
import type OpenSeadragon from 'openseadragon';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import type { ImageSpec } from '../../image/image-spec.js';

/** Most pixels that are read at once: 3 bytes each. */
const MOST = 2 ** 26;

const isDrawable = (value: unknown): value is HTMLImageElement | ImageBitmap | HTMLCanvasElement =>
  value instanceof HTMLImageElement || value instanceof ImageBitmap || value instanceof HTMLCanvasElement;

const picture = async (data: unknown): Promise<CanvasImageSource | undefined> => {
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
const fetchTile = (source: OpenSeadragon.TileSource, level: number, x: number, y: number): Promise<unknown> => {
  const address = source.getTileUrl(level, x, y);
  const src = typeof address === 'function' ? address() : address;
  if (!('downloadTileStart' in source)) return fetchPicture(src);
  return new Promise((resolve, reject) => {
    const job = {
      src,
      userData: {},
      crossOriginPolicy: 'Anonymous',
      loadWithAjax: false,
      ajaxWithCredentials: false,
      ajaxHeaders: source.getTileAjaxHeaders(level, x, y),
      postData: source.getTilePostData(level, x, y),
      tile: { level, x, y },
      source,
      finish: (data: unknown) => resolve(data),
      fail: (reason: string) => reject(new Error(reason)),
    };
    Reflect.apply(source.downloadTileStart, source, [job]);
  });
};

/** Rejects with `image-too-large`, `image-unreadable` (a missing tile) or `cors` (a tile that may not be read). */
export const samplesOf = async (
  source: OpenSeadragon.TileSource,
  name: string,
  signal: AbortSignal,
): Promise<ImageSpec> => {
  const { x: width, y: height } = source.dimensions;
  if (width * height > MOST) {
    throw new SegmenterError('image-too-large', {
      name,
      size: `${width} × ${height}`,
      limit: `${MOST} pixels for a tile source without an address that the engine can read`,
    });
  }
  const level = source.maxLevel;
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  if (!context) throw new SegmenterError('unsupported', { what: 'Reading tiles', reason: 'no 2-D canvas' });
  const data = new Uint8Array(width * height * 3);
  const tiles = source.getNumTiles(level);
  for (let row = 0; row < tiles.y; row++) {
    for (let column = 0; column < tiles.x; column++) {
      throwIfAborted(signal);
      const bounds = source.getTileBounds(level, column, row, true);
      const left = Math.round(column > 0 ? source.getTileWidth(level) * column - source.tileOverlap : 0);
      const top = Math.round(row > 0 ? source.getTileHeight(level) * row - source.tileOverlap : 0);
      const tileWidth = Math.min(Math.ceil(bounds.width), width - left);
      const tileHeight = Math.min(Math.ceil(bounds.height), height - top);
      const reason = `tile ${level}/${column}_${row} is missing`;
      let drawable: CanvasImageSource | undefined;
      try {
        drawable = await picture(await fetchTile(source, level, column, row));
      } catch (cause) {
        throw new SegmenterError('image-unreadable', { name, reason }, { cause });
      }
      if (!drawable) throw new SegmenterError('image-unreadable', { name, reason: `${reason}: no picture` });
      canvas.width = tileWidth;
      canvas.height = tileHeight;
      context.drawImage(drawable, 0, 0);
      let rgba: Uint8ClampedArray;
      try {
        rgba = context.getImageData(0, 0, tileWidth, tileHeight).data;
      } catch (cause) {
        throw new SegmenterError('cors', { url: name, header: 'Access-Control-Allow-Origin' }, { cause });
      }
      for (let r = 0; r < tileHeight; r++) {
        let to = ((top + r) * width + left) * 3;
        let from = r * tileWidth * 4;
        for (let c = 0; c < tileWidth; c++, to += 3, from += 4) {
          data[to] = rgba[from]!;
          data[to + 1] = rgba[from + 1]!;
          data[to + 2] = rgba[from + 2]!;
        }
      }
    }
  }
  return { kind: 'samples', name, width, height, bands: 3, data };
};
