/** Planes of samples in the kernels' format: words, rows padded to whole units of four, plane after plane. */
import type { ChannelPlanes } from '../../image/channels/channels.js';
import { eachRun } from '../../image/missing.js';

/** The layout of planes as words: of rows, of planes, and of the mask. */
export interface PlaneLayout {
  /** Words of one row of a plane: a multiple of 4, so that shaders may read four at once. */
  readonly rowWords: number;
  /** 1 where a plane of 0 and 1 (intensities) or the code `codes` says which pixels are outside the domain. */
  readonly masked: 0 | 1;
  /** Planes: the channel's, and one for the mask of intensities. */
  readonly stored: number;
}

/** Lays out planes of `width` samples a row; `count` is the number of the channel's planes. */
export const planeLayout = (
  { width, bits, missing, kind }: Omit<ChannelPlanes, 'planes'>,
  count: number,
): PlaneLayout => {
  const masked = missing === undefined ? 0 : 1;
  return {
    rowWords: 4 * Math.ceil((width * bits) / 128),
    masked,
    stored: count + (kind === 'codes' ? 0 : masked),
  };
};

/** Whether the rows of a single plane are whole units already, so that its words are used without a copy. */
export const isPacked = (
  { width, bits }: Pick<ChannelPlanes, 'width' | 'bits'>,
  { stored, masked }: PlaneLayout,
): boolean => stored === 1 && masked === 0 && (width * bits) % 128 === 0;

/** The words of all rows of `channel`; reuses the memory of `spent` where given. */
export const packPlanes = (channel: ChannelPlanes, spent?: Uint32Array): Uint32Array => {
  const { width, height, planes, bits, missing } = channel;
  const layout = planeLayout(channel, planes.length);
  const { rowWords, stored } = layout;
  const pitch = (rowWords * 32) / bits;
  const first = planes[0]!;
  if (isPacked(channel, layout) && first.byteOffset % 4 === 0) {
    return new Uint32Array(first.buffer, first.byteOffset, rowWords * height);
  }
  const codes = channel.kind === 'codes';
  const length = rowWords * height * stored;
  const words = spent?.subarray(0, length).fill(0) ?? new Uint32Array(length);
  const samples =
    bits === 16 ? new Uint16Array(words.buffer, 0, length * 2) : new Uint8Array(words.buffer, 0, length * 4);
  if (missing === undefined) {
    for (const [plane, values] of planes.entries()) {
      for (let row = 0; row < height; row++) {
        samples.set(values.subarray(row * width, (row + 1) * width), (plane * height + row) * pitch);
      }
    }
    return words;
  }
  if (codes) samples.fill(channel.codes ?? 0);
  for (let row = 0; row < height; row++) {
    const line = row * width;
    eachRun(missing, line, line + width, (from, until) => {
      let at = row * pitch + from - line;
      for (const values of planes) {
        samples.set(values.subarray(from, until), at);
        at += height * pitch;
      }
      if (!codes) samples.fill(1, at, at + until - from);
    });
  }
  return words;
};
