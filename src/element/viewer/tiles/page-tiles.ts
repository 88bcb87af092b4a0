/** Tiles of a viewer's own source, for an engine that asks for them one by one. */

import { transfer } from 'comlink';
import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../../core/errors.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import { because } from '../../../core/reasons.js';
import type { AskTile, ImageSpec, TileAnswer, TileLevel } from '../../../image/image-spec.js';
import type { Library } from '../openseadragon.js';
import { overrides } from './overridden.js';
import { settingsFor, type TileAccess, type TilePlace } from './tile-access.js';
import { pixelsOfTile } from './tile-pixels.js';

/** The shortest longer side of a level that is used, in pixels; the finest is used in any case. */
const SMALLEST = 32;

/** Pixels that a tile may have more than its size: servers round the sizes of their levels differently. */
const ROUNDED = 2;

/**
 * The tiles of a source that is ready, of which one is read when the image is opened, and then those of regions. Throws `unsupported`
 * where it has none.
 * @param library the viewer's OpenSeadragon where it is known, whose converter knows tiles of a type of their source's own
 */
export const pageTiles = (
  source: OpenSeadragon.TileSource,
  name: string,
  access: TileAccess,
  library?: Library,
): ImageSpec => {
  checkTiled(source, name);
  const levels = levelsOf(source);
  const tile: AskTile = async (level, column, row, decoded, refused) => {
    const place = { level: source.maxLevel - level, column, row };
    const answer = decoded ? undefined : await addressOf(source, place, access, refused);
    if (answer) return answer;
    const { tileWidth, tileHeight, overlap } = levelByIndex(levels, level);
    const most = Math.max(tileWidth, tileHeight) + 2 * overlap + ROUNDED;
    const pixels = await pixelsOfTile(source, { ...place, most }, access, library);
    const { data, missing } = pixels;
    return transfer({ kind: 'pixels', bands: 3, ...pixels }, missing ? [data.buffer, missing.buffer] : [data.buffer]);
  };
  return { kind: 'tiles', name, levels, tile };
};

const levelsOf = (source: OpenSeadragon.TileSource): readonly TileLevel[] => {
  const { x: width, y: height } = source.dimensions;
  const levels: TileLevel[] = [];
  for (let level = source.maxLevel; level >= source.minLevel; level--) {
    const share = source.getLevelScale(level);
    const size = { width: Math.ceil(width * share - 1e-6), height: Math.ceil(height * share - 1e-6) };
    if (levels.length > 0 && Math.max(size.width, size.height) < SMALLEST) break;
    const [tileWidth, tileHeight] = [source.getTileWidth(level), source.getTileHeight(level)];
    // A viewer may be told of a trace of an overlap, against seams, where tiles have none.
    levels.push({ ...size, scale: 1 / share, tileWidth, tileHeight, overlap: Math.round(source.tileOverlap) });
  }
  return levels;
};

/** The address from which the engine can fetch a tile; `undefined` where only the source can. */
const addressOf = async (
  source: OpenSeadragon.TileSource,
  place: TilePlace,
  access: TileAccess,
  refused: number | undefined,
): Promise<TileAnswer | undefined> => {
  const { level, column, row } = place;
  if (overrides(source, 'downloadTileStart')) return undefined;
  if ((source.getTilePostData?.(level, column, row) ?? null) !== null) return undefined;
  const given: unknown = source.getTileUrl(level, column, row);
  const address: unknown = typeof given === 'function' ? given() : given;
  if (typeof address !== 'string' || !URL.canParse(address, document.baseURI)) return undefined;
  const url = new URL(address, document.baseURI).href;
  if (!/^(https?|blob|data):/.test(url)) return undefined;
  return { kind: 'address', url, settings: await settingsFor(url, source, place, access, refused) };
};

/** Throws `unsupported` where a source has no levels that can be read. */
const checkTiled = (source: OpenSeadragon.TileSource, name: string): void => {
  const { x, y } = source.dimensions ?? { x: 0, y: 0 };
  if (x > 0 && y > 0 && typeof source.getTileUrl === 'function') return;
  throw new SegmenterError('unsupported', {
    what: name,
    reason: because('source-no-tiles')`its tile source has no size or no tiles`,
  });
};
