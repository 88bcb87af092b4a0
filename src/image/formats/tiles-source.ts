/** Tiles that are requested one by one from their owner: those of a viewer's custom tile source. */

import { isAbort, SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { because } from '../../core/reasons.js';
import type { ImageSpec, TileAnswer } from '../image-spec.js';
import { download } from '../io/http.js';
import type { AskRequest, RequestSettings } from '../io/request.js';
import type { Samples } from '../samples.js';
import { decodeTile } from './picture-tile.js';
import { PictureTiles, type TiledLevel } from './picture-tiles.js';

type TilesSpec = Extract<ImageSpec, { kind: 'tiles' }>;

/** Codes of errors after which a URL is useless: there is nothing to decode, or it is not accessible to the engine. */
const OF_NO_USE: ReadonlySet<string> = new Set(['image-unreadable', 'image-not-found', 'access-denied']);

/**
 * Opens a pyramid of such tiles; reads only one tile of the coarsest level.
 * @throws SegmenterError `tile-unavailable`, `image-unreadable` or `cors`
 */
export const openTiles = async (
  { name = 'image', levels: given, tile, placement }: TilesSpec,
  signal?: AbortSignal,
): Promise<PictureTiles> => {
  if (given.length === 0)
    throw new SegmenterError('image-unreadable', { name, reason: because('no-levels')`it has no levels` });
  const levels: TiledLevel[] = given.map(({ scale, overlap: _, ...level }) => ({
    ...level,
    scaleX: scale,
    scaleY: scale,
  }));
  const rectOf = (level: number, column: number, row: number): Rect => {
    const { width, height, tileWidth, tileHeight, overlap } = given[level]!;
    const x = Math.max(0, column * tileWidth - overlap);
    const y = Math.max(0, row * tileHeight - overlap);
    const right = Math.min(width, (column + 1) * tileWidth + overlap);
    const bottom = Math.min(height, (row + 1) * tileHeight + overlap);
    return { x, y, width: right - x, height: bottom - y };
  };
  const source = new PictureTiles({
    name,
    format: 'tiles',
    levels,
    ...(placement === undefined ? {} : { placement }),
    rectOf,
    overlapOf: (level) => given[level]!.overlap,
    read: async (level, column, row, either, most) => {
      const read = async (decoded: boolean): Promise<Samples> =>
        samplesOf(await tile(level, column, row, decoded), again, either, most);
      const again = async (status: number): Promise<RequestSettings> => {
        const answer = await tile(level, column, row, false, status);
        return (answer.kind === 'address' && answer.settings) || {};
      };
      return read(false).catch((error: unknown) => {
        if (isAbort(error) || (error instanceof SegmenterError && !OF_NO_USE.has(error.code))) throw error;
        return read(true);
      });
    },
  });
  await source.probe(signal);
  return source;
};

/**
 * @param again other settings after a refusal
 * @param limit most bytes of a file
 */
const samplesOf = async (
  answer: TileAnswer,
  again: (status: number) => Promise<RequestSettings>,
  signal: AbortSignal,
  limit: number,
): Promise<Samples> => {
  if (answer.kind === 'pixels') {
    const { kind: _, ...samples } = answer;
    return samples;
  }
  const { url, settings } = answer;
  const request: AskRequest | undefined =
    settings && ((_url, refused) => (refused === undefined ? settings : again(refused)));
  const { bytes } = await download(url, { signal, request, limit });
  return decodeTile(bytes, url, signal);
};
