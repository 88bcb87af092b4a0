/** Writes slides as Hamamatsu's scanners do: 32-bit TIFF whose offsets have higher words after each directory, a level one JPEG strip. */
import type { Bytes } from '../../../src/image/io/bytes.js';

export interface NdpiPage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** 20 when not given; −1 is a macro, −2 a map. */
  readonly lens?: number;
  /** Offset of the focal plane in nm; 0 when not given. */
  readonly focus?: number;
  /** Offsets of the restart intervals from the start of the strip; where they are, when not given. */
  readonly starts?: readonly number[];
  /** Bytes that the strip claims. */
  readonly claims?: number;
}

/** Offsets of the data of each restart interval, by the markers. */
export const startsOf = (jpeg: Uint8Array): number[] => {
  const starts: number[] = [];
  for (let at = 2; at + 1 < jpeg.length; at++) {
    if (jpeg[at] !== 0xff) continue;
    const marker = jpeg[at + 1]!;
    if (marker === 0xda) starts.push(at + 2 + (jpeg[at + 2]! << 8) + jpeg[at + 3]!);
    else if (starts.length > 0 && marker >= 0xd0 && marker <= 0xd7) starts.push(at + 2);
  }
  return starts;
};

/** A copy with other words in place of the frame's height and width. */
export const resized = (jpeg: Uint8Array, width: number, height: number): Uint8Array => {
  const copy = new Uint8Array(jpeg);
  const frame = copy.findIndex((byte, at) => byte === 0xff && copy[at + 1] === 0xc0);
  new DataView(copy.buffer).setUint32(frame + 5, height * 65536 + width);
  return copy;
};

const [ASCII, SHORT, LONG, RATIONAL, SLONG, FLOAT] = [2, 3, 4, 5, 9, 11] as const;
const sizes: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8, 9: 4, 11: 4 };

const packed = (type: number, values: readonly number[]): Uint8Array => {
  const size = type === RATIONAL ? 4 : sizes[type]!;
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, k) => {
    if (type === ASCII) view.setUint8(k, value);
    else if (type === SHORT) view.setUint16(2 * k, value, true);
    else if (type === FLOAT) view.setFloat32(4 * k, value, true);
    else view.setUint32(4 * k, value >>> 0, true);
  });
  return new Uint8Array(view.buffer);
};

/** The parts of a file at their places: its head at 0, and everything else from `base` on. */
export class NdpiParts {
  readonly parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  size: number;

  constructor(pages: readonly NdpiPage[], base = 16, hasIntervals = true) {
    this.size = base;
    const head = new DataView(new ArrayBuffer(16));
    head.setUint32(0, 0x49492a00);
    let link: { view: DataView; at: number } = { view: head, at: 4 };
    for (const page of pages) {
      const next = this.#directory(page, hasIntervals);
      link.view.setBigUint64(link.at, BigInt(next.offset), true);
      link = { view: next.view, at: next.link };
    }
    this.parts.push({ at: 0, bytes: new Uint8Array(head.buffer) });
  }

  #place(bytes: Uint8Array): number {
    const at = this.size;
    this.parts.push({ at, bytes });
    this.size += bytes.length + (bytes.length & 1);
    return at;
  }

  #directory(
    { jpeg, width, height, lens = 20, focus = 0, starts = startsOf(jpeg), claims = jpeg.length }: NdpiPage,
    hasIntervals: boolean,
  ): { offset: number; view: DataView; link: number } {
    const text = Array.from('Made', (letter) => letter.charCodeAt(0));
    const entries: readonly (readonly [tag: number, type: number, values: readonly number[]])[] = [
      [256, LONG, [width]],
      [257, LONG, [height]],
      [258, SHORT, [8, 8, 8]],
      [259, SHORT, [7]],
      [262, SHORT, [6]],
      // A text of four bytes with its end would fit into its entry; NDPI has it elsewhere.
      [271, ASCII, [...text.slice(0, 3), 0]],
      [273, LONG, [this.#place(jpeg)]],
      [277, SHORT, [3]],
      [278, LONG, [height]],
      [279, LONG, [claims]],
      [282, RATIONAL, [40_000, 1]],
      [283, RATIONAL, [20_000, 1]],
      [296, SHORT, [3]],
      [65420, LONG, [1]],
      [65421, FLOAT, [lens]],
      [65424, SLONG, [focus]],
      ...(hasIntervals ? ([[65426, LONG, starts]] as const) : []),
    ];
    const link = 2 + 12 * entries.length;
    const view = new DataView(new ArrayBuffer(link + 8 + 4 * entries.length));
    view.setUint16(0, entries.length, true);
    entries.forEach(([tag, type, values], k) => {
      const bytes = packed(type, values);
      const inside = bytes.length <= 4 && type !== ASCII;
      const value = inside ? values[0]! : this.#place(bytes);
      const at = 2 + 12 * k;
      view.setUint16(at, tag, true);
      view.setUint16(at + 2, type, true);
      view.setUint32(at + 4, bytes.length / sizes[type]!, true);
      if (inside) new Uint8Array(view.buffer).set(bytes, at + 8);
      else view.setUint32(at + 8, value % 2 ** 32, true);
      if (!inside || tag === 273) view.setUint32(link + 8 + 4 * k, Math.floor(value / 2 ** 32), true);
    });
    return { offset: this.#place(new Uint8Array(view.buffer)), view, link };
  }

  /** The file, where all of it fits in memory. */
  blob(): Blob {
    const file = new Uint8Array(this.size);
    for (const { at, bytes } of this.parts) file.set(bytes, at);
    return new Blob([file]);
  }

  /** The file as one of any size with zeros between its parts; `read` notes each range. */
  bytes(read: (offset: number, length: number) => void = () => {}): Bytes {
    return {
      name: 'slide.ndpi',
      size: this.size,
      read: async (offset, length) => {
        read(offset, length);
        const found = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
        for (const { at, bytes } of this.parts) {
          const [start, end] = [Math.max(at, offset), Math.min(at + bytes.length, offset + found.length)];
          if (start < end) found.set(bytes.subarray(start - at, end - at), start - offset);
        }
        return found;
      },
      whole: () => Promise.reject(new Error('read whole')),
    };
  }
}
