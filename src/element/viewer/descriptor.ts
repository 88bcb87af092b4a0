/**
 * Tile sources of Deep Zoom and IIIF images. Their descriptors are fetched and read here, and OpenSeadragon is given plain
 * objects with the fields that were understood and no others: an address, or a field `url` of a foreign descriptor, it
 * might load as a script (JSONP).
 */

import { SegmenterError } from '../../core/errors.js';
import { loaded } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import { UrlBytes } from '../../image/io/bytes.js';

/** The largest descriptor that is read, in bytes. */
const MOST_TEXT = 2 ** 22;

/** A tile source in the form that every version of OpenSeadragon takes. */
export interface DescribedTiles {
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tileOverlap: number;
  readonly minLevel: number;
  readonly maxLevel: number;
  getTileUrl(level: number, x: number, y: number): string;
}

/**
 * The tile source that the descriptor at `url` gives; `undefined` where its levels are no halves of one another, which the
 * engine draws. Rejects with `image-not-found`, `access-denied`, `image-unreadable`, `cors`, `unsupported` or an `AbortError`.
 */
export const describedTiles = async (
  url: string,
  name: string,
  signal: AbortSignal,
): Promise<DescribedTiles | undefined> => {
  const bytes = await new UrlBytes(url).whole(MOST_TEXT, signal);
  const text = new TextDecoder().decode(bytes).replace(/^\ufeff/, '');
  const start = text.trimStart();
  if (start.startsWith('{') && !/"TileSize"/.test(text)) return iiifTiles(text, url, name);
  if (start.startsWith('<') || start.startsWith('{')) return dziTiles(text, url, name);
  throw new SegmenterError('image-unreadable', {
    name,
    reason: because('no-descriptor')`it is no descriptor in XML or JSON`,
  });
};

const dziTiles = async (text: string, url: string, name: string): Promise<DescribedTiles> => {
  const { dziTileUrl, parseDzi } = await loaded(import('../../image/formats/dzi-source.js'));
  const { width, height, tileSize, overlap, format } = parseDzi(text, name);
  return {
    width,
    height,
    tileWidth: tileSize,
    tileHeight: tileSize,
    tileOverlap: overlap,
    minLevel: 0,
    maxLevel: 32 - Math.clz32(Math.max(width, height) - 1),
    getTileUrl: (level, x, y) => dziTileUrl(url, level, x, y, format),
  };
};

const iiifTiles = async (text: string, url: string, name: string): Promise<DescribedTiles | undefined> => {
  const { iiifTileUrl, parseIiif } = await loaded(import('../../image/formats/iiif-source.js'));
  const info = parseIiif(text, url, name);
  const { width, height, tileWidth, tileHeight, scaleFactors } = info;
  if (scaleFactors.some((factor, k) => factor !== 2 ** k)) return undefined;
  const maxLevel = scaleFactors.length - 1;
  return {
    width,
    height,
    tileWidth,
    tileHeight,
    tileOverlap: 0,
    minLevel: 0,
    maxLevel,
    // JPEG is smaller, and the display need not be exact.
    getTileUrl: (level, x, y) => iiifTileUrl(info, 2 ** (maxLevel - level), x, y, 'jpg'),
  };
};
