/** Planes of samples as the kernels read them: words, rows padded to whole words, plane after plane. */
import type { ChannelPlanes } from '../image/channels.js';

export interface PackedPlanes {
  readonly words: Uint32Array;
  readonly rowWords: number;
  /** 1 where a plane of 0 and 1 (intensities) or the code `codes` says which pixels are outside the domain. */
  readonly masked: 0 | 1;
}

/** A single plane whose rows are whole words already is passed on without a copy. */
export function packPlanes(channel: ChannelPlanes): PackedPlanes {
  const { width, height, planes, bits, missing } = channel;
  const perWord = 32 / bits;
  const rowWords = Math.ceil(width / perWord);
  const pitch = rowWords * perWord;
  const first = planes[0]!;
  if (planes.length === 1 && pitch === width && missing === undefined && first.byteOffset % 4 === 0) {
    return { words: new Uint32Array(first.buffer, first.byteOffset, rowWords * height), rowWords, masked: 0 };
  }
  const codes = channel.kind === 'codes';
  const stored = planes.length + (missing !== undefined && !codes ? 1 : 0);
  const words = new Uint32Array(rowWords * height * stored);
  const samples = bits === 16 ? new Uint16Array(words.buffer) : new Uint8Array(words.buffer);
  const copy = (plane: number, value: (pixel: number) => number): void => {
    for (let row = 0; row < height; row++) {
      const to = (plane * height + row) * pitch;
      for (let column = 0; column < width; column++) samples[to + column] = value(row * width + column);
    }
  };
  if (missing === undefined) {
    for (const [plane, values] of planes.entries()) {
      for (let row = 0; row < height; row++) {
        samples.set(values.subarray(row * width, (row + 1) * width), (plane * height + row) * pitch);
      }
    }
    return { words, rowWords, masked: 0 };
  }
  const outside = codes ? (channel.codes ?? 0) : 0;
  for (const [plane, values] of planes.entries()) copy(plane, (pixel) => (missing[pixel] ? outside : values[pixel]!));
  if (!codes) copy(planes.length, (pixel) => (missing[pixel] ? 0 : 1));
  return { words, rowWords, masked: 1 };
}
