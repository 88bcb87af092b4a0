/** A tile source whose tiles the engine draws: for 16-bit, floating and many-band images, with a contrast stretch. */
import type OpenSeadragon from 'openseadragon';
import type { DisplayOptions } from '../../image/display.js';
import type { DisplayRequest, ImageInfo } from '../../worker/protocol.js';
import type { RgbaPicture } from '../client/engine-client.js';
import type { Library } from './openseadragon.js';

const TILE = 512;

/** Draws a tile in the engine. */
export type DrawTile = (request: DisplayRequest, signal: AbortSignal) => Promise<RgbaPicture>;

/** The rectangle of a tile in full-resolution pixels, its own size, and the image level to draw it from. */
export const tileRequest = (
  image: ImageInfo,
  maxLevel: number,
  level: number,
  x: number,
  y: number,
): DisplayRequest => {
  const scale = 2 ** (maxLevel - level);
  const left = x * TILE * scale;
  const top = y * TILE * scale;
  const width = Math.min(TILE * scale, image.width - left);
  const height = Math.min(TILE * scale, image.height - top);
  const finer = image.levels.findLastIndex((candidate) => Math.max(candidate.scaleX, candidate.scaleY) <= scale * 1.01);
  return {
    rect: { x: left, y: top, width, height },
    level: Math.max(0, finer),
    width: Math.max(1, Math.ceil(width / scale)),
    height: Math.max(1, Math.ceil(height / scale)),
  };
};

const maxLevelOf = ({ width, height }: ImageInfo): number =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE)));

/**
 * `slice`: of a volume. `options`: the look of the tiles, as part of their addresses, by which viewers keep them. The coarsest
 * tile, which a viewer asks for first, is begun at once.
 */
export const displaySource = (
  library: Library,
  image: ImageInfo,
  draw: DrawTile,
  slice?: number,
  options?: DisplayOptions,
): OpenSeadragon.TileSource => {
  const dressed = options ? { options } : {};
  const key = options ? encodeURIComponent(JSON.stringify(options)) : '';
  const maxLevel = maxLevelOf(image);
  const source = new library.TileSource({
    width: image.width,
    height: image.height,
    tileSize: TILE,
    tileOverlap: 0,
    minLevel: 0,
    maxLevel,
    ready: true,
  });
  const drawn = (level: number, x: number, y: number, signal: AbortSignal): Promise<RgbaPicture> => {
    const request = { ...tileRequest(image, maxLevel, level, x, y), ...dressed };
    return draw(slice === undefined ? request : { ...request, slice }, signal);
  };
  const ahead = new AbortController();
  let first: Promise<RgbaPicture> | undefined = drawn(0, 0, 0, ahead.signal);
  first.catch(() => {});
  const address = /^engine:(\d+)\/(\d+)\/(\d+)\/(\d+)\/(\d+)(?:\?|$)/;
  source.getTileUrl = (level, x, y) => `engine:${image.id}/${slice ?? 0}/${level}/${x}/${y}?${key}`;
  source.hasTransparency = () => true;
  source.downloadTileStart = (job) => {
    const [, , , level, x, y] = address.exec(job.src) ?? [];
    const begun = Number(level) === 0 ? first : undefined;
    const abort = begun ? ahead : new AbortController();
    if (begun) first = undefined;
    job.userData.abort = abort;
    (begun ?? drawn(Number(level), Number(x), Number(y), abort.signal)).then(
      ({ width, height, data }) => {
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext('2d', { willReadFrequently: false });
        context?.putImageData(new ImageData(data, width, height), 0, 0);
        job.finish(context, null, 'context2d');
      },
      (error: unknown) => {
        if (!abort.signal.aborted) job.fail(error instanceof Error ? error.message : String(error), null);
      },
    );
  };
  source.downloadTileAbort = (job) => {
    const { abort } = job.userData;
    if (abort instanceof AbortController) abort.abort();
  };
  return source;
};
