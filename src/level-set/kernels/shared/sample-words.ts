import { T } from './layout.js';

/** The samples behind their words: value of a band's cell at band·pitch + cell. */
export const sampleView = (
  tiling: Uint32Array,
  samples: Uint32Array,
): { values: Uint8Array | Uint16Array; pitch: number } => {
  const bytes = tiling[T.values] === 256;
  return {
    values: bytes
      ? new Uint8Array(samples.buffer, samples.byteOffset, samples.length * 4)
      : new Uint16Array(samples.buffer, samples.byteOffset, samples.length * 2),
    pitch: tiling[T.planeWords]! * (bytes ? 4 : 2),
  };
};

/** Place of the first cell of word k of a tile: x, y, z. Its bit b is cell (x + b mod side, y + ⌊b / side⌋, z). */
export const placeOf = (tiling: Uint32Array, tile: number, k: number): readonly [number, number, number] => {
  const columns = tiling[T.columns]!;
  const rows = tiling[T.rows]!;
  const side = tiling[T.side]!;
  const sliceWords = tiling[T.sliceWords]!;
  const y = (Math.floor(tile / columns) % rows) * side + (k % sliceWords) * (32 / side);
  const z = Math.floor(tile / (columns * rows)) * (tiling[T.words]! / sliceWords) + Math.floor(k / sliceWords);
  return [(tile % columns) * side, y, z];
};
