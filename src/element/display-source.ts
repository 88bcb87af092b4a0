/** A tile source whose tiles the engine draws: for 16-bit, floating and many-band images, with a contrast stretch. */
import type OpenSeadragon from 'openseadragon';
import type { DisplayRequest, ImageInfo } from '../worker/protocol.js';
import type { Picture } from './engine-client.js';
import type { Library } from './openseadragon.js';

const TILE = 512;

export type DrawTile = (request: DisplayRequest, signal: AbortSignal) => Promise<Picture>;

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

export const maxLevelOf = ({ width, height }: ImageInfo): number =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE)));

/** `slice`: of a volume. */
export const displaySource = (
  library: Library,
  image: ImageInfo,
  draw: DrawTile,
  slice?: number,
): OpenSeadragon.TileSource => {
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
  const address = /^engine:(\d+)\/(\d+)\/(\d+)\/(\d+)\/(\d+)$/;
  source.getTileUrl = (level, x, y) => `engine:${image.id}/${slice ?? 0}/${level}/${x}/${y}`;
  source.hasTransparency = () => true;
  source.downloadTileStart = (job) => {
    const [, , , level, x, y] = address.exec(job.src) ?? [];
    const abort = new AbortController();
    job.userData.abort = abort;
    const request = tileRequest(image, maxLevel, Number(level), Number(x), Number(y));
    draw(slice === undefined ? request : { ...request, slice }, abort.signal).then(
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
