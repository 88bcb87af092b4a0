import { defineKernel } from '../../compute/recording.js';
import { G } from './shared/layout.js';
import { sampleReader } from './shared/sample-reader.js';
import { PLACE_WORDS, T, TILE_SIDE, tilePlaneWords, W, WINDOW_WORDS } from './shared/tile-records.js';

/** Words of a row that one workgroup writes. */
export const PLACED_WORDS = 64;

/**
 * Planes of windows one above the other from the tiles that each is made of, those of one chunk of rows: samples of what is seen, and
 * the mask of intensities; elsewhere 0, or the code that stands for no data. Group (64 words of a row, row, plane).
 */
export const placeTiles = defineKernel({
  name: 'place_tiles',
  wgsl: () => import('../../wgsl/snake/place_tiles.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'windows', access: 'read' },
    { name: 'places', access: 'read' },
    { name: 'tiles', access: 'read' },
    { name: 'samples', access: 'read-write' },
  ],
  cpu: ({ geometry, windows, places, tiles, samples }) => {
    const rowWords = geometry[G.rowWords]!;
    const bits = geometry[G.bits]!;
    const perWord = 32 / bits;
    const planes = geometry[G.planes]!;
    const plane_ = tilePlaneWords(bits) * perWord;
    const { values: made, pitch } = sampleReader(geometry, samples);
    const { values: held } = sampleReader(geometry, tiles);
    return (x, y, plane) => {
      const row = geometry[G.firstRow]! + y;
      let at = 0;
      while (at + WINDOW_WORDS < windows.length && windows[at + WINDOW_WORDS + W.top]! <= row) at += WINDOW_WORDS;
      const its = windows.subarray(at, at + WINDOW_WORDS);
      const down = row - its[W.top]! + its[W.y]!;
      const line = its[W.firstPlace]! + Math.floor(down / TILE_SIDE) * its[W.columns]!;
      const first = PLACED_WORDS * x * perWord;
      const end = Math.min(PLACED_WORDS * (x + 1), rowWords) * perWord;
      for (let column = first; column < end; column++) {
        let value = geometry[G.codes]!;
        if (column < its[W.width]!) {
          const across = column + its[W.x]!;
          const [inX, inY] = [across % TILE_SIDE, down % TILE_SIDE];
          const place = PLACE_WORDS * (line + Math.floor(across / TILE_SIDE));
          const tile = places[place + T.tile]!;
          const isSeenX = inX >= places[place + T.left]! && inX < places[place + T.right]!;
          const isSeenY = inY >= places[place + T.top]! && inY < places[place + T.bottom]!;
          if (tile !== 0 && isSeenX && isSeenY) {
            value = plane === planes ? 1 : held[((tile - 1) * planes + plane) * plane_ + inY * TILE_SIDE + inX]!;
          }
        }
        made[(plane * geometry[G.rows]! + y) * pitch + column] = value;
      }
    };
  },
});
