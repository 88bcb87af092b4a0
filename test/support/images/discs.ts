/** Images with bright discs on a dark ground, as TIFF without compression: cheap to write and to segment. */
import { writeFileSync } from 'node:fs';
import { writeTiff } from './tiff-writer.js';

export interface Discs {
  readonly width: number;
  readonly height: number;
  /** Centres and radii. */
  readonly discs: readonly (readonly [x: number, y: number, radius: number])[];
  readonly seed?: number;
}

/** Discs in rows, `pitch` apart, none at the edges. */
export const lattice = (width: number, height: number, pitch: number, radius: number): Discs['discs'] => {
  const discs: (readonly [number, number, number])[] = [];
  for (let y = pitch >> 1; y + radius < height; y += pitch)
    for (let x = pitch >> 1; x + radius < width; x += pitch) discs.push([x, y, radius]);
  return discs;
};

export const writeDiscs = (path: string, { width, height, discs, seed = 1 }: Discs): void => {
  const data = new Uint8Array(width * height);
  let state = seed;
  for (let k = 0; k < data.length; k++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[k] = 60 + (state >>> 28);
  }
  for (const [cx, cy, radius] of discs) {
    for (let y = cy - radius; y <= cy + radius; y++)
      for (let x = cx - radius; x <= cx + radius; x++)
        if ((x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2) data[y * width + x]! += 90;
  }
  writeFileSync(path, greyTiff(width, height, data));
};

/** One strip of bytes: `writeTiff` puts it right behind the eight bytes of the head. */
const greyTiff = (width: number, height: number, data: Uint8Array): Uint8Array =>
  writeTiff(
    [
      {
        tags: [
          { tag: 256, type: 4, values: [width] },
          { tag: 257, type: 4, values: [height] },
          { tag: 258, type: 3, values: [8] },
          { tag: 259, type: 3, values: [1] },
          { tag: 262, type: 3, values: [1] },
          { tag: 273, type: 4, values: [8] },
          { tag: 277, type: 3, values: [1] },
          { tag: 278, type: 4, values: [height] },
          { tag: 279, type: 4, values: [data.length] },
        ],
      },
    ],
    data,
  );
