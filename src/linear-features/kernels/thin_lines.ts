import { defineKernel } from '../../compute/recording.js';
import { neighbourX, neighbourY, removable } from './shared/neighbours.js';
import { P } from './shared/part-words.js';
import { Mode, rowWords, shiftOf, stepOf, Thinning, TILE } from './shared/thinning-words.js';

/**
 * Thins tiles of the output of `mask_lines`, from `before` to `after`, in the mode that `thinning` gives. A pixel is processed once no waiting neighbour is
 * weaker, or equally weak and earlier in row order. It is removed where that is `removable`. Its neighbours that no longer wait are then marked in `again`, and
 * a strong pixel passes `strong` on to the first remaining neighbour. So the result equals that of sequential processing, whatever the order of
 * the tiles. Counts in `thinning` the pixels that still wait. One workgroup per tile; it reads neighbouring tiles from `before`.
 */
export const thinLines = defineKernel({
  name: 'thin_lines',
  wgsl: () => import('../../wgsl/linear-features/thin_lines.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'response', access: 'read' },
    { name: 'before', access: 'read' },
    { name: 'after', access: 'read-write' },
    { name: 'again', access: 'read-write' },
    { name: 'strong', access: 'read-write' },
    { name: 'thinning', access: 'read-write' },
  ],
  cpu: ({ part, response, before, after, again, strong, thinning }) => {
    const [width, height] = [part[P.width]!, part[P.height]!];
    const columns = rowWords(width);
    const shift = shiftOf(thinning[Thinning.most]!);
    const mode = thinning[Thinning.mode]!;
    const wordOf = (x: number, y: number): number => 2 * y * columns + (x >> 4);
    const bitsIn = (plane: Uint32Array, x: number, y: number): number =>
      (plane[wordOf(x, y)]! >>> (2 * (x & 15))) & (THERE | WAITS);
    const mark = (plane: Uint32Array, x: number, y: number): void => {
      plane[y * columns + (x >> 5)]! |= 1 << (x & 31);
    };
    const isMarked = (plane: Uint32Array, x: number, y: number): boolean =>
      ((plane[y * columns + (x >> 5)]! >>> (x & 31)) & 1) !== 0;
    const keyOf = (x: number, y: number): number =>
      stepOf(response[(part[P.y]! + y) * part[P.stride]! + part[P.x]! + x]! >>> 6, shift);

    return (tileX, tileY) => {
      if (mode === Mode.over) return;
      const [left, top] = [TILE * tileX, TILE * tileY];
      const [right, bottom] = [Math.min(width, left + TILE), Math.min(height, top + TILE)];
      const passed = mode === Mode.begin ? EVERY * THERE : EVERY * (THERE | WAITS);
      for (let y = top; y < bottom; y++) {
        for (let word = wordOf(left, y); word < wordOf(left, y) + 2; word++) after[word] = before[word]! & passed;
      }
      if (mode === Mode.done) return;
      const waiting: [number, number][] = [];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const bits = bitsIn(after, x, y);
          const waits = mode === Mode.begin ? bits !== 0 && isMarked(again, x, y) : (bits & WAITS) !== 0;
          if (waits) waiting.push([x, y]);
        }
      }
      if (mode === Mode.begin) {
        for (let y = top; y < bottom; y++) again[y * columns + tileX] = 0;
        for (const [x, y] of waiting) after[wordOf(x, y)]! |= WAITS << (2 * (x & 15));
        thinning[Thinning.waiting]! += waiting.length;
        return;
      }
      /** The bits of a pixel as this tile sees them. */
      const known = (x: number, y: number): number => {
        if (x < 0 || y < 0 || x >= width || y >= height) return 0;
        return bitsIn(x >= left && x < right && y >= top && y < bottom ? after : before, x, y);
      };
      /** Processes a pixel, unless it has to wait. */
      const look = (x: number, y: number): boolean => {
        const key = keyOf(x, y);
        let near = 0;
        let waits = 0;
        for (let n = 0; n < 8; n++) {
          const [otherX, otherY] = [x + neighbourX[n]!, y + neighbourY[n]!];
          const bits = known(otherX, otherY);
          if ((bits & THERE) !== 0) near |= 1 << n;
          if ((bits & WAITS) === 0) continue;
          waits |= 1 << n;
          const other = keyOf(otherX, otherY);
          if (other < key || (other === key && n >= 4)) return false;
        }
        const goes = removable[near] === 1;
        after[wordOf(x, y)]! &= ~((goes ? THERE | WAITS : WAITS) << (2 * (x & 15)));
        if (!goes) return true;
        let hands = isMarked(strong, x, y);
        for (let n = 0; n < 8; n++) {
          if (((near >> n) & 1) === 0) continue;
          const [otherX, otherY] = [x + neighbourX[n]!, y + neighbourY[n]!];
          if (((waits >> n) & 1) === 0) mark(again, otherX, otherY);
          if (hands) mark(strong, otherX, otherY);
          hands = false;
        }
        return true;
      };
      let others = waiting;
      for (let count = -1; count !== others.length; ) {
        count = others.length;
        others = others.filter(([x, y]) => !look(x, y));
      }
      thinning[Thinning.waiting]! += others.length;
    };
  },
});

/** Bits of a pixel. */
const THERE = 1;
const WAITS = 2;
/** One bit for each pixel of a word. */
const EVERY = 0x5555_5555;
