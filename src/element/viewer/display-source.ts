/** A tile source whose tiles the engine draws: for 16-bit, floating and many-band images, with a contrast stretch. */

import type OpenSeadragon from 'openseadragon';
import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import type { DisplayOptions } from '../../image/display.js';
import type { DisplayRequest, ImageInfo } from '../../worker/protocol.js';
import type { RgbaPicture } from '../client/engine-client.js';
import type { DescribedTiles } from './descriptor.js';

const TILE = 512;

/** Draws a tile in the engine. */
export type DrawTile = (request: DisplayRequest, signal: AbortSignal) => Promise<RgbaPicture>;

/** A tile of the viewer's pyramid, whose level 0 is the coarsest: its column and row. */
interface DrawnTile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** The rectangle of a tile in full-resolution pixels, its own size, and the image level to draw it from. */
export const tileRequest = (image: ImageInfo, maxLevel: number, { level, x, y }: DrawnTile): DisplayRequest => {
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

/** The request for the coarsest tile, which is of the whole image. */
export const wholeRequest = (image: ImageInfo): DisplayRequest =>
  tileRequest(image, maxLevelOf(image), { level: 0, x: 0, y: 0 });

const maxLevelOf = ({ width, height }: ImageInfo): number =>
  32 - Math.clz32(Math.ceil(Math.max(width, height) / TILE) - 1);

/** A tile source that draws its tiles by itself, in the form that every copy of OpenSeadragon from 4.0 on makes its own of. */
export interface DrawnTiles extends DescribedTiles {
  hasTransparency(): boolean;
  downloadTileStart(job: OpenSeadragon.ImageJob): void;
  downloadTileAbort(job: OpenSeadragon.ImageJob): void;
}

/** Gives a tile to the viewer: since 6.0 with the name of its kind, before as something that a canvas draws. */
const finish = (job: OpenSeadragon.ImageJob, context: CanvasRenderingContext2D | null): void => {
  if ('fail' in job) job.finish(context, null, 'context2d');
  else Reflect.apply(Reflect.get(job, 'finish'), job, [context?.canvas]);
};

/** Tells the viewer that a tile does not come. */
const fail = (job: OpenSeadragon.ImageJob, reason: string): void => {
  if ('fail' in job) job.fail(reason, null);
  else Reflect.apply(Reflect.get(job, 'finish'), job, [null, null, reason]);
};

/** Rejects with `unsupported` where the viewer of an image asks no tile source for tiles: those before 4.0. */
export const asksForTiles = async ({ source }: OpenSeadragon.TiledImage): Promise<void> => {
  if (Reflect.has(Object.getPrototypeOf(source), 'downloadTileStart')) return;
  throw new SegmenterError('unsupported', {
    what: because('this-image')`This image`,
    reason: because('viewer-too-old')`only viewers of OpenSeadragon 4.0 or later show what the engine draws`,
  });
};

/**
 * `slice`: of a volume. `options`: the look of the tiles, as part of their addresses, by which viewers keep them. `tileOverlap`: what the
 * viewer is told; tiles have none. The coarsest tile, which a viewer requests first, is prefetched.
 */
export const displaySource = (
  image: ImageInfo,
  draw: DrawTile,
  slice?: number,
  options?: DisplayOptions,
  tileOverlap = 0,
): DrawnTiles => {
  const dressed = options ? { options } : {};
  const key = options ? encodeURIComponent(JSON.stringify(options)) : '';
  const maxLevel = maxLevelOf(image);
  const drawn = (level: number, x: number, y: number, signal: AbortSignal): Promise<RgbaPicture> => {
    const request = { ...tileRequest(image, maxLevel, { level, x, y }), ...dressed };
    return draw(slice === undefined ? request : { ...request, slice }, signal);
  };
  const ahead = new AbortController();
  let first: Promise<RgbaPicture> | undefined = drawn(0, 0, 0, ahead.signal);
  first.catch(() => {});
  const address = /^engine:(\d+)\/(\d+)\/(\d+)\/(\d+)\/(\d+)(?:\?|$)/;
  return {
    width: image.width,
    height: image.height,
    tileWidth: TILE,
    tileHeight: TILE,
    tileOverlap,
    minLevel: 0,
    maxLevel,
    getTileUrl: (level, x, y) => `engine:${image.id}/${slice ?? 0}/${level}/${x}/${y}?${key}`,
    hasTransparency: () => true,
    downloadTileStart: (job) => {
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
          finish(job, context);
        },
        (error: unknown) => {
          if (!abort.signal.aborted) fail(job, error instanceof Error ? error.message : String(error));
        },
      );
    },
    downloadTileAbort: (job) => {
      const { abort } = job.userData;
      if (abort instanceof AbortController) abort.abort();
    },
  };
};
