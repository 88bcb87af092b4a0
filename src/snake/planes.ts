/** Planes of samples as the kernels read them: words, rows padded to whole units of four, plane after plane. */
import type { ChannelPlanes } from '../image/channels.js';
import { eachRun } from '../image/missing.js';
import type { Rows } from './bands.js';

export interface PlaneLayout {
  /** Words of one row of a plane: a multiple of 4, so that shaders may read four at once. */
  readonly rowWords: number;
  /** 1 where a plane of 0 and 1 (intensities) or the code `codes` says which pixels are outside the domain. */
  readonly masked: 0 | 1;
  /** Planes: the channel's, and one for the mask of intensities. */
  readonly stored: number;
}

export function planeLayout({ width, planes, bits, missing, kind }: ChannelPlanes): PlaneLayout {
  const masked = missing === undefined ? 0 : 1;
  return {
    rowWords: 4 * Math.ceil((width * bits) / 128),
    masked,
    stored: planes.length + (kind === 'codes' ? 0 : masked),
  };
}

/** The words of a band of rows. Those of a single plane whose rows are whole units already are passed on without a copy. */
export function packPlanes(channel: ChannelPlanes, { firstRow, rows }: Rows): Uint32Array {
  const { width, planes, bits, missing } = channel;
  const { rowWords, stored } = planeLayout(channel);
  const pitch = (rowWords * 32) / bits;
  const first = planes[0]!;
  if (planes.length === 1 && pitch === width && missing === undefined && first.byteOffset % 4 === 0) {
    return new Uint32Array(first.buffer, first.byteOffset + 4 * rowWords * firstRow, rowWords * rows);
  }
  const codes = channel.kind === 'codes';
  const words = new Uint32Array(rowWords * rows * stored);
  const samples = bits === 16 ? new Uint16Array(words.buffer) : new Uint8Array(words.buffer);
  if (missing === undefined) {
    for (const [plane, values] of planes.entries()) {
      for (let row = 0; row < rows; row++) {
        const from = (firstRow + row) * width;
        samples.set(values.subarray(from, from + width), (plane * rows + row) * pitch);
      }
    }
    return words;
  }
  if (codes) samples.fill(channel.codes ?? 0);
  for (let row = 0; row < rows; row++) {
    const line = (firstRow + row) * width;
    eachRun(missing, line, line + width, (from, until) => {
      let at = row * pitch + from - line;
      for (const values of planes) {
        samples.set(values.subarray(from, until), at);
        at += rows * pitch;
      }
      if (!codes) samples.fill(1, at, at + until - from);
    });
  }
  return words;
}
