/** A cloud-optimised GeoTIFF of one 16-bit band: directories first, then the overviews' tiles, the finest last. */
import { deflateSync } from 'node:zlib';
import { halve } from '../../../src/image/reduce.js';
import type { Samples } from '../../../src/image/samples.js';

const side = 512;
const [SHORT, LONG] = [3, 4] as const;
const REDUCED = 1;

type Tag = readonly [tag: number, type: 3 | 4, values: readonly number[]];

/** Overviews by halves, down to one tile. */
export const writeCog = async (finest: Samples): Promise<Uint8Array> => {
  const levels = [finest];
  for (let last = finest; Math.max(last.width, last.height) > side; levels.push(last)) last = await halve(last);
  const tiles = levels.map(tilesOf);
  const sizes = tiles.map(({ length }) => 2 + 12 * 11 + 4 + (length > 1 ? 8 * length : 0));
  let end = 8 + sizes.reduce((sum, size) => sum + size, 0);
  const offsets: number[][] = levels.map(() => []);
  for (let k = levels.length - 1; k >= 0; k--) {
    for (const tile of tiles[k]!) {
      offsets[k]!.push(end);
      end += tile.length;
    }
  }
  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0, 8]);
  let at = 8;
  for (const [k, { width, height }] of levels.entries()) {
    const tags: Tag[] = [
      [254, LONG, [k === 0 ? 0 : REDUCED]],
      [256, LONG, [width]],
      [257, LONG, [height]],
      [258, SHORT, [16]],
      [259, SHORT, [8]],
      [262, SHORT, [1]],
      [277, SHORT, [1]],
      [322, SHORT, [side]],
      [323, SHORT, [side]],
      [324, LONG, offsets[k]!],
      [325, LONG, tiles[k]!.map(({ length }) => length)],
    ];
    view.setUint16(at, tags.length, true);
    let free = at + 2 + 12 * tags.length + 4;
    for (const [i, [tag, type, values]] of tags.entries()) {
      const entry = at + 2 + 12 * i;
      view.setUint16(entry, tag, true);
      view.setUint16(entry + 2, type, true);
      view.setUint32(entry + 4, values.length, true);
      view.setUint32(entry + 8, values.length > 1 ? free : values[0]!, true);
      if (values.length === 1) continue;
      for (const value of values) {
        view.setUint32(free, value, true);
        free += 4;
      }
    }
    at += sizes[k]!;
    if (k + 1 < levels.length) view.setUint32(at - sizes[k]! + 2 + 12 * tags.length, at, true);
  }
  for (const [k, level] of tiles.entries()) {
    for (const [i, tile] of level.entries()) file.set(tile, offsets[k]![i]!);
  }
  return file;
};

const tilesOf = ({ width, height, data }: Samples): Uint8Array[] => {
  const tiles: Uint8Array[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const tile = new Uint16Array(side * side);
      const wide = Math.min(side, width - x);
      for (let row = 0; row < Math.min(side, height - y); row++) {
        const from = (y + row) * width + x;
        tile.set(data.subarray(from, from + wide), row * side);
      }
      tiles.push(deflateSync(new Uint8Array(tile.buffer), { level: 1 }));
    }
  }
  return tiles;
};
