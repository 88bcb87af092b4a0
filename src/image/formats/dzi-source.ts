/** Deep Zoom Images: a descriptor in XML or JSON, and tiles with overlap at `…_files/level/column_row.format`. */

import { SegmenterError } from '../../core/errors.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { because, quoted } from '../../core/reasons.js';
import { readXml } from '../../core/xml.js';
import { decodeTile } from './picture-tile.js';
import { PictureTiles, type TiledLevel } from './picture-tiles.js';

/** The content of a Deep Zoom descriptor, in pixels. */
export interface DziDescriptor {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  readonly overlap: number;
  readonly format: string;
}

/** The shortest longer side of a level that is used, in pixels. */
const SMALLEST = 32;

/** @throws SegmenterError `image-unreadable` naming what is missing or makes no sense. */
export const parseDzi = (text: string, name: string): DziDescriptor => {
  const found = text.trimStart().startsWith('{') ? fromJson(text, name) : fromXml(text, name);
  const whole = (key: string, least: number): number => {
    const value = Number(found(key));
    if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value;
    const reason = because(
      'key-whole',
    )`its ${key} is ${found(key) ?? because('not-given')`not given`}; a whole number of at least ${least} is needed`;
    throw new SegmenterError('image-unreadable', { name, reason });
  };
  const format = found('Format');
  if (format === undefined || !/^\w+$/.test(format))
    throw new SegmenterError('image-unreadable', {
      name,
      reason: because('its-format')`its Format is ${format ?? because('not-given')`not given`}`,
    });
  return {
    width: whole('Width', 1),
    height: whole('Height', 1),
    tileSize: whole('TileSize', 1),
    overlap: whole('Overlap', 0),
    format,
  };
};

const fromXml = (text: string, name: string): ((key: string) => string | undefined) => {
  const found = new Map<string, string>();
  try {
    readXml(text, {
      open: (tag, attributes) => {
        if (tag === 'Image' || tag === 'Size')
          for (const [key, value] of Object.entries(attributes)) if (!found.has(key)) found.set(key, value);
        return tag !== 'Size';
      },
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new SegmenterError(
      'image-unreadable',
      { name, reason: because('descriptor-no-xml')`its descriptor is no XML: ${quoted(cause.message)}` },
      { cause },
    );
  }
  return (key) => found.get(key);
};

const fromJson = (text: string, name: string): ((key: string) => string | undefined) => {
  try {
    const parsed: unknown = JSON.parse(text);
    const image = memberOf(parsed, 'Image');
    return (key) => {
      const value = memberOf(image, key) ?? memberOf(memberOf(image, 'Size'), key);
      return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
    };
  } catch (cause) {
    throw new SegmenterError(
      'image-unreadable',
      { name, reason: because('descriptor-no-json')`its descriptor is no JSON` },
      { cause },
    );
  }
};

const memberOf = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null ? Object.entries(object).find(([k]) => k === key)?.[1] : undefined;

/** `…/slide.dzi?token=1` has its tiles under `…/slide_files/…?token=1`. */
export const dziTileUrl = (url: string, level: number, column: number, row: number, format: string): string => {
  const [, path = url, query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const base = path.replace(/\.(dzi|xml|json)$/i, '');
  return `${base}_files/${level}/${column}_${row}.${format}${query}`;
};

/** Opens a pyramid by its descriptor, found at `url`; `readTile` reads a tile by its address. */
export const openDzi = async (
  url: string,
  text: string,
  name: string,
  readTile: (url: string, signal: AbortSignal, limit: number) => Promise<Uint8Array<ArrayBuffer>>,
  signal?: AbortSignal,
): Promise<PictureTiles> => {
  const dzi = parseDzi(text, name);
  const { tileSize, overlap, width, height } = dzi;
  const finest = 32 - Math.clz32(Math.max(width, height) - 1);
  const levels: TiledLevel[] = [];
  for (let k = 0; k <= finest; k++) {
    const scale = 2 ** k;
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    if (k > 0 && Math.max(size.width, size.height) < SMALLEST) break;
    levels.push({ ...size, scaleX: scale, scaleY: scale, tileWidth: tileSize, tileHeight: tileSize });
  }
  const source = new PictureTiles({
    name,
    format: 'dzi',
    levels,
    rectOf: (level, column, row): Rect => {
      const size = levelByIndex(levels, level);
      const x = Math.max(0, column * tileSize - overlap);
      const y = Math.max(0, row * tileSize - overlap);
      const right = Math.min(size.width, (column + 1) * tileSize + overlap);
      const bottom = Math.min(size.height, (row + 1) * tileSize + overlap);
      return { x, y, width: right - x, height: bottom - y };
    },
    overlapOf: () => overlap,
    read: async (level, column, row, either, most) => {
      const tile = dziTileUrl(url, finest - level, column, row, dzi.format);
      return decodeTile(await readTile(tile, either, most), tile, either);
    },
  });
  await source.probe(signal);
  return source;
};
