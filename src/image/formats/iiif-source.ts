/** IIIF Image API 2.1 and 3.0: `info.json`, and tiles at `{id}/{region}/{size}/0/default.{format}`. */

import { SegmenterError, show, throwIfAborted } from '../../core/errors.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { because, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { decodeTile } from './picture-tile.js';
import { PictureTiles, type TiledLevel } from './picture-tiles.js';

/** The content of an `info.json`, in pixels. */
export interface IiifInfo {
  readonly id: string;
  readonly version: 2 | 3;
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Ascending; the first is 1. */
  readonly scaleFactors: readonly number[];
  /** To try in this order: PNG, where it can be had, leaves the samples as they are. */
  readonly formats: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 1;

const addressOf = (id: string, base: string): string | undefined => {
  try {
    return new URL(id, base).href;
  } catch {
    return undefined;
  }
};

/** All texts of a member, each in quotes: a text itself, and those in a list, or in the members of its objects. */
const textOf = (value: unknown): string =>
  [value]
    .flat(2)
    .flatMap((entry) => (isRecord(entry) ? Object.values(entry).flat() : entry))
    .map((entry) => (typeof entry === 'string' ? `"${entry}"` : ''))
    .join(' ');

/** Side of the tiles asked for where a server cuts any region. */
const TILE = 512;

/** @throws SegmenterError `image-unreadable` naming what is missing or makes no sense, or `unsupported`. */
export const parseIiif = (text: string, url: string, name: string): IiifInfo => {
  const bad = (reason: Told, cause?: unknown): SegmenterError =>
    new SegmenterError('image-unreadable', { name, reason }, cause === undefined ? {} : { cause });
  let info: unknown;
  try {
    info = JSON.parse(text);
  } catch (cause) {
    throw bad(because('like-json')`it starts like JSON but is none`, cause);
  }
  if (!isRecord(info)) throw bad(because('no-info-json')`it is no info.json`);
  const context = textOf(info['@context']);
  const version = context.includes('/image/3') ? 3 : context.includes('/image/2') ? 2 : undefined;
  if (version === undefined)
    throw bad(because('iiif-context')`its @context is ${show(context)}; that of the IIIF Image API 2 or 3 is needed`);
  const { width, height } = info;
  if (!isWhole(width) || !isWhole(height) || width >= 2 ** 31 || height >= 2 ** 31)
    throw bad(because('its-size')`its size is ${show(width)} × ${show(height)}`);
  const stated = info[version === 3 ? 'id' : '@id'];
  const id = typeof stated === 'string' && stated !== '' ? stated : url.replace(/\/info\.json.*$/, '');
  const address = addressOf(id.replace(/\/$/, ''), url);
  if (address === undefined) throw bad(because('id-no-address')`its id is ${show(id)}, no address`);
  const profile = textOf(info.profile);
  const zero = /level0/.test(profile) && !/regionByPx/.test(profile + textOf(info.extraFeatures));
  const tile = listOf(info.tiles).find((entry): entry is Json => isRecord(entry) && isWhole(entry.width));
  if (zero && tile === undefined)
    throw new SegmenterError('unsupported', {
      what: because('level-0-service')`the level-0 service ${name}`,
      reason: because('lists-no-tiles')`it lists no tiles, so that no region of it can be read`,
    });
  const tileWidth = isWhole(tile?.width) ? tile.width : TILE;
  const tileHeight = isWhole(tile?.height) ? tile.height : tileWidth;
  const listed = listOf(tile?.scaleFactors).filter(isWhole);
  return {
    id: address.replace(/\/$/, ''),
    version,
    width,
    height,
    tileWidth,
    tileHeight,
    scaleFactors: [
      ...new Set([
        1,
        ...(listed.length > 0 ? listed : halvings({ width, height }, { width: tileWidth, height: tileHeight })),
      ]),
    ].sort((a, b) => a - b),
    formats: /level2|"png"/.test(profile + textOf(info.preferredFormats) + textOf(info.extraFormats))
      ? ['png', 'jpg']
      : ['jpg'],
  };
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Powers of two, up to the one by which the image fits into a tile. */
const halvings = (image: Size, tile: Size): number[] => {
  const factors = [1];
  while (image.width / factors.at(-1)! > tile.width || image.height / factors.at(-1)! > tile.height)
    factors.push(factors.at(-1)! * 2);
  return factors;
};

/** The address of a tile: the region in full-resolution pixels, then the size it is sent in. */
export const iiifTileUrl = (
  info: IiifInfo,
  factor: number,
  column: number,
  row: number,
  format = info.formats[0]!,
): string => {
  const x = column * info.tileWidth * factor;
  const y = row * info.tileHeight * factor;
  const w = Math.min(info.tileWidth * factor, info.width - x);
  const h = Math.min(info.tileHeight * factor, info.height - y);
  const whole = x === 0 && y === 0 && w === info.width && h === info.height;
  const region = whole ? 'full' : `${x},${y},${w},${h}`;
  const sent = { width: Math.ceil(w / factor), height: Math.ceil(h / factor) };
  const full = whole && factor === 1;
  // Version 2 names sizes by their width alone, version 3 by both (canonical forms).
  const size = info.version === 3 ? (full ? 'max' : `${sent.width},${sent.height}`) : full ? 'full' : `${sent.width},`;
  return `${info.id}/${region}/${size}/0/default.${format}`;
};

/** Opens an image by its `info.json`, found at `url`; `readTile` reads a tile by its address. */
export const openIiif = async (
  url: string,
  text: string,
  name: string,
  readTile: (url: string, signal: AbortSignal, limit: number) => Promise<Uint8Array<ArrayBuffer>>,
  signal?: AbortSignal,
): Promise<PictureTiles> => {
  const info = parseIiif(text, url, name);
  const levels: TiledLevel[] = info.scaleFactors.map((factor) => ({
    width: Math.ceil(info.width / factor),
    height: Math.ceil(info.height / factor),
    scaleX: factor,
    scaleY: factor,
    tileWidth: info.tileWidth,
    tileHeight: info.tileHeight,
  }));
  let failure: unknown;
  for (const format of info.formats) {
    const source = new PictureTiles({
      name: name === 'info.json' ? (info.id.split('/').at(-1) ?? name) : name,
      format: 'iiif',
      levels,
      rectOf: (level, column, row): Rect => {
        const { width, height } = levelByIndex(levels, level);
        const x = column * info.tileWidth;
        const y = row * info.tileHeight;
        return { x, y, width: Math.min(info.tileWidth, width - x), height: Math.min(info.tileHeight, height - y) };
      },
      read: async (level, column, row, either, most) => {
        const tile = iiifTileUrl(info, info.scaleFactors[level]!, column, row, format);
        return decodeTile(await readTile(tile, either, most), tile, either);
      },
    });
    try {
      await source.probe(signal);
      return source;
    } catch (error) {
      throwIfAborted(signal);
      // The next format might not need the code that failed to load, but would give other samples.
      if (error instanceof SegmenterError && error.code === 'not-loaded') throw error;
      failure = error;
    }
  }
  throw failure;
};
